import { isLoopback, type Config } from '../config.js';

/** What is asked of the configuration here. */
export type OriginRules = Pick<Config, 'auth' | 'cors'>;

/**
 * Whether pages of `origin` may call from a browser: those of the list, and those that this server itself gave out; in `open` mode,
 * where everybody is the administrator, also those of this machine. Calls without an origin do not come from a page.
 */
export function isAllowedOrigin(origin: string | undefined, host: string | undefined, rules: OriginRules): boolean {
  if (origin === undefined || isListed(origin, rules)) return true;
  const from = parsed(origin);
  if (from === null) return false;
  return rules.auth === 'open' ? isLoopback(bare(from.hostname)) : from.host === host;
}

/** Whether a browser may show its pages of `origin` our answers. */
export function isListed(origin: string, { cors }: OriginRules): boolean {
  return cors === '*' || cors.includes(origin);
}

/**
 * Whether a call for `host` is for us. In `open` mode only names of this machine count: a page whose own name was made to point here
 * (DNS rebinding) calls for another.
 */
export function isOurHost(host: string | undefined, { auth }: OriginRules): boolean {
  if (auth !== 'open') return true;
  const url = parsed(`http://${host ?? ''}`);
  return url !== null && url.host !== '' && isLoopback(bare(url.hostname));
}

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
