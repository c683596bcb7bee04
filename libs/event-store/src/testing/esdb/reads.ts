import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { status as codes, type ServerWritableStream } from '@grpc/grpc-js';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultKind } from './fault-plan.js';
import {
  caughtUp,
  checkpoint,
  confirmation,
  eventResponse,
  failure,
  filterOf,
  nameOf,
  streamDeleted,
  streamNotFound,
} from './messages.js';
import type { Recorded } from './model.js';
import type { FakeNode } from './node.js';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

const CHUNK = 512;
/** How many events go out before a fault that strikes in the middle. */
const BEFORE_FAULT = 2;

/** Thrown inside the fake when a call is to end without another word. */
class Silence extends Error {}

/** One Read call: a stream, `$all`, or a subscription to `$all`. */
export class Reading {
  readonly #options: ReadReq.Options;
  #written = 0;
  readonly #gone = new AbortController();

  constructor(
    readonly node: FakeNode,
    readonly call: ReadCall,
    readonly fault: FaultKind | undefined,
  ) {
    this.#options = call.request.getOptions() as ReadReq.Options;
    call.once('cancelled', () => this.#gone.abort());
  }

  async run(): Promise<void> {
    try {
      await this.#before();
      if (this.#options.hasStream()) await this.#stream();
      else if (this.#options.hasSubscription()) await this.#follow();
      else await this.#all();
      await this.#middle(true);
      this.call.end();
    } catch (error) {
      if (!(error instanceof Silence) && !this.call.cancelled) this.call.emit('error', error);
    }
  }

  async #before(): Promise<void> {
    const { fault, node } = this;
    if (fault === 'delay') await sleep(node.delayMs);
    if (fault === 'late') await sleep(node.lateMs);
    if (fault === 'drop-before') throw failure(codes.UNAVAILABLE, 'told to fail before the read');
    if (fault === 'not-leader') throw node.notLeader();
    if (fault === 'swallow-before') throw new Silence();
  }

  /** Strikes in the middle: after two events, or at the end of what there is. */
  async #middle(ended = false): Promise<void> {
    const { fault, node } = this;
    if (fault === 'slow') await sleep(2);
    if (this.#written < BEFORE_FAULT && !ended) return;
    if (fault === 'drop-after') throw failure(codes.UNAVAILABLE, 'told to fail in the middle of the read');
    if (fault === 'cancelled') throw failure(codes.CANCELLED, 'told to cancel');
    if (fault === 'server-timeout') throw failure(codes.ABORTED, 'told to time out');
    if (fault === 'swallow-after') throw new Silence();
    if (fault === 'half-close' || fault === 'reset') {
      node.breakConnections(fault);
      throw new Silence();
    }
  }

  async #send(response: ReadResp): Promise<void> {
    if (this.call.cancelled || this.call.destroyed) throw new Silence();
    if (this.call.write(response)) return;
    await once(this.call, 'drain', { signal: this.#gone.signal }).catch(() => undefined);
  }

  async #sendEvent(event: Recorded): Promise<void> {
    await this.#middle();
    await this.#send(eventResponse(event));
    this.#written += 1;
  }

  async #stream(): Promise<void> {
    const asked = this.#options.getStream();
    const stream = nameOf(asked?.getStreamIdentifier());
    const from = asked?.hasRevision() ? BigInt(asked.getRevision()) : undefined;
    const found = this.node.model.readStream(stream, from, this.#backward(), this.#count());
    if (found === 'deleted') throw streamDeleted(stream);
    if (found === 'missing') return this.#send(streamNotFound(stream));
    for (const event of found) await this.#sendEvent(event);
  }

  async #all(): Promise<void> {
    const matches = filterOf(this.#options);
    const found = this.node.model.readAll(this.#from(), this.#backward(), this.#count());
    for (const event of found) if (matches(event)) await this.#sendEvent(event);
  }

  async #follow(): Promise<void> {
    const { model } = this.node;
    const after = this.#from();
    let index = this.#options.getAll()?.hasEnd() ? model.log.length : 0;
    if (after !== undefined) index = model.indexAt(after + 1n);
    const filter = this.#options.getFilter();
    const every = (filter?.getCheckpointintervalmultiplier() ?? 1) * (filter?.hasMax() ? filter.getMax() : 32);
    const matches = filterOf(this.#options);
    await this.#send(confirmation(crypto.randomUUID()));
    for (let scanned = 0; ;) {
      for (const event of model.log.slice(index, index + CHUNK)) {
        index += 1;
        scanned += 1;
        if (matches(event)) await this.#sendEvent(event);
        if (filter !== undefined && scanned % every === 0) await this.#send(checkpoint(event.position));
      }
      if (index < model.log.length) continue;
      await this.#middle();
      await this.#send(caughtUp());
      await this.#middle(this.fault !== undefined && this.#written === 0);
      if (index < model.log.length) continue;
      await this.node.settings.changes.wait(this.#gone.signal);
      if (this.#gone.signal.aborted) throw new Silence();
    }
  }

  #from(): bigint | undefined {
    const all = this.#options.getAll();
    return all?.hasPosition() ? BigInt(all.getPosition()?.getCommitPosition() ?? '0') : undefined;
  }

  #backward(): boolean {
    return (this.#options.getReadDirection() as number) === 1;
  }

  #count(): number {
    return Number(this.#options.getCount());
  }
}
