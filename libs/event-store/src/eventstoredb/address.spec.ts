import { InvalidStoreUrl } from '../errors.js';
import { parseAddress } from './address.js';

describe('the address of an EventStoreDB', () => {
  it('gives name and password, also when they are encoded, and shows neither', () => {
    const address = parseAddress('esdb://ana:s%40cret@db1:2113,db2:2113?nodePreference=leader');
    expect(address.credentials).toEqual({ username: 'ana', password: 's@cret' });
    expect(address.shown).toBe('esdb://…@db1:2113,db2:2113?nodePreference=leader');
  });

  it('needs no user without TLS', () => {
    expect(parseAddress('esdb://localhost:2113?tls=false').shown).toBe('esdb://localhost:2113?tls=false');
    expect(parseAddress('esdb+discover://cluster.test?tls=false&maxDiscoverAttempts=3').shown).toMatch(
      /^esdb\+discover/,
    );
  });

  it.each([
    ['esdb://', 'no EventStoreDB address'],
    ['esdb:localhost', 'no EventStoreDB address'],
    ['esdb://localhost:2113', 'names no user'],
    ['esdb://ana:secret@localhost?tlsVerifyCert=false', 'tlsCAFile'],
    ['esdb://ana:secret@localhost?throwOnAppendFailure=false', 'throwOnAppendFailure is not known'],
    ['esdb://ana:secret@localhost?tsl=false', 'tsl is not known'],
  ])('refuses %s and says why, without the password', (url, why) => {
    expect(() => parseAddress(url)).toThrow(InvalidStoreUrl);
    expect(() => parseAddress(url)).toThrow(why);
    expect(() => parseAddress(url)).not.toThrow('secret');
  });
});
