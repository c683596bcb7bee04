import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamMessages from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ServerCredentials } from '@grpc/grpc-js';
import {
  Server,
  status as codes,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceError,
} from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Waiters } from '../../core/iterable.js';
import type { FaultKind, FaultPlan, Moment } from './fault-plan.js';
import {
  appendResponse,
  batchResponse,
  expectedOf,
  failure,
  nameOf,
  notLeader,
  proposedOf,
  streamDeleted,
  tooLarge,
} from './messages.js';
import type { EsdbModel, ModelAppend, ModelExpected, Proposed } from './model.js';
import { TcpProxy } from './proxy.js';
import { Reading, type ReadCall } from './reads.js';

export interface NodeSettings {
  readonly model: EsdbModel;
  readonly plan: FaultPlan;
  /** Woken at every change of the model. */
  readonly changes: Waiters;
  /** Whether the server says that it knows BatchAppend. */
  readonly batchAppend: boolean;
  readonly delayMs: number;
  readonly lateMs: number;
  /** Name and password that every call must carry; none: anybody may. */
  readonly user: { readonly name: string; readonly password: string } | undefined;
  readonly credentials: ServerCredentials;
  /** Where the leader is, and which nodes there are, as seen through their proxies. */
  readonly leader: () => FakeNode;
  readonly members: () => readonly FakeNode[];
}

const CALLS = ['read', 'append', 'delete', 'tombstone'];
const HOST = '127.0.0.1';

/** One node of the fake: the gRPC service over the model, behind a TCP proxy of its own. */
export class FakeNode {
  readonly #server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  #proxy: TcpProxy | null = null;

  constructor(readonly settings: NodeSettings) {}

  get model(): EsdbModel {
    return this.settings.model;
  }

  get delayMs(): number {
    return this.settings.delayMs;
  }

  get lateMs(): number {
    return this.settings.lateMs;
  }

  get port(): number {
    return this.#proxy?.port ?? 0;
  }

