import { ConfigError, readConfig } from './config.js';
import { DEFAULT_LIMITS, LIMITS } from './limits.js';

function problems(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      store: 'sqlite:data/bitacora.db',
      auth: 'open',
      rateLimit: 0,
      addressRateLimit: 0,
      cors: [],
      proxies: [],
      introspection: true,
      keyFile: null,
      limits: DEFAULT_LIMITS,
      logLevel: 'info',
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ BITACORA_PORT: '' }).port).toBe(3000);
  });

  it.each([
    ['BITACORA_PORT', '65536'],
    ['BITACORA_PORT', '-1'],
    ['BITACORA_PORT', '80.5'],
    ['BITACORA_PORT', 'http'],
    ['BITACORA_HOST', 'not a host'],
    ['BITACORA_STORE', 'postgres://localhost'],
    ['BITACORA_STORE', 'sqlite:'],
    ['BITACORA_AUTH', 'none'],
    ['BITACORA_RATE_LIMIT', 'many'],
    ['BITACORA_LOG', 'loud'],
    ['BITACORA_RATE_LIMIT_ADDRESS', '-5'],
    ['BITACORA_CORS', 'example.org'],
    ['BITACORA_CORS', 'https://example.org/'],
    ['BITACORA_PROXIES', 'proxy'],
    ['BITACORA_INTROSPECTION', 'yes'],
    ...Object.values(LIMITS).flatMap(({ variable, min, max }): [string, string][] => [
      [variable, String(min - 1)],
      [variable, String(max + 1)],
    ]),
  ])('refuses %s=%s and says what it must be', (name, value) => {
    const found = problems({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name} is .*; it must be `));
  });

  it('names every wrong variable at once', () => {
    expect(problems({ BITACORA_PORT: 'x', BITACORA_LOG: 'y' })).toHaveLength(2);
  });

  it('takes everybody for the administrator on this machine only', () => {
    expect(problems({ BITACORA_HOST: '0.0.0.0', BITACORA_AUTH: 'open' })).toHaveLength(1);
    expect(problems({ BITACORA_HOST: '::1', BITACORA_AUTH: 'open' })).toEqual([]);
    expect(problems({ BITACORA_HOST: '127.0.0.9' })).toEqual([]);
    expect(problems({ BITACORA_HOST: '127.0.0.1', BITACORA_CORS: '*' })).toHaveLength(1);
  });

  it('asks for keys on any other host, and then counts calls', () => {
    const config = readConfig({ BITACORA_HOST: '192.0.2.7' });
    expect([config.auth, config.rateLimit, config.addressRateLimit]).toEqual(['keys', 600, 3_000]);
    expect(readConfig({ BITACORA_AUTH: 'keys', BITACORA_RATE_LIMIT: '0' }).addressRateLimit).toBe(0);
  });

  it('says in plain words why an open server may not listen elsewhere', () => {
    expect(problems({ BITACORA_HOST: '0.0.0.0', BITACORA_AUTH: 'open' })).toEqual([
      'BITACORA_AUTH=open is for this machine alone, and BITACORA_HOST is 0.0.0.0. Use a loopback address, or BITACORA_AUTH=keys.',
    ]);
  });

  it('hides the schema in production, unless told otherwise', () => {
    expect(readConfig({ NODE_ENV: 'production' }).introspection).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', BITACORA_INTROSPECTION: 'on' }).introspection).toBe(true);
  });

  it('takes a bound from its variable', () => {
    expect(readConfig({ BITACORA_MAX_JSON_DEPTH: '8' }).limits).toEqual({ ...DEFAULT_LIMITS, jsonDepth: 8 });
  });
});
