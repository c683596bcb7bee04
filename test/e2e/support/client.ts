/** JSON as a test reads it. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, where it is JSON. */
  readonly body: Body;
}

/** Anything that a JSON body can hold, to look into without asking. */
export type Body = { readonly [key: string]: Body } & { readonly length: number } & readonly Body[];

type Sent = Readonly<Record<string, string>>;

/** Somebody who calls a server over HTTP. */
export class Client {
  constructor(readonly url: string) {}

  get(path: string, headers: Sent = {}): Promise<Reply> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Sent = {}): Promise<Reply> {
    return this.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  /** Sends a command to an encounter. */
  command(id: string, command: object, headers: Sent = {}): Promise<Reply> {
    return this.post(`/v1/encounters/${id}/commands`, command, headers);
  }

  /** Runs a GraphQL operation. */
  graphql(query: string, variables: object = {}, headers: Sent = {}): Promise<Reply> {
    return this.post('/graphql', { query, variables }, headers);
  }

  /** Sends anything. */
  async send(method: string, path: string, body: string | Uint8Array | undefined, headers: Sent = {}): Promise<Reply> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: body as BodyInit }),
    });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '' && !isLines(answer);
    return { status: answer.status, headers: answer.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
  }

  /** Makes an encounter and answers its id. */
  async create(encounter: object = docking): Promise<string> {
    const { body, status, text } = await this.post('/v1/encounters', encounter);
    if (status !== 201) throw new Error(text);
    return String(body.encounter?.id);
  }
}

function isLines(answer: Response): boolean {
  return (answer.headers.get('content-type') ?? '').includes('ndjson');
}

/** A small Eclipse Phase encounter. */
export const docking = {
  name: 'Docking bay',
  ruleset: 'eclipse-phase-1e',
  combatants: [
    { id: 'ana', name: 'Ana', kind: 'pc', stats: { intuition: 20, reflexes: 20, speed: 1 } },
    { id: 'bo', name: 'Bo', kind: 'npc', side: 'guards', stats: { intuition: 10, reflexes: 20, speed: 1 } },
  ],
};

/** The names of the events in a body. */
export function typesOf(events: Body | undefined): string[] {
  return (events ?? []).map((event) => String(event.type));
}
