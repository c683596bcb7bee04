import { judge, type StreamLookup } from '../core/judge.js';
import type { PreparedAppend } from '../core/prepare.js';
import { idText, LazyEvent } from '../core/stored.js';
import { DuplicateEventId, StreamRetired, type StoreError } from '../errors.js';
import type { Appended, AppendConflict } from '../port.js';
import type { Connection } from './connection.js';
import { isDuplicate } from './faults.js';

/** What became of one append inside the open transaction. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Appended | AppendConflict }
  | { readonly kind: 'error'; readonly error: StoreError };

interface Head {
  readonly id: number;
  readonly retired: boolean;
  last: number;
}

const MAX_HEADS = 20_000;

/**
 * Judges and inserts appends inside a transaction. Keeps the heads of streams that it has met, for as long as no other
 * connection has written.
 */
export class Writer {
  readonly #heads = new Map<string, Head>();
  #version = -1;
  #end = 0;
  /** The events inserted since `start`, and the position of the first. */
  inserted: LazyEvent[] = [];
  first = 0;

  constructor(readonly connection: Connection) {}

  /** To be called when the transaction has begun. */
  start(): void {
    const version = this.connection.version();
    if (version !== this.#version) {
      this.#heads.clear();
      this.#end = this.connection.end();
      this.#version = version;
    }
    this.inserted = [];
    this.first = this.#end + 1;
  }

  /** To be called when the transaction was rolled back. */
  forget(): void {
    this.#version = -1;
  }

  apply(append: PreparedAppend): Outcome {
    const known = this.#lookUp(append.stream);
    if (known?.retired) return { kind: 'error', error: new StreamRetired(append.stream) };
    const last = known?.last ?? -1;
    const verdict = judge(append, known === undefined ? NOTHING : new Lookup(this.connection, known));
    if (verdict.kind === 'conflict') return answer({ kind: 'conflict', actual: last < 0 ? null : BigInt(last) });
    if (verdict.kind === 'append') return this.#insert(append, known ?? this.#addStream(append.stream));
    const position = this.connection.position((known as Head).id, verdict.last);
    return answer({ kind: 'already', revision: BigInt(verdict.last), position: String(position) });
  }

  #insert(append: PreparedAppend, head: Head): Outcome {
    const { events } = append;
    const before = { end: this.#end, inserted: this.inserted.length };
    try {
      events.forEach((event, i) => {
        this.#end += 1;
        const revision = head.last + 1 + i;
        this.connection.insert(this.#end, head.id, revision, i === 0 ? events.length : 0, event);
        const { id, type, data, metadata } = event;
        this.inserted.push(new LazyEvent(append.stream, BigInt(revision), String(this.#end), id, type, data, metadata));
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      this.connection.cut(before.end + 1);
      this.#end = before.end;
      this.inserted.length = before.inserted;
      return { kind: 'error', error: this.#duplicate(append, head) };
    }
    head.last += events.length;
    const positions = this.inserted.slice(before.inserted).map((event) => event.position);
    return answer({ kind: 'appended', revision: BigInt(head.last), position: String(this.#end), positions });
  }

  #duplicate(append: PreparedAppend, head: Head): DuplicateEventId {
    const id = append.events.find((event) => this.connection.find(head.id, event.id) !== undefined)?.id ?? '';
    return new DuplicateEventId(append.stream, id, BigInt(this.connection.find(head.id, id) ?? -1));
  }

  #lookUp(stream: string): Head | undefined {
    const known = this.#heads.get(stream);
    if (known !== undefined) return known;
    const row = this.connection.stream(stream);
    return row && this.#remember(stream, { ...row, last: this.connection.head(row.id) });
  }

  #addStream(stream: string): Head {
    return this.#remember(stream, { id: this.connection.addStream(stream), retired: false, last: -1 });
  }

  #remember(stream: string, head: Head): Head {
    if (this.#heads.size >= MAX_HEADS) this.#heads.clear();
    this.#heads.set(stream, head);
    return head;
  }
}

class Lookup implements StreamLookup {
  readonly head: number;
  readonly #id: number;

  constructor(
    readonly connection: Connection,
    head: Head,
  ) {
    this.head = head.last;
    this.#id = head.id;
  }

  at(revision: number): { id: string; appended: number } | undefined {
    const found = this.connection.at(this.#id, revision);
    return found && { id: idText(found.id), appended: found.appended };
  }

  find(id: string): number | undefined {
    return this.connection.find(this.#id, id);
  }
}

const NOTHING: StreamLookup = { head: -1, at: () => undefined, find: () => undefined };

function answer(result: Appended | AppendConflict): Outcome {
  return { kind: 'answer', answer: result };
}
