import type { RecordedEvent } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import type { PreparedAppend } from '../core/prepare.js';
import { AppendAborted, StoreClosed, StreamRetired, type StoreError } from '../errors.js';
import type { AppendOptions, AppendResult } from '../port.js';
import type { Driver } from './driver.js';
import { Tries } from './faults.js';
import { Backoff, Gate } from './patience.js';
import { markOf, toDriver, toPosition } from './records.js';

const IN_FLIGHT = 64;
/** How far back an append without a revision is looked for when its outcome is unknown. */
const LOOK_BACK = 1_000;

/** One append on its way, over all its tries. */
interface Sending {
  readonly append: PreparedAppend;
  /** Names this call in the events' marks. */
  readonly attempt: string;
  readonly until: number;
  readonly signal: AbortSignal | undefined;
  /** Whether a try may have reached the server and is without a clear answer. */
  doubtful: boolean;
}

/**
 * Appends with retries. A retry sends the same ids and the same expectation, which the server takes as the same append;
 * the mark in the last event then tells whether it was this call that stored it, an earlier one, or only a part of one.
 */
export class Appender {
  readonly #gate = new Gate(IN_FLIGHT);
  readonly #running = new Set<Promise<unknown>>();

  constructor(readonly driver: Driver) {}

  append(append: PreparedAppend, options: AppendOptions): Promise<AppendResult> {
    const until = performance.now() + (options.deadlineMs ?? this.driver.patience.callMs);
    return this.#start({ append, attempt: randomUUID(), until, signal: options.signal, doubtful: false });
  }

  /** Settles when nothing is in flight. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #start(sending: Sending): Promise<AppendResult> {
    const work = this.#gate.run(() => this.#send(sending));
    this.#running.add(work);
    const done = (): void => void this.#running.delete(work);
    work.then(done, done);
    return work;
  }

  async #send(sending: Sending): Promise<AppendResult> {
    const backoff = new Backoff(500);
    const tries = new Tries();
    if (sending.signal?.aborted && !sending.doubtful) throw new AppendAborted();
    for (;;) {
      if (this.driver.closed) return this.#giveUp(sending, new StoreClosed());
      try {
        return await this.#once(sending);
      } catch (error) {
        const meaning = this.driver.meaningOf(error);
        if (meaning.kind === 'final') throw meaning.error;
        if (meaning.kind === 'conflict')
          return { kind: 'conflict', actual: await this.#trueHead(sending, meaning.actual) };
        if (meaning.kind === 'deleted') throw new StreamRetired(sending.append.stream);
        if (meaning.kind === 'transient' && meaning.sent) sending.doubtful = true;
        tries.add(error);
        if (performance.now() >= sending.until) {
          return this.#giveUp(sending, tries.unavailable(this.driver.address.shown));
        }
        await backoff.wait(sending.until);
      }
    }
  }

  #giveUp(sending: Sending, error: StoreError): AppendResult {
    if (!sending.doubtful) throw error;
    return {
      kind: 'unknown',
      resolve: async () => {
        this.driver.open();
        return this.#start({ ...sending, until: performance.now() + this.driver.patience.callMs });
      },
    };
  }

  async #once(sending: Sending): Promise<AppendResult> {
    const { append, attempt, until } = sending;
    const loose = append.expected === 'any' || append.expected === 'stream_exists';
    if (sending.doubtful && loose) {
      const found = await this.#lookBack(sending);
      if (found !== undefined) return answer('appended', found);
    }
    const result = await this.driver.try(until, (limits) =>
      this.driver.client.appendToStream(append.stream, toDriver(append, attempt) as never, {
        expectedRevision: append.expected,
        ...limits,
      }),
    );
    sending.doubtful = true;
    if (!result.success) return { kind: 'conflict', actual: await this.#trueHead(sending, null) };
    return this.#confirm(sending, result.nextExpectedRevision);
  }

  /** The server says yes to a new append and to the same one again alike: the stored mark tells which it was. */
  async #confirm(sending: Sending, revision: bigint): Promise<AppendResult> {
    const { append, attempt, until } = sending;
    const limits = this.driver.limits(until);
    const [last] = await this.driver.page(append.stream, { from: revision, max: 1, backward: true }, limits);
    const mark = last === undefined ? null : markOf(last);
    if (last !== undefined && mark?.attempt === attempt) return answer('appended', last);
    if (last !== undefined && mark?.count === append.events.length) return answer('already', last);
    return { kind: 'conflict', actual: await this.#trueHead(sending, null) };
  }

  async #lookBack({ append, attempt, until }: Sending): Promise<RecordedEvent | undefined> {
    const limits = this.driver.limits(until);
    const request = { from: 'end' as const, max: LOOK_BACK, backward: true };
    const recent = await this.driver.page(append.stream, request, limits).catch((error: unknown) => {
      if (this.driver.meaningOf(error).kind === 'missing') return [];
      throw error;
    });
    return recent.find((event) => markOf(event)?.attempt === attempt);
  }

  /** The driver does not always say where the stream is. */
  async #trueHead({ append, until }: Sending, told: bigint | null): Promise<bigint | null> {
    if (told !== null) return told;
    const request = { from: 'end' as const, max: 1, backward: true };
    const found = await this.driver.patiently((limits) => this.driver.page(append.stream, request, limits), until);
    return Array.isArray(found) ? (found[0]?.revision ?? null) : null;
  }
}

function answer(kind: 'appended' | 'already', last: RecordedEvent): AppendResult {
  const { revision, position } = last;
  return { kind, revision, position: toPosition(position ?? { commit: 0n, prepare: 0n }) };
}
