import { matches, type Scan } from '../core/follow.js';
import type { LazyEvent } from '../core/stored.js';
import type { EventFilter } from '../port.js';

const MAX_EVENTS = 256;
const MAX_CATCH_UP = 128;
const MAX_CHARACTERS = 4_194_304;

/** The newest events, without a gap, so that live readers share one copy and need not ask the database. */
export class Tail {
  readonly #events: LazyEvent[] = [];
  #first: number;
  #characters = 0;

  /** `first`: the position that the next event will have. */
  constructor(first: number) {
    this.#first = first;
  }

  /** Takes events that were committed just now, the first of them at `position`. */
  add(position: number, events: readonly LazyEvent[]): void {
    const known = this.#first + this.#events.length - position;
    // Read from the file already, between their commit and the answer.
    if (position >= this.#first && known >= events.length) return;
    if (known !== 0) this.#clear(position);
    for (const event of events) {
      this.#events.push(event);
      this.#characters += event.dataText.length + event.metadataText.length;
    }
    if (this.#events.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.#trim();
  }

  /** The position of the newest event, kept or let go. */
  get last(): number {
    return this.#first + this.#events.length - 1;
  }

  /** Fetches what others have written; what is too much to keep is let go. */
  catchUp(database: {
    end(): number;
    scan(after: number, upTo: number, filter: undefined, max: number): LazyEvent[];
  }): void {
    const { last } = this;
    const end = database.end();
    if (end - last > MAX_CATCH_UP) this.#clear(end + 1);
    else if (end > last) this.add(last + 1, database.scan(last, end, undefined, MAX_CATCH_UP));
  }

  /** As `Log.scan`, or undefined when the answer is not all in here. */
  scan(after: number, filter: EventFilter | undefined, max: number): Scan | undefined {
    const start = after + 1 - this.#first;
    if (start < 0 || start >= this.#events.length) return undefined;
    const found: LazyEvent[] = [];
    let at = start;
    for (; at < this.#events.length && found.length < max; at += 1) {
      const event = this.#events[at] as LazyEvent;
      if (matches(event, filter)) found.push(event);
    }
    return { events: found, scanned: this.#first + at - 1 };
  }

  #clear(position: number): void {
    this.#events.length = 0;
    this.#characters = 0;
    this.#first = position;
  }

  #trim(): void {
    let drop = 0;
    let characters = this.#characters;
    while (this.#events.length - drop > MAX_EVENTS / 2 || characters > MAX_CHARACTERS / 2) {
      const event = this.#events[drop] as LazyEvent;
      characters -= event.dataText.length + event.metadataText.length;
      drop += 1;
    }
    this.#events.splice(0, drop);
    this.#first += drop;
    this.#characters = characters;
  }
}