  async start(): Promise<void> {
    this.#addServices();
    const port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync(`${HOST}:0`, this.settings.credentials, (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    this.#proxy = await TcpProxy.start(port);
  }

  async stop(): Promise<void> {
    await this.close();
    this.#server.forceShutdown();
  }

  /** As if the node were switched off: no connection is left, none is taken. */
  async close(): Promise<void> {
    await this.#proxy?.close();
  }

  /** As if it were switched on again, at the same address. */
  async reopen(): Promise<void> {
    await this.#proxy?.listen();
  }

  breakConnections(how: 'half-close' | 'reset'): void {
    if (how === 'reset') this.#proxy?.reset();
    else this.#proxy?.halfClose();
  }

  notLeader(): ServiceError {
    return notLeader(HOST, this.settings.leader().port);
  }

  #addServices(): void {
    this.#server.addService(streams.StreamsService, {
      append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) =>
        this.#append(call, answer),
      batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => this.#batchAppend(call),
      read: (call: ReadCall) => {
        const refused = this.#refusal(call.metadata);
        if (refused !== undefined) return void call.emit('error', refused);
        void new Reading(this, call, this.settings.plan.take(momentOf(call))).run();
      },
      delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, answer: sendUnaryData<DeleteResp>) =>
        void this.#end(
          call,
          (stream, expected) => this.model.delete(stream, expected),
          (failed) => answer(failed, failed === null ? new streamMessages.DeleteResp() : null),
        ),
      tombstone: (call: ServerUnaryCall<TombstoneReq, TombstoneResp>, answer: sendUnaryData<TombstoneResp>) =>
        void this.#end(
          call,
          (stream, expected) => this.model.tombstone(stream, expected),
          (failed) => answer(failed, failed === null ? new streamMessages.TombstoneResp() : null),
        ),
    });
    this.#server.addService(features.ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, answer: sendUnaryData<unknown>) => answer(null, this.#supported()),
    });
    this.#server.addService(gossip.GossipService, {
      read: (_call: unknown, answer: sendUnaryData<unknown>) => void this.#gossip(answer),
    });
  }

  #append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void {
    const refused = this.#refusal(call.metadata);
    let stream = '';
    let expected: ModelExpected = 'any';
    const events: Proposed[] = [];
    call.on('data', (request: AppendReq) => {
      const options = request.getOptions();
      const message = request.getProposedMessage();
      if (message !== undefined) events.push(proposedOf(message));
      if (options === undefined) return;
      stream = nameOf(options.getStreamIdentifier());
      expected = expectedOf(options, () => options.getRevision());
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      if (refused !== undefined) return answer(refused);
      void this.#withFault('append', () => this.#write(stream, events, expected)).then(
        (result) => {
          if (result === undefined) return;
          if (result.kind === 'deleted') answer(streamDeleted(stream));
          else if (result.kind === 'too-large') answer(tooLarge(result.limit));
          else answer(null, appendResponse(result));
        },
        (error: unknown) => answer(error as ServiceError),
      );
    });
  }

  #batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const open = new Map<string, { options: BatchAppendReq.Options; events: Proposed[] }>();
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId();
      const key = id?.getString() ?? '';
      const options = request.getOptions();
      if (options !== undefined) open.set(key, { options, events: [] });
      const batch = open.get(key);
      batch?.events.push(...request.getProposedMessagesList().map(proposedOf));
      if (batch === undefined || !request.getIsFinal()) return;
      open.delete(key);
      const stream = nameOf(batch.options.getStreamIdentifier());
      const expected = expectedOf(batch.options, () => batch.options.getStreamPosition());
      void this.#withFault('append', () => this.#write(stream, batch.events, expected)).then(
        (result) => result && call.write(batchResponse(stream, id, result)),
        (error: unknown) => call.emit('error', error),
      );
    });
    call.on('error', () => undefined);
    call.on('end', () => call.end());
  }

  async #end(
    call: ServerUnaryCall<DeleteReq, unknown> | ServerUnaryCall<TombstoneReq, unknown>,
    act: (stream: string, expected: ModelExpected) => ModelAppend,
    answer: (failed: ServiceError | null) => void,
  ): Promise<void> {
    const options = call.request.getOptions();
    const stream = nameOf(options?.getStreamIdentifier());
    const expected = options === undefined ? 'any' : expectedOf(options, () => options.getRevision());
    const refused = this.#refusal(call.metadata);
    if (refused !== undefined) return answer(refused);
    try {
      const result = await this.#withFault('delete', () => act(stream, expected));
      this.settings.changes.wake();
      if (result === undefined) return;
      if (result.kind === 'deleted') return answer(streamDeleted(stream));
      const trailers = { exception: 'wrong-expected-version', 'stream-name': stream, 'expected-version': '-2' };
      answer(result.kind === 'ok' ? null : failure(codes.FAILED_PRECONDITION, 'wrong expected version', trailers));
    } catch (error) {
      answer(error as ServiceError);
    }
  }

  #write(stream: string, events: readonly Proposed[], expected: ModelExpected): ModelAppend {
    const result = this.model.append(stream, events, expected);
    this.settings.changes.wake();
    return result;
  }

  /** Does something that commits, with the fault that is planned for it. Undefined: never answer. */
  async #withFault<T>(moment: Moment, commit: () => T): Promise<T | undefined> {
    const fault = this.settings.leader() === this ? this.settings.plan.take(moment) : 'not-leader';
    if (fault === 'not-leader') throw this.notLeader();
    if (fault === 'drop-before') throw failure(codes.UNAVAILABLE, 'told to fail before the commit');
    if (fault === 'swallow-before') return undefined;
    const result = commit();
    await this.#afterCommit(fault);
    return fault === 'swallow-after' || fault === 'half-close' || fault === 'reset' ? undefined : result;
  }

  async #afterCommit(fault: FaultKind | undefined): Promise<void> {
    if (fault === 'delay' || fault === 'slow') await sleep(this.delayMs);
    if (fault === 'late') await sleep(this.lateMs);
    if (fault === 'half-close' || fault === 'reset') this.breakConnections(fault);
    if (fault === 'drop-after') throw failure(codes.UNAVAILABLE, 'told to fail after the commit');
    if (fault === 'cancelled') throw failure(codes.CANCELLED, 'told to cancel after the commit');
    if (fault === 'server-timeout') throw failure(codes.ABORTED, 'told to time out after the commit');
  }

  #refusal(metadata: { get(key: string): (string | Buffer)[] }): ServiceError | undefined {
    const { user } = this.settings;
    if (user === undefined) return undefined;
    const given = String(metadata.get('authorization')[0] ?? '');
    const wanted = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
    return given === wanted ? undefined : failure(codes.UNAUTHENTICATED, 'Unauthenticated');
  }

  #supported(): InstanceType<typeof featureMessages.SupportedMethods> {
    const supported = new featureMessages.SupportedMethods().setEventStoreServerVersion('0.0.0-fake');
    for (const name of [...CALLS, ...(this.settings.batchAppend ? ['batchappend'] : [])]) {
      const method = new featureMessages.SupportedMethod();
      supported.addMethods(method.setServiceName('event_store.client.streams.streams').setMethodName(name));
    }
    return supported;
  }

  async #gossip(answer: sendUnaryData<unknown>): Promise<void> {
    const fault = this.settings.plan.take('gossip');
    if (fault === 'drop-before') return answer(failure(codes.UNAVAILABLE, 'told to fail'));
    const info = new gossipMessages.ClusterInfo();
    const { VNodeState } = gossipMessages.MemberInfo;
    for (const node of this.settings.members()) {
      const member = new gossipMessages.MemberInfo().setIsAlive(true).setTimeStamp('0');
      member.setInstanceId(new shared.UUID().setString(crypto.randomUUID()));
      member.setState(node === this.settings.leader() ? VNodeState.LEADER : VNodeState.FOLLOWER);
      info.addMembers(member.setHttpEndPoint(new gossipMessages.EndPoint().setAddress(HOST).setPort(node.port)));
    }
    answer(null, info);
  }
}

function momentOf(call: ReadCall): Moment {
  const options = call.request.getOptions();
  if (options?.hasStream()) return 'read';
  return options?.hasSubscription() ? 'subscribe' : 'readAll';
}
