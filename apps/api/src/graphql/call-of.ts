import type { CallContext } from '@bitacora/encounters';
import { readIdempotencyKey } from '../http/call.js';
import type { GraphContext } from './context.js';

/** Under which conditions a command counts. */
export interface Conditions {
  readonly idempotencyKey?: string | null | undefined;
  readonly ifMatch?: number | null | undefined;
}

/** Who calls in GraphQL, and under which conditions. Throws `MALFORMED` for a key that is none. */
export function callOf(context: GraphContext, { idempotencyKey, ifMatch }: Conditions): CallContext {
  const key = readIdempotencyKey(idempotencyKey ?? undefined);
  return {
    viewer: context.viewer,
    requestId: context.requestId,
    ...(key !== undefined && { idempotencyKey: key }),
    ...(typeof ifMatch === 'number' && { ifMatch }),
  };
}
