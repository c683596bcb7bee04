import type { ReadableStream } from 'node:stream/web';
import { Failure, reasonOf, Refused } from '../failure.js';
import type { Context } from '../context.js';
import { printable } from '../printable.js';

/** The address of a server that runs with its defaults. */
export const DEFAULT_URL = 'http://127.0.0.1:3000';

const PATIENCE_WITH_LIMITS = 8;
const LONGEST_WAIT_SECONDS = 60;

/** A server, as its public REST API shows it. */
export interface Api {
  readonly url: string;
  /** Sends a request; a 429 is sent again when the server says so. Throws a {@link Failure} where nothing answers. */
  readonly send: (method: 'GET' | 'POST', path: string, request?: Request) => Promise<Response>;
}

interface Request {
  readonly body?: unknown;
  /** A body of any length instead; made anew where it has to be sent again. */
  readonly stream?: () => ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer says: the parsed body, and the problem's code where it is one. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly error: string | null;
}

/** What can stand in a header. */
const TOKEN = /^[\x21-\x7e]+$/u;

/** Opens the API at `url`; `token` goes with every request. Throws a {@link Failure} where it can be no token. */
export function openApi(url: string, token: string | undefined, { texts, language, signal }: Context): Api {
  const base = url.replace(/\/+$/u, '');
  if (token !== undefined && !TOKEN.test(token)) throw new Failure(texts.wrongUsage.notAToken, 2);
  const headers = { 'accept-language': language, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const once = async (method: string, path: string, request: Request) => {
    const text = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
    const body = request.stream === undefined ? text : { body: request.stream() as BodyInit, duplex: 'half' as const };
    const type = request.body === undefined ? {} : { 'content-type': 'application/json' };
    try {
      return await fetch(`${base}${path}`, {
        method,
        ...body,
        headers: { ...headers, ...type, ...request.headers },
        signal,
      });
    } catch (error) {
      throw new Failure(texts.unreachable(base, reasonOf(error)));
    }
  };
  return {
    url: base,
    send: async (method, path, request = {}) => {
      let response = await once(method, path, request);
      for (let i = 0; response.status === 429 && i < PATIENCE_WITH_LIMITS; i += 1) {
        await response.body?.cancel();
        await pause(Math.min(Number(response.headers.get('retry-after') ?? 1) || 1, LONGEST_WAIT_SECONDS), signal);
        response = await once(method, path, request);
      }
      return response;
    },
  };
}

/** Waits so many seconds, or until `signal` aborts. */
export function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

/** Reads an answer that is JSON, a problem or not. */
export async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = parsed(text);
  const code = typeof body.code === 'string' ? body.code : `HTTP ${String(response.status)}`;
  return { status: response.status, body, error: response.ok ? null : code };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** Throws {@link Refused} with the problem that `response` tells, unless it is a success of the media type `type`. */
export async function ensureDone(response: Response, type: string, { texts }: Context): Promise<void> {
  if (response.ok && isOf(response, type)) return;
  if (response.ok || isOf(response, 'text/html')) {
    await response.body?.cancel();
    throw new Refused(texts.notBitacora(new URL(response.url).origin));
  }
  const { body, error } = await read(response);
  throw new Refused(printable(texts.refused(error ?? '', detailOf(body) || response.statusText)));
}

function isOf(response: Response, type: string): boolean {
  return response.headers.get('content-type')?.startsWith(type) === true;
}

/** The sentence of a problem. */
export function detailOf(body: Readonly<Record<string, unknown>>): string {
  const { detail, title } = body;
  return typeof detail === 'string' ? detail : typeof title === 'string' ? title : '';
}

/** The path of an encounter. */
export function encounterPath(id: string): string {
  return `/v1/encounters/${encodeURIComponent(id)}`;
}
