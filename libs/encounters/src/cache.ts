import { Live, type Reading } from './live.js';

/** What an encounter counts besides its events. */
const OVERHEAD = 20;
const MAX_LOOKS = 16;

interface Slot {
  readonly live: Live;
  weight: number;
}

/** The encounters in memory, as many as fit: who was used longest ago goes first, but for those in use. */
export class LiveCache {
  readonly #slots = new Map<string, Slot>();
  readonly #loading = new Map<string, Promise<Live | null>>();
  readonly #writing = new Map<string, Promise<unknown>>();
  #weight = 0;

  constructor(
    readonly reading: Reading,
    readonly maxWeight: number,
  ) {}

  /** How much it holds, in events. */
  get weight(): number {
    return this.#weight;
  }

  /** Encounter `id`, read from the store if need be; null where there is none. May be behind what others have written. */
  get(id: string): Live | Promise<Live | null> {
    const known = this.peek(id);
    if (known === undefined) return this.#load(id);
    this.#touch(id, known);
    return known;
  }

  /** Encounter `id` if it is in memory. */
  peek(id: string): Live | undefined {
    return this.#slots.get(id)?.live;
  }

  /** Takes in an encounter that is new. */
  put(live: Live): Live {
    const known = this.peek(live.id);
    if (known !== undefined) return known;
    this.#touch(live.id, live);
    return live;
  }

  #load(id: string): Promise<Live | null> {
    const loading = this.#loading.get(id);
    if (loading !== undefined) return loading;
    const begun = this.#read(id)
      .then((live) => live && this.put(live))
      .finally(() => this.#loading.delete(id));
    this.#loading.set(id, begun);
    return begun;
  }

  /** Lets `write` put more of encounter `id` into the store than fits at once: here nobody takes a command upon what is half there. */
  async whole<T>(id: string, write: () => Promise<T>): Promise<T> {
    for (let loading = this.#loading.get(id); loading !== undefined; loading = this.#loading.get(id)) await loading;
    const live = this.peek(id);
    if (live !== undefined) return live.run(write);
    const before = this.#writing.get(id)?.catch(() => undefined);
    const writing = before === undefined ? write() : before.then(write);
    this.#writing.set(id, writing);
    try {
      return await writing;
    } finally {
      if (this.#writing.get(id) === writing) this.#writing.delete(id);
    }
  }

  async #read(id: string): Promise<Live | null> {
    for (let writing = this.#writing.get(id); writing !== undefined; writing = this.#writing.get(id))
      await writing.catch(() => undefined);
    return Live.load(id, this.reading);
  }

  #touch(id: string, live: Live): void {
    const slot = this.#slots.get(id) ?? { live, weight: 0 };
    const weight = OVERHEAD + live.weight;
    this.#weight += weight - slot.weight;
    slot.weight = weight;
    this.#slots.delete(id);
    this.#slots.set(id, slot);
    if (this.#weight > this.maxWeight) this.#evict(id);
  }

  /** Looks at a few only, so that a command costs the same however many are in use. */
  #evict(newest: string): void {
    let looks = MAX_LOOKS;
    for (const [id, slot] of this.#slots) {
      if (this.#weight <= this.maxWeight || looks === 0 || id === newest) return;
      looks -= 1;
      this.#slots.delete(id);
      if (slot.live.users > 0) this.#slots.set(id, slot);
      else this.#weight -= slot.weight;
    }
  }
}
