import { ServerCredentials } from '@grpc/grpc-js';
import { Waiters } from '../../core/iterable.js';
import { FaultPlan } from './fault-plan.js';
import { EsdbModel, type ModelOptions } from './model.js';
import { FakeNode } from './node.js';

export interface FakeOptions extends ModelOptions {
  /** How many nodes; the first is the leader until `elect`. Default 1. */
  readonly nodes?: number;
  /** Whether the nodes say that they know BatchAppend. Default true, as real ones do. */
  readonly batchAppend?: boolean;
  readonly delayMs?: number;
  /** How late a `late` answer is, in milliseconds. Default 4,000. */
  readonly lateMs?: number;
  readonly user?: { readonly name: string; readonly password: string };
  /** TLS instead of plain connections. */
  readonly credentials?: ServerCredentials;
}

/**
 * A fake of EventStoreDB at the level of its protocol, for tests: real gRPC over real sockets, with faults on demand.
 * It is a fake: what it does was taken from the documents and the client's and the server's sources, and passing against
 * it does not prove that a real server behaves so.
 */
export class FakeEventStore {
  readonly model: EsdbModel;
  readonly plan = new FaultPlan();
  readonly nodes: readonly FakeNode[];
  #leader = 0;

  private constructor(readonly options: FakeOptions) {
    this.model = new EsdbModel(options);
    const settings = {
      model: this.model,
      plan: this.plan,
      changes: new Waiters(),
      batchAppend: options.batchAppend ?? true,
      delayMs: options.delayMs ?? 100,
      lateMs: options.lateMs ?? 4_000,
      user: options.user,
      credentials: options.credentials ?? ServerCredentials.createInsecure(),
      leader: () => this.nodes[this.#leader] as FakeNode,
      members: () => this.nodes,
    };
    this.nodes = Array.from({ length: options.nodes ?? 1 }, () => new FakeNode(settings));
  }

  static async start(options: FakeOptions = {}): Promise<FakeEventStore> {
    const fake = new FakeEventStore(options);
    for (const node of fake.nodes) await node.start();
    return fake;
  }

  /** The address of the first node, or of all of them for a client that asks who leads. */
  get url(): string {
    return `esdb://${this.nodes.map((node) => `127.0.0.1:${node.port}`).join(',')}?tls=false`;
  }

  /** Makes another node the leader. */
  elect(index: number): void {
    this.#leader = index;
  }

  /** Cuts every connection, as a network does. */
  cut(): void {
    for (const node of this.nodes) node.breakConnections('reset');
  }

  async down(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
  }

  async up(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.reopen()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}
