import { isIP } from 'node:net';
import { DEFAULT_LIMITS, LIMITS, type Limits } from './limits.js';

/** How callers are told apart: `open` takes everybody for the administrator and is for one machine only. */
export type AuthMode = 'open' | 'keys';

/** What the environment says; every value is checked. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The address of the event store. */
  readonly store: string;
  /** Where the server's keys are; null: beside the store. Processes over one store must share them. */
  readonly keyFile: string | null;
  readonly auth: AuthMode;
  /** Requests a minute for one caller; 0: no limit. */
  readonly rateLimit: number;
  /** Requests a minute from one address, whoever calls from there; 0: no limit. */
  readonly addressRateLimit: number;
  /** The origins whose pages may call from a browser; `*`: all of them. */
  readonly cors: readonly string[] | '*';
  /** The addresses of the proxies whose `X-Forwarded-For` is believed. */
  readonly proxies: readonly string[];
  /** Whether GraphQL describes itself to clients. */
  readonly introspection: boolean;
  readonly limits: Limits;
  readonly logLevel: LogLevel;
}

/** Levels of the log, from the fewest lines to the most. */
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The environment holds something that makes no sense; the message has one line a variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables `BITACORA_…` of `environment`; an empty one counts as absent. Throws {@link ConfigError}. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const read = reader(environment, problems);
  const host = read('BITACORA_HOST', '127.0.0.1', parseHost, 'an IP address or a host name');
  const auth = read<AuthMode>(
    'BITACORA_AUTH',
    isLoopback(host) ? 'open' : 'keys',
    oneOf(['open', 'keys']),
    'open or keys',
  );
  const rateLimit = read('BITACORA_RATE_LIMIT', auth === 'open' ? 0 : DEFAULT_RATE, ...RATE);
  const config: Config = {
    host,
    port: read('BITACORA_PORT', 3000, (text) => parseWhole(text, 65_535), 'a port from 0 to 65535 (0: any free one)'),
    store: read('BITACORA_STORE', 'sqlite:data/bitacora.db', parseStore, STORE_ADDRESSES),
    keyFile: read<string | null>('BITACORA_KEY_FILE', null, parseFile, 'the path of a file'),
    auth,
    rateLimit,
    addressRateLimit: read('BITACORA_RATE_LIMIT_ADDRESS', Math.min(rateLimit * TABLE, MAX_RATE), ...RATE),
    cors: read<Config['cors']>(
      'BITACORA_CORS',
      [],
      parseOrigins,
      'origins such as https://example.org with commas, or *',
    ),
    proxies: read('BITACORA_PROXIES', [], parseAddresses, 'IP addresses with commas'),
    introspection: read(
      'BITACORA_INTROSPECTION',
      environment['NODE_ENV'] !== 'production',
      (text) => ({ on: true, off: false })[text],
      'on or off',
    ),
    limits: readLimits(read),
    logLevel: read<LogLevel>('BITACORA_LOG', 'info', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
  };
  if (problems.length === 0) problems.push(...authProblems(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Reads one variable; `allowed` says, for people, what it may be. */
type Read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, allowed: string) => T;

/** What is wrong is added to `problems`, and the fallback read instead. */
function reader(environment: Environment, problems: string[]): Read {
  return (name, fallback, parse, allowed) => {
    const text = environment[name] ?? '';
    if (text === '') return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push(`${name} is ${JSON.stringify(text)}; it must be ${allowed}.`);
    return fallback;
  };
}

function readLimits(read: Read): Limits {
  const limits = Object.entries(LIMITS).map(([name, { variable, fallback, min, max }]) => [
    name,
    read(variable, fallback, (text) => parseWhole(text, max, min), `a number from ${min} to ${max}`),
  ]);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(limits) } as Limits;
}

const MAX_RATE = 1_000_000;
/** Requests a minute for one caller where there are keys. */
const DEFAULT_RATE = 600;
/** How many callers may come from one address: a table at home. */
const TABLE = 5;
const RATE = [(text: string) => parseWhole(text, MAX_RATE), `a number from 0 to ${MAX_RATE} (0: no limit)`] as const;

const STORE_ADDRESSES = 'memory:, sqlite:PATH, esdb://HOST:PORT or esdb+discover://HOST:PORT';

function authProblems({ auth, host, cors }: Config): string[] {
  if (auth === 'open' && !isLoopback(host)) {
    return [
      `BITACORA_AUTH=open is for this machine alone, and BITACORA_HOST is ${host}. Use a loopback address, or BITACORA_AUTH=keys.`,
    ];
  }
  if (auth === 'open' && cors === '*') {
    return ['BITACORA_CORS=* would make every page the administrator. Name the origins, or use BITACORA_AUTH=keys.'];
  }
  return [];
}

/** Whether only this machine can reach `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 ||
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text)
    ? text
    : undefined;
}

function parseWhole(text: string, max: number, min = 0): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;
}

function parseOrigins(text: string): readonly string[] | '*' | undefined {
  if (text === '*') return '*';
  const origins = listed(text);
  return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? origins : undefined;
}

function parseAddresses(text: string): readonly string[] | undefined {
  const addresses = listed(text);
  return addresses.every((address) => isIP(address) !== 0) ? addresses : undefined;
}

function listed(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

function parseStore(text: string): string | undefined {
  return /^(memory:|sqlite:.+|esdb(\+discover)?:\/\/.+)$/s.test(text) ? text : undefined;
}

function parseFile(text: string): string | undefined {
  return /[/\\]$/.test(text) ? undefined : text;
}

function oneOf<T extends string>(values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}
