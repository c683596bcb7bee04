import fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { AppendResult, EventStore, EventToAppend, Expected, Position } from '../../port.js';
import { collect, facts, withStore, type ContractOptions, type MakeContractStore } from './harness.js';

const STEPS = 50;
const STREAMS = 3;

/** How an append states what it expects, relative to where the stream is when it is sent. */
type Aim = 'head' | 'stale' | 'future' | 'no_stream' | 'stream_exists' | 'any';

type Step =
  | { readonly do: 'append'; readonly stream: number; readonly count: number; readonly aim: Aim }
  | { readonly do: 'retry'; readonly nth: number; readonly keep: number; readonly extra: boolean }
  | {
      readonly do: 'read';
      readonly stream: number;
      readonly from: number;
      readonly max: number;
      readonly back: boolean;
    }
  | { readonly do: 'head'; readonly stream: number }
  | { readonly do: 'all'; readonly max: number };

interface Sent {
  readonly stream: string;
  readonly add: readonly EventToAppend[];
  readonly expected: Expected;
}

const index = fc.nat(STREAMS - 1);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      stream: index,
      count: fc.integer({ min: 1, max: 4 }),
      aim: fc.constantFrom<Aim>('head', 'head', 'head', 'stale', 'future', 'no_stream', 'stream_exists', 'any'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('retry' as const),
      nth: fc.nat(9),
      keep: fc.integer({ min: 1, max: 4 }),
      extra: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      stream: index,
      from: fc.nat(20),
      max: fc.nat(6),
      back: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('head' as const), stream: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('all' as const), max: fc.nat(12) }) },
);

/** The contract in a few lines: lists, and the rule for a retry. */
class Model {
  readonly streams = new Map<string, EventToAppend[]>();
  readonly log: { stream: string; revision: bigint; event: EventToAppend }[] = [];
  readonly #appends = new Set<string>();

  head(stream: string): bigint | null {
    const found = this.streams.get(stream);
    return found === undefined ? null : BigInt(found.length - 1);
  }

  append({ stream, add, expected }: Sent): { kind: string; revision?: bigint; actual?: bigint | null } {
    const actual = this.head(stream);
    const from = expected === 'no_stream' ? -1n : expected;
    const loose = typeof from === 'string';
    if (loose ? from === 'any' || actual !== null : from === (actual ?? -1n)) return this.#store(stream, add);
    const revision = typeof from === 'bigint' ? from + BigInt(add.length) : 0n;
    if (!loose && this.#appends.has(key(stream, from, add))) return { kind: 'already', revision };
    return { kind: 'conflict', actual };
  }

  #store(stream: string, add: readonly EventToAppend[]): { kind: string; revision: bigint } {
    const list = this.streams.get(stream) ?? [];
    this.#appends.add(key(stream, BigInt(list.length - 1), add));
    for (const each of add) {
      this.log.push({ stream, revision: BigInt(list.length), event: each });
      list.push(each);
    }
    this.streams.set(stream, list);
    return { kind: 'appended', revision: BigInt(list.length - 1) };
  }

  read(stream: string, from: number, max: number, back: boolean): object[] {
    const list = (this.streams.get(stream) ?? []).map((each, i) => ({ stream, revision: BigInt(i), ...each }));
    return (back ? list.slice(0, from + 1).toReversed() : list.slice(from)).slice(0, max);
  }
}

function key(stream: string, from: bigint, add: readonly EventToAppend[]): string {
  return `${stream} ${from} ${add.map((each) => each.id).join(' ')}`;
}

