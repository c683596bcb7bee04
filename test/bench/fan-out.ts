import { once } from 'node:events';
import WebSocket from 'ws';
import { fighters } from './data.js';
import type { Section } from './harness.js';
import { Connection, request } from './http.js';
import { VIEW_FIELDS } from './queries.js';
import { startApi, startBare, type BenchServer } from './server.js';

const COMBATANTS = 12;
const PUBLISHES = 5;

/** (d) One event to many subscribers, each with a socket of its own: the time to the last, and what a subscription holds. */
export async function fanOut(): Promise<Section[]> {
  return [await section(200), await section(1_000), await memory(1_000)];
}

/** Everybody who listens; counts what arrives. */
class Audience {
  private readonly sockets: WebSocket[] = [];
  private missing = 0;
  private all: (() => void) | null = null;
  /** The last message that arrived. */
  message = '';

  async join(url: string, count: number, greet: (socket: WebSocket) => Promise<void>): Promise<void> {
    for (let i = 0; i < count; i += 100) {
      const some = Array.from(
        { length: Math.min(100, count - i) },
        () => new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false }),
      );
      await Promise.all(some.map((socket) => once(socket, 'open')));
      await Promise.all(some.map(greet));
      for (const socket of some) socket.on('message', (data: Buffer) => this.take(data));
      this.sockets.push(...some);
    }
  }

  /** The time from `publish` to the last delivery, in milliseconds. */
  async time(publish: () => Promise<unknown>): Promise<number> {
    this.missing = this.sockets.length;
    const everybody = new Promise<void>((resolve) => (this.all = resolve));
    const since = performance.now();
    await Promise.all([publish(), everybody]);
    return performance.now() - since;
  }

  leave(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  private take(data: Buffer): void {
    if (this.missing === this.sockets.length) this.message = data.toString();
    this.missing -= 1;
    if (this.missing === 0) this.all?.();
  }
}

interface Stage {
  readonly server: BenchServer;
  readonly audience: Audience;
  readonly publish: () => Promise<unknown>;
  readonly leave: () => Promise<void>;
}

/** Our server, with an encounter of twelve that nobody follows yet. */
async function ours(): Promise<Stage & { readonly subscribe: (count: number) => Promise<void> }> {
  const server = await startApi();
  const connection = new Connection(server.url);
  const audience = new Audience();
  const body = { name: 'Bench', ruleset: 'eclipse-phase-1e', combatants: fighters(COMBATANTS) };
  const made = JSON.parse((await connection.send(request('POST', '/v1/encounters', body))).toString()) as {
    encounter: { id: string };
  };
  const commands = `/v1/encounters/${made.encounter.id}/commands`;
  await connection.send(request('POST', commands, { type: 'start' }));
  await connection.send(request('POST', commands, { type: 'rollInitiative' }));
  const query = `subscription ($id: ID!) { encounterChanged(id: $id) { revision events { revision type data } encounter { ${VIEW_FIELDS} } } }`;
  const greet = async (socket: WebSocket): Promise<void> => {
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    socket.send(
      JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { id: made.encounter.id } } }),
    );
    // The pong comes after the subscription was taken on.
    socket.send('{"type":"ping"}');
    await once(socket, 'message');
  };
  return {
    server,
    audience,
    subscribe: (count) => audience.join(`${server.url.replace('http', 'ws')}/graphql`, count, greet),
    publish: () => connection.send(request('POST', commands, { type: 'note', text: 'Something happens.' })),
    leave: async () => {
      audience.leave();
      connection.close();
      await server.stop();
    },
  };
}

/** A bare broadcast of `message`. */
async function bare(subscribers: number, message: string): Promise<Stage> {
  const server = await startBare();
  const connection = new Connection(server.url);
  const audience = new Audience();
  await audience.join(server.url.replace('http', 'ws'), subscribers, async () => undefined);
  return {
    server,
    audience,
    publish: () => connection.send(request('POST', '/broadcast', { message })),
    leave: async () => {
      audience.leave();
      connection.close();
      await server.stop();
    },
  };
}

async function section(subscribers: number): Promise<Section> {
  const own = await ours();
  await own.subscribe(subscribers);
  await own.audience.time(own.publish);
  const limit = await bare(subscribers, own.audience.message);
  const times = (stage: Stage) => async (): Promise<number> => {
    const all: number[] = [];
    for (let i = 0; i < PUBLISHES; i += 1) all.push(await stage.audience.time(stage.publish));
    return all.sort((a, b) => a - b)[Math.floor(PUBLISHES / 2)] ?? NaN;
  };
  return {
    id: 'd',
    title: `one event to ${subscribers} subscribers, to the last`,
    unit: 'ms',
    better: 'lower',
    note: `a message has ${own.audience.message.length} characters; each round is the median of ${PUBLISHES}; ours includes the command`,
    subjects: [
      { name: 'bare ws broadcast', round: times(limit) },
      { name: 'encounterChanged', round: times(own) },
    ],
    close: async () => {
      await own.leave();
      await limit.leave();
    },
  };
}

async function memory(subscribers: number): Promise<Section> {
  const kib = async (stage: Stage, join: () => Promise<void>): Promise<number> => {
    const before = stage.server.resident();
    await join();
    const after = stage.server.resident();
    await stage.leave();
    return (after - before) / 1024 / subscribers;
  };
  return {
    id: 'd',
    title: `memory of a subscription, ${subscribers} of them on a fresh server`,
    unit: 'KiB',
    better: 'lower',
    note: 'resident memory of the process, without forcing a collection',
    subjects: [
      {
        name: 'bare ws socket',
        round: async () => {
          const stage = await bare(0, '');
          return kib(stage, () =>
            stage.audience.join(stage.server.url.replace('http', 'ws'), subscribers, async () => undefined),
          );
        },
      },
      {
        name: 'encounterChanged',
        round: async () => {
          const stage = await ours();
          return kib(stage, () => stage.subscribe(subscribers));
        },
      },
    ],
  };
}
