import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.js';
import { ApiError } from '../problem.js';

const MINUTE = 60_000;

/** Where a call comes from, and what it came with. */
export interface Source {
  readonly ip: string;
  readonly credential: string | null;
}

/** How a limit stands after a call was counted. */
export interface Counted {
  readonly max: number;
  readonly remaining: number;
  readonly seconds: number;
  readonly isExceeded: boolean;
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;

/** Counts calls a minute: from each address, and for each caller, over whichever protocol. */
export class Rates {
  private constructor(
    private readonly ofAddress: Limiter | null,
    private readonly ofCaller: Limiter | null,
  ) {}

  static async open(
    instance: FastifyInstance,
    { rateLimit: max, addressRateLimit }: Pick<Config, 'rateLimit' | 'addressRateLimit'>,
  ): Promise<Rates> {
    await instance.register(rateLimit, { global: false });
    const limiter = (most: number, prefix: string, keyOf?: (source: Source) => string): Limiter | null =>
      most === 0
        ? null
        : instance.createRateLimit({
            max: most,
            timeWindow: MINUTE,
            ...(keyOf && { keyGenerator: (request: unknown) => `${prefix}${keyOf(request as Source)}` }),
          });
    return new Rates(
      limiter(addressRateLimit, ''),
      limiter(max, 'caller ', ({ credential, ip }) => credential ?? `at ${ip}`),
    );
  }

  /** Counts a call from an address; null where there is no limit. */
  address(ip: string): Promise<Counted | null> {
    return count(this.ofAddress, { ip, credential: null });
  }

  /** Counts a call of a caller; null where there is no limit. */
  caller(source: Source): Promise<Counted | null> {
    return count(this.ofCaller, source);
  }
}

/** The limiters read nothing of a request but this: so calls over sockets are counted alike. */
async function count(limiter: Limiter | null, source: Source): Promise<Counted | null> {
  if (limiter === null) return null;
  const result = await limiter({ ...source, routeOptions: {} } as unknown as FastifyRequest);
  if (result.isAllowed) return null;
  const { max, remaining, ttlInSeconds: seconds, isExceeded } = result;
  return { max, remaining, seconds, isExceeded };
}

/** Puts how a limit stands into an answer's headers. Throws `RATE_LIMITED` where it is exceeded. */
export function applyCount(counted: Counted | null, reply: FastifyReply): void {
  if (counted === null) return;
  const { max, remaining, seconds } = counted;
  reply.headers({ 'RateLimit-Limit': max, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': seconds });
  refuseExceeded(counted);
}

/** Throws `RATE_LIMITED` where a limit is exceeded. */
export function refuseExceeded(counted: Counted | null): void {
  if (counted?.isExceeded !== true) return;
  const { seconds } = counted;
  throw new ApiError('RATE_LIMITED', { params: { seconds }, headers: { 'Retry-After': String(seconds) } });
}

/** The address that a connection comes from: where a proxy of ours stands in front, the one that it names. */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: readonly string[]): string {
  const chain = [...String(headers['x-forwarded-for'] ?? '').split(','), socket.remoteAddress ?? ''].map((at) =>
    at.trim(),
  );
  return chain.findLast((address) => address !== '' && !proxies.includes(address)) ?? '';
}
