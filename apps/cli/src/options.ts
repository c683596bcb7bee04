import { InvalidArgumentError, Option } from 'commander';
import { DEFAULT_URL } from './api/client.js';
import type { Texts } from './texts.js';

/** An option with a whole number from `min` to `max`. */
export function integerOption(flags: string, description: string, texts: Texts, min: number, max: number): Option {
  const option = new Option(flags, description);
  return option.argParser((given: string) => {
    const value = Number(given);
    if (/^-?\d+$/u.test(given) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(texts.wrongUsage.notANumber(option.long ?? flags, min, max));
  });
}

/** An option with a number from `min` to `max`. */
export function numberOption(flags: string, description: string, texts: Texts, min: number, max: number): Option {
  const option = new Option(flags, description);
  return option.argParser((given: string) => {
    const value = Number(given);
    if (/^\d+(\.\d+)?$/u.test(given) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(texts.wrongUsage.notInRange(option.long ?? flags, min, max));
  });
}

/** The address of the server. */
export function urlOption(description: string, texts: Texts): Option {
  return new Option('--url <URL>', description).argParser((given: string) => {
    if (URL.canParse(given) && /^https?:/u.test(given)) return given;
    throw new InvalidArgumentError(texts.wrongUsage.notAUrl('--url'));
  });
}

/** The access token. */
export function tokenOption(texts: Texts): Option {
  return new Option('--token <T>', texts.token);
}

/** The options of every command that asks a server. */
export interface ServerOptions {
  readonly url?: string;
  readonly token?: string;
}

/** The address and the token to use: those given, else those of the environment, else the default. */
export function serverOf(
  { url, token }: ServerOptions,
  env: Readonly<Record<string, string | undefined>>,
): { readonly url: string; readonly token: string | undefined } {
  return { url: url ?? DEFAULT_URL, token: token ?? (env.BITACORA_TOKEN || undefined) };
}
