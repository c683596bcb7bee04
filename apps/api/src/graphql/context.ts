import { knows, may, type Caller, type Operation } from '@bitacora/access';
import type { Viewer } from '@bitacora/encounters';
import { noSuchEncounter } from '../encounters/settled.js';
import type { Language } from '../messages/index.js';
import { ApiError } from '../problem.js';
import type { Patience } from './patience.js';

/** A state of an encounter that an answer was made from. */
export interface Dependency {
  readonly id: string;
  readonly revision: number;
}

/** What one GraphQL operation knows of its call, over HTTP and WebSockets alike. */
export class GraphContext {
  /** One object, whatever copies the framework makes of the context. */
  private readonly made: { readonly from: Dependency[]; reusable: boolean; succeeded: boolean } = {
    from: [],
    reusable: true,
    succeeded: false,
  };

  constructor(
    readonly caller: Caller,
    readonly requestId: string,
    readonly language: Language,
    readonly patience: Patience,
  ) {}

  /** Aborted when the operation's time is over, or when nobody waits for it any more. */
  get signal(): AbortSignal {
    return this.patience.signal;
  }

  /** Nobody waits for the operation any more. */
  end(): void {
    this.patience.end();
  }

  get viewer(): Viewer {
    return this.caller.viewer;
  }

  /** Throws `ENCOUNTER_NOT_FOUND` unless the caller may know of encounter `id`. */
  ensureKnows(id: string): void {
    if (!knows(this.caller, id)) throw noSuchEncounter(id);
  }

  /** Throws `FORBIDDEN` unless the caller may do this. */
  ensureMay(operation: Operation): void {
    if (!may(this.viewer, operation)) throw new ApiError('FORBIDDEN');
  }

  /** Notes that the answer holds the present state of an encounter: it serves until that changes. */
  usesState(id: string, revision: number): void {
    this.made.from.push({ id, revision });
  }

  /** Notes that the answer must not serve again: it did something, failed, or holds what changes unseen. */
  usesOther(): void {
    this.made.reusable = false;
  }

  /** Notes that a query was answered without an error. */
  succeeds(): void {
    this.made.succeeded = true;
  }

  /** The states that the answer was made from; empty where it must not serve again. */
  get dependencies(): readonly Dependency[] {
    return this.made.reusable && this.made.succeeded ? this.made.from : [];
  }
}
