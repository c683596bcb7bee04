import type { Viewer } from '@bitacora/encounters';
import type { Language } from '../messages/index.js';

/** A state of an encounter that an answer was made from. */
export interface Dependency {
  readonly id: string;
  readonly revision: number;
}

/** What one GraphQL operation knows of its call, over HTTP and WebSockets alike. */
export class GraphContext {
  private readonly made: { readonly from: Dependency[]; reusable: boolean } = { from: [], reusable: true };

  constructor(
    readonly viewer: Viewer,
    readonly requestId: string,
    readonly language: Language,
  ) {}

  /** Notes that the answer holds the present state of an encounter: it serves until that changes. */
  usesState(id: string, revision: number): void {
    this.made.from.push({ id, revision });
  }

  /** Notes that the answer must not serve again: it did something, failed, or holds what changes unseen. */
  usesOther(): void {
    this.made.reusable = false;
  }

  /** The states that the answer was made from; empty where it must not serve again. */
  get dependencies(): readonly Dependency[] {
    return this.made.reusable ? this.made.from : [];
  }
}

/** What a subscription knows besides. */
export class SubscriptionContext extends GraphContext {
  private readonly ended = new AbortController();

  /** Aborted when the subscription is over. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  end(): void {
    this.ended.abort();
  }
}
