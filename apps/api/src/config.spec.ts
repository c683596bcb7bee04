import { ConfigError, readConfig } from './config.js';

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
  it('has the defaults of the contract', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      store: 'sqlite:data/bitacora.db',
      auth: 'open',
      rateLimit: 0,
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
    expect(problems({ BITACORA_HOST: '192.0.2.7' })).toHaveLength(1);
  });
});
