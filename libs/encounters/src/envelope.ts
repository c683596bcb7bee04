import type { EventType, JsonObject } from '@bitacora/engine';

/** An event as clients see it: the contract's section 6. */
export interface EventEnvelope {
  /** Its place in the encounter, from 1. */
  readonly revision: number;
  /** Its place in the whole store. Opaque. */
  readonly position: string;
  /** A UUID. */
  readonly id: string;
  readonly type: EventType;
  /** The version of the data's shape, from 1; old ones are brought up to date where they are read. */
  readonly version: number;
  /** ISO 8601, UTC; never before the encounter's event before it. */
  readonly at: string;
  readonly actor: string;
  /** The id that all events of one command share. A UUID. */
  readonly command: string;
  readonly data: JsonObject;
}
