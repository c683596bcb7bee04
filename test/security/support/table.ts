import { readConfig, startServer, type RunningServer } from '@bitacora/api';
import { openKeyRing } from '@bitacora/access';
import type { ServerKeys } from '@bitacora/encounters';
import { openStore } from '@bitacora/event-store';
import { Client, type Body, type Reply } from '../../e2e/support/client.js';
import { RawSocket } from './socket.js';

type Sent = Readonly<Record<string, string>>;

const CHANGED = `subscription ($id: ID!) { encounterChanged(id: $id, afterRevision: 0) {
  revision events { revision position id type at actor command data } encounter { revision view } } }`;
const WHOLE = `query ($id: ID!) { encounter(id: $id) { revision view updatedAt
  events(first: 100) { edges { cursor node { revision type data } } pageInfo { hasNextPage endCursor } } } }`;

/** A server, one combat at it, and one player of whom every byte is kept. */
export class WatchedTable {
  /** What the player got, by the way it came. */
  readonly bytes = new Map<string, string[]>();
  #calls = 0;

  private constructor(
    readonly server: RunningServer,
    readonly client: Client,
    readonly id: string,
    readonly master: Sent,
    readonly player: Sent,
    readonly socket: RawSocket,
    readonly stream: Promise<void>,
    readonly ids: Numbered,
  ) {}

  /** Opens one; `keys` sign and roll. */
  static async open(combat: object, keys: ServerKeys): Promise<WatchedTable> {
    const store = await openStore('memory:');
    const ids = new Numbered();
    const env = { BITACORA_PORT: '0', BITACORA_STORE: 'memory:', BITACORA_AUTH: 'keys', BITACORA_LOG: 'silent' };
    const config = readConfig({ ...env, BITACORA_RATE_LIMIT: '0' });
    const server = await startServer(config, { store, keys, clock: () => ids.now, ids: () => ids.next() });
    const client = new Client(server.url);
    const { token } = await openKeyRing(
      store,
      () => ids.now,
      () => ids.next(),
    ).create('tests');
    const made = await client.post('/v1/encounters', combat, bearer(token));
    if (made.status !== 201) throw new Error(made.text);
    const id = String(made.body.encounter?.id);
    const master = bearer(String(made.body.access?.token));
    const asked = { role: 'player', combatants: ['t0'] };
    const player = bearer(String((await client.post(`/v1/encounters/${id}/access`, asked, master)).body.token));
    const socket = await RawSocket.greeted(server.url, player.authorization?.slice('Bearer '.length) ?? '');
    await socket.first((message) => String(message.type) === 'connection_ack');
    socket.subscribe('all', CHANGED, { id });
    const lines: string[] = [];
    const stream = followed(`${server.url}/v1/encounters/${id}/events?after=0`, player, lines);
    const table = new WatchedTable(server, client, id, master, player, socket, stream, ids);
    table.bytes.set('stream', lines);
    return table;
  }

  /** The game master's view, the hidden included. */
  async whole(): Promise<Body> {
    return (await this.client.get(`/v1/encounters/${this.id}`, this.master)).body;
  }

  /** The player's view. */
  async seen(): Promise<Body> {
    return (await this.client.get(`/v1/encounters/${this.id}`, this.player)).body;
  }

  /** Sends the game master's command in sight of all. */
  async openly(command: object): Promise<number> {
    return (await this.client.command(this.id, command, this.master)).status;
  }

  /** Sends a command that nobody at the table may know of. */
  async secretly(command: object): Promise<number> {
    return this.ids.inSecret(() => this.openly(command));
  }

  /** A call of the player's, of which all is kept but the date. */
  async call(method: string, path: string, body?: object, headers: Sent = {}): Promise<Reply> {
    this.#calls += 1;
    const sent = { ...this.player, 'x-request-id': `call-${String(this.#calls)}`, ...headers };
    const typed = body === undefined ? sent : { 'content-type': 'application/json', ...sent };
    const reply = await this.client.send(method, path.replace(':id', this.id), body && JSON.stringify(body), typed);
    const shown = [...reply.headers].filter(([name]) => name !== 'date').sort();
    this.#keep('calls', `${method} ${path} ${String(reply.status)} ${JSON.stringify(shown)} ${reply.text}`);
    return reply;
  }

  /** Reads everything that a player can read. */
  async readAll(): Promise<void> {
    for (const path of [
      '',
      '?revision=3',
      '?revision=99',
      '/events?limit=5',
      '/events?after=4&type=TurnStarted',
      '/export',
    ])
      await this.call('GET', `/v1/encounters/:id${path}`);
    await this.call('GET', '/v1/encounters');
    await this.call('GET', '/v1/encounters/:id/events', undefined, { accept: 'application/x-ndjson' });
    await this.call('POST', '/graphql', { query: WHOLE, variables: { id: this.id } });
  }

  /** Waits until the stream and the socket have come to where the player's view is, and keeps what they brought. */
  async delivered(): Promise<void> {
    const revision = Number((await this.seen()).revision);
    await this.socket.first(({ payload }) => Number(payload?.data?.encounterChanged?.revision) === revision);
    const lines = this.bytes.get('stream') ?? [];
    while (!lines.join('').includes(`id: ${String(revision)}\n`))
      await new Promise((resolve) => setTimeout(resolve, 1));
    this.bytes.set(
      'socket',
      this.socket.messages.map((message) => JSON.stringify(message)),
    );
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.server.close();
    await this.stream;
  }

  #keep(way: string, text: string): void {
    const all = this.bytes.get(way) ?? [];
    all.push(text);
    this.bytes.set(way, all);
  }
}

/** Ids and times in order: those of what is done in secret take nothing from the others. */
class Numbered {
  now = new Date(Date.UTC(2026, 0, 1));
  #isSecret = false;
  #open = 0;
  #secret = 1_000_000;

  next(): string {
    const number = this.#isSecret ? (this.#secret += 1) : (this.#open += 1);
    return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  }

  async inSecret<T>(run: () => Promise<T>): Promise<T> {
    this.#isSecret = true;
    try {
      return await run();
    } finally {
      this.#isSecret = false;
    }
  }

  /** Another second. */
  tick(): void {
    this.now = new Date(this.now.getTime() + 1_000);
  }
}

function bearer(token: string): Sent {
  return { authorization: `Bearer ${token}` };
}

async function followed(url: string, headers: Sent, lines: string[]): Promise<void> {
  const reply = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of reply.body ?? []) lines.push(decoder.decode(chunk, { stream: true }));
  } catch {
    lines.push('');
  }
}
