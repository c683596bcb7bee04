import type { RuleSet } from '@bitacora/engine';
import { StoreUnavailable } from '@bitacora/event-store';
import { fromStored, type EventEnvelope } from '../envelope.js';
import { byCommand } from '../commands.js';
import type { Folded } from '../types.js';
import type { Reading } from '../live.js';
import { pagesOf } from '../stream.js';
import { tableScope, type Viewer } from '../viewer.js';
import { SeenLog } from './seen-log.js';

/** The most scopes whose logs of one encounter are kept; the one used longest ago goes first. */
const MOST = 32;

/** What the scopes that were asked for see of one encounter. Nothing is made for those that see everything. */
export class SeenLogs {
  readonly #logs = new Map<string, SeenLog>();
  readonly #reading = new Map<SeenLog, Promise<void>>();

  constructor(
    readonly id: string,
    readonly rules: RuleSet,
    readonly reading: Reading,
  ) {}

  get size(): number {
    return this.#logs.size;
  }

  /** What `viewer` sees, at least up to `head`; the first time it is read from the store. */
  async of(viewer: Viewer, head: Folded): Promise<SeenLog> {
    const log = this.#logOf(viewer, head);
    while (log.trueRevision < head.encounter.revision) await this.#reach(log);
    return log;
  }

  /**
   * Takes in a command that was just accepted; a log that is behind finds it in the store. One that fails is dropped: who looks
   * by it gets the fault when it is made again, and not whoever sent the command.
   */
  take(events: readonly EventEnvelope[]): void {
    for (const [name, log] of this.#logs) {
      try {
        log.take(events);
      } catch {
        this.#logs.delete(name);
      }
    }
  }

  #logOf(viewer: Viewer, { encounter }: Folded): SeenLog {
    const { name, scope } = tableScope(viewer, encounter.now.options);
    const log = this.#logs.get(name) ?? new SeenLog(this.id, name, this.rules, scope);
    this.#logs.delete(name);
    this.#logs.set(name, log);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > MOST && oldest !== undefined) this.#logs.delete(oldest);
    return log;
  }

  #reach(log: SeenLog): Promise<void> {
    const running = this.#reading.get(log);
    if (running !== undefined) return running;
    const begun = this.#read(log)
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) this.#logs.delete(log.name);
        throw error;
      })
      .finally(() => this.#reading.delete(log));
    this.#reading.set(log, begun);
    return begun;
  }

  async #read(log: SeenLog): Promise<void> {
    const { store, upcaster } = this.reading;
    for await (const page of pagesOf(store, this.id, log.trueRevision)) {
      for (const command of byCommand(page.map((stored) => fromStored(stored, upcaster)))) log.take(command);
    }
  }
}
