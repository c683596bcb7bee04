import fc from 'fast-check';
import { Agent, request } from 'node:http';
import type { Body } from '../../e2e/support/client.js';
import { EventLoopWatch } from '../../e2e/support/event-loop.js';

/** How many times the usual number of cases: `BITACORA_FUZZ=10` for a night. */
export const TIMES = Number(process.env['BITACORA_FUZZ'] ?? 1);

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a body as it is; the status and the whole answer, headers included. */
export async function post(url: string, text: string, headers: Record<string, string>): Promise<Answer> {
  try {
    return await once(url, text, headers);
  } catch (error) {
    // A connection that was idle may be closed at the very moment at which it is used again.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    return once(url, text, headers);
  }
}

function once(url: string, text: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (body += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: `${JSON.stringify(answer.headers)} ${body}` }),
      );
    });
    sent.end(text);
  });
}

/** Ends the connections that were kept. */
export function hangUp(): void {
  agent.destroy();
}

/** Runs `send` for every one of `cases`, some at a time. */
export async function forEach<T>(cases: readonly T[], send: (one: T) => Promise<void>): Promise<void> {
  const waiting = cases[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) await send(next.value);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** Marks of what nobody outside may see: frames of a stack, paths of files, SQL. */
const INSIDES = [
  /\bat [\w.<>[\] ]+ \(/,
  /\/(node_modules|work|home|usr|tmp)\//,
  /\.(ts|js|mjs):\d+/,
  /\bSQLITE_|SELECT .* FROM /,
];

/** What an answer shows of the inside; null where it shows nothing. */
export function insideOf(text: string): string | null {
  return INSIDES.map((mark) => mark.exec(text)?.[0]).find((found) => found !== undefined) ?? null;
}

/** Watches this process: unhandled rejections, and how long its event loop stands still. */
export class Watch extends EventLoopWatch {
  readonly unhandled: unknown[] = [];
  private readonly note = (reason: unknown): void => void this.unhandled.push(reason);

  constructor() {
    super();
    process.on('unhandledRejection', this.note);
  }

  override end(): void {
    super.end();
    process.off('unhandledRejection', this.note);
  }
}

/** Texts that have broken programs. */
const odd = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  '‮',
  '%00',
  '../../etc',
  "'; --",
  '9'.repeat(400),
  '{{7*7}}',
  'é'.repeat(300),
);
const text = fc.oneof(
  odd,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, -1, 1, 1e308, 2 ** 53, 0.1));
/** Any JSON value. */
export const anything: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: false },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
})).value;

const IDS = fc.constantFrom('ana', 'bo', 'ghost', 'nobody', 'ana:physical', 'd1', 'c1');

/** Values that a schema of the OpenAPI document describes, now and then with something wrong in them. */
export class FromSchema {
  constructor(private readonly document: Body) {}

  /** A value of `schema`. */
  valueOf(schema: Body | undefined, depth = 0): fc.Arbitrary<unknown> {
    if (schema === undefined || depth > 5) return anything;
    const right = this.right(schema, depth);
    return fc.oneof({ arbitrary: right, weight: 19 }, { arbitrary: anything, weight: 1 });
  }

  private right(schema: Body, depth: number): fc.Arbitrary<unknown> {
    if (schema.$ref !== undefined) return this.valueOf(this.named(String(schema.$ref)), depth);
    const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
    if (choices !== undefined) return fc.oneof(...choices.map((each) => this.valueOf(each, depth + 1)));
    if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as unknown as unknown[]));
    switch (String(schema.type)) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        return fc.array(this.valueOf(schema.items, depth + 1), { maxLength: 4 });
      case 'integer':
      case 'number':
        return fc.oneof(fc.integer({ min: -3, max: 30 }), number);
      case 'boolean':
        return fc.boolean();
      default:
        return fc.oneof(IDS, text);
    }
  }

  private object(schema: Body, depth: number): fc.Arbitrary<unknown> {
    const fields = Object.entries(schema.properties ?? {});
    const required = (schema.required ?? []) as unknown as string[];
    const known = fc.record(Object.fromEntries(fields.map(([name, each]) => [name, this.valueOf(each, depth + 1)])), {
      requiredKeys: required.filter((name) => fields.some(([field]) => field === name)),
    });
    const extra = schema.additionalProperties;
    if (extra === undefined || typeof extra === 'boolean') return known;
    return fc.dictionary(IDS, this.valueOf(extra, depth + 1), { maxKeys: 4 });
  }

  private named(ref: string): Body | undefined {
    return this.document.components?.schemas?.[ref.split('/').at(-1) ?? ''];
  }
}
