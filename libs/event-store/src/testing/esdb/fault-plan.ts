/** The calls at which a fault can strike. */
export type Moment = 'append' | 'read' | 'readAll' | 'subscribe' | 'delete' | 'features' | 'gossip';

export const FAULT_KINDS = [
  'delay',
  'late',
  'drop-before',
  'drop-after',
  'swallow-before',
  'swallow-after',
  'half-close',
  'reset',
  'not-leader',
  'cancelled',
  'server-timeout',
  'slow',
] as const;

/**
 * What goes wrong. `before` and `after` mean the commit of an append, or the first events of a read.
 * - `delay`: the answer comes late, in time; `late`: it comes after any caller's patience
 * - `drop-…`: the call fails as unavailable; `swallow-…`: there is never an answer
 * - `half-close`: the connection is closed in one direction, the server's; `reset`: the whole connection is cut
 * - `not-leader`: refused, and the leader is named; `cancelled`, `server-timeout`: the server gives up, after the commit
 * - `slow`: the answer trickles
 */
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly at: Moment;
  readonly kind: FaultKind;
  /** How often it strikes. Default once. */
  readonly times?: number;
  /** How many calls of this moment pass unharmed before. Default none. */
  readonly skip?: number;
}

/** Which call is to suffer what. */
export class FaultPlan {
  #faults: { fault: Fault; left: number; skip: number }[] = [];
  /** How many faults have struck. */
  struck = 0;

  add(...faults: Fault[]): void {
    for (const fault of faults) this.#faults.push({ fault, left: fault.times ?? 1, skip: fault.skip ?? 0 });
  }

  clear(): void {
    this.#faults = [];
  }

  /** The fault for a call that has begun, if there is one. */
  take(at: Moment): FaultKind | undefined {
    const next = this.#faults.find((each) => each.fault.at === at && each.left > 0);
    if (next === undefined) return undefined;
    if (next.skip > 0) {
      next.skip -= 1;
      return undefined;
    }
    next.left -= 1;
    this.struck += 1;
    return next.fault.kind;
  }
}