/** Any sequence of calls gives on the store what it gives on the model. */
export function describeModel(make: MakeContractStore, { modelRuns }: ContractOptions): void {
  it(
    `agrees with the model in ${modelRuns} random sequences of ${STEPS} calls`,
    () =>
      withStore(make, async ({ store, prefix }) => {
        let run = 0;
        let after: Position | undefined;
        await fc.assert(
          fc.asyncProperty(fc.array(steps, { minLength: STEPS, maxLength: STEPS }), async (script) => {
            run += 1;
            after = (await play(store, `${prefix}${run}-`, script, after)) ?? after;
          }),
          { numRuns: modelRuns, endOnFailure: modelRuns > 100 },
        );
      })(),
    300_000,
  );
}

async function play(
  store: EventStore,
  prefix: string,
  script: readonly Step[],
  after: Position | undefined,
): Promise<Position | undefined> {
  const model = new Model();
  const sent: Sent[] = [];
  let made = 0;
  const make = (): EventToAppend => {
    made += 1;
    return { id: uuid(`${prefix}${made}`), type: `T${made % 3}`, data: { made }, metadata: { by: prefix } };
  };
  for (const step of script) {
    if (step.do === 'append' || step.do === 'retry') {
      const append = step.do === 'append' ? fresh(model, prefix, step, make) : again(sent, step, make);
      if (append === undefined) continue;
      if (step.do === 'append') sent.push(append);
      const result = await store.append(append.stream, append.add, append.expected);
      expect(told(result)).toEqual(model.append(append));
    } else await compare(store, model, { prefix, after }, step);
  }
  const all = await collect(store.readAll({ after, filter: { prefixes: [prefix] } }));
  expect(all.map(facts)).toEqual(model.log.map(({ stream, revision, event }) => ({ stream, revision, ...event })));
  return all.at(-1)?.position;
}

function fresh(model: Model, prefix: string, step: Step & { do: 'append' }, make: () => EventToAppend): Sent {
  const stream = `${prefix}${step.stream}`;
  const head = model.head(stream);
  const aims: Record<Aim, Expected> = {
    head: head ?? 'no_stream',
    stale: head === null || head === 0n ? 'no_stream' : head - 1n,
    future: (head ?? 0n) + 1n,
    no_stream: 'no_stream',
    stream_exists: 'stream_exists',
    any: 'any',
  };
  return { stream, add: Array.from({ length: step.count }, make), expected: aims[step.aim] };
}

/** An append that was sent before, whole or in part or with one event more. Only where a retry is exact on every store. */
function again(sent: readonly Sent[], step: Step & { do: 'retry' }, make: () => EventToAppend): Sent | undefined {
  const before = sent.at(-1 - step.nth);
  if (before === undefined || before.expected === 'any' || before.expected === 'stream_exists') return undefined;
  const add = [...before.add.slice(0, step.keep), ...(step.extra ? [make()] : [])];
  return { ...before, add };
}

async function compare(
  store: EventStore,
  model: Model,
  { prefix, after }: { readonly prefix: string; readonly after: Position | undefined },
  step: Step,
): Promise<void> {
  if (step.do === 'head') {
    expect(await store.head(`${prefix}${step.stream}`)).toBe(model.head(`${prefix}${step.stream}`));
  } else if (step.do === 'all') {
    const found = await collect(store.readAll({ after, filter: { prefixes: [prefix] }, max: step.max }));
    expect(found.map((e) => e.id)).toEqual(model.log.slice(0, step.max).map(({ event }) => event.id));
  } else if (step.do === 'read') {
    const stream = `${prefix}${step.stream}`;
    if (model.head(stream) === null) {
      await expect(store.readStreamPage(stream, 0n, 1)).rejects.toMatchObject({ code: 'STREAM_NOT_FOUND' });
      return;
    }
    const direction = step.back ? 'backward' : 'forward';
    const found = await collect(store.readStream(stream, { from: BigInt(step.from), max: step.max, direction }));
    expect(found.map(facts)).toEqual(model.read(stream, step.from, step.max, step.back));
  }
}

function told(result: AppendResult): object {
  if (result.kind === 'conflict' || result.kind === 'unknown') return result;
  return { kind: result.kind, revision: result.revision };
}

function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
