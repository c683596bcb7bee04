import { InvalidStoreUrl } from '../errors.js';

/** What the adapter must know of a connection string; the rest is the driver's. */
export interface Address {
  /** The string without name and password, for messages. */
  readonly shown: string;
  readonly url: string;
  readonly credentials: { readonly username: string; readonly password: string };
}

const KEYS = new Set([
  'tls',
  'tlscafile',
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
]);

/**
 * Checks what the driver would only warn about, and finds the credentials: they are given with every call, because that
 * makes the driver use the classic append (its batch append can hang for ever and mixes up the errors of two clients).
 */
export function parseAddress(url: string): Address {
  const match = /^esdb(?:\+discover)?:\/\/(?:([^:@/]+):([^@/]*)@)?([^?/@]+)\/?(?:\?(.*))?$/.exec(url);
  const shown = url.replace(/\/\/[^@/]*@/, '//…@');
  if (match === null)
    throw new InvalidStoreUrl(`${shown} is no EventStoreDB address. Write esdb://HOST:PORT?tls=false or like it.`);
  const [, username, password, , query = ''] = match;
  const tls = checkQuery(new URLSearchParams(query), shown);
  if (username !== undefined && password !== undefined) {
    return {
      shown,
      url,
      credentials: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    };
  }
  if (tls) {
    throw new InvalidStoreUrl(
      `${shown} names no user. Write esdb://NAME:PASSWORD@HOST:PORT, or add tls=false for a server without TLS.`,
    );
  }
  // Without TLS the driver sends no credentials, whatever they are.
  return { shown, url, credentials: { username: 'nobody', password: 'nothing' } };
}

/** Whether TLS is on. */
function checkQuery(query: URLSearchParams, shown: string): boolean {
  for (const [key, value] of query) {
    const flat = key.toLowerCase().replace(/[_-]/g, '');
    if (flat === 'tlsverifycert' && value === 'false') {
      throw new InvalidStoreUrl(
        `${shown}: the driver cannot leave certificates unverified. Name their authority with tlsCAFile.`,
      );
    }
    if (flat === 'throwonappendfailure' || (!KEYS.has(flat) && flat !== 'tlsverifycert')) {
      throw new InvalidStoreUrl(`${shown}: the option ${key} is not known here.`);
    }
  }
  return query.get('tls') !== 'false';
}
