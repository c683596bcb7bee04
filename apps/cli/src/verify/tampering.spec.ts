import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Fault } from './fault.js';
import { check, checkLines } from './testing/check.js';
import { fileOf, hashIn, headLine, jcs, newSigner, seal, type Data, type Made } from './testing/forge.js';
import { Log, longLog } from './testing/log.js';
import { FileCheck } from './verify.js';

const SEED = 20_240_101;
const signer = newSigner();
const log = longLog();
let lines: string[];

beforeAll(() => {
  lines = seal(log.encounter, log.ruleset, log.events, { signer, withhold: [40, 41, 80] });
});

/** Bytes that a byte could become: with its last bit flipped, and another one at random. */
function* flipsOf(bytes: Buffer, random: () => number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1) {
    for (const mask of [1, 1 + (random() % 255)]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ mask;
      yield flipped;
    }
  }
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >> 8;
}

/** Whether a line is refused by what has read the lines before it. */
function isRefused(reader: FileCheck, number: number, bytes: Buffer): boolean {
  try {
    reader.take({ number, bytes });
    return false;
  } catch (error) {
    if (error instanceof Fault) return error.place.line === number;
    throw error;
  }
}

describe('any byte that is not as it was', () => {
  it('is found in its own line, for every byte of every line between the first and the last', () => {
    const reader = new FileCheck();
    const random = randomFrom(SEED);
    const missed: string[] = [];
    let tried = 0;
    lines.slice(0, -1).forEach((line, index) => {
      const number = index + 1;
      if (index > 0) {
        for (const flipped of flipsOf(Buffer.from(line), random)) {
          tried += 1;
          if (!isRefused(reader, number, flipped)) missed.push(`${number}: ${flipped.toString('latin1')}`);
        }
      }
      reader.take({ number, bytes: Buffer.from(line) });
    });
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(100_000);
    expect(reader.take({ number: lines.length, bytes: Buffer.from(lines.at(-1)!) })).toMatchObject({ events: 200 });
    expect(() => reader.end()).not.toThrow();
  });

  it('is found in the head', () => {
    const reader = new FileCheck();
    lines.slice(0, -1).forEach((line, index) => reader.take({ number: index + 1, bytes: Buffer.from(line) }));
    const flips = [...flipsOf(Buffer.from(lines.at(-1)!), randomFrom(SEED))];
    expect(flips.filter((flipped) => !isRefused(reader, lines.length, flipped))).toEqual([]);
    expect(reader.take({ number: lines.length, bytes: Buffer.from(lines.at(-1)!) })).not.toBeNull();
  });

  it('is found in a whole file, line feeds included, whatever it becomes', async () => {
    const short = new Log('a', 'r');
    short.contribute('luna');
    short.roll('InitiativeRolled', { dice: [10] });
    short.end();
    const file = Buffer.from(fileOf(seal('a', 'r', short.events, { signer })));
    expect((await check(file)).code).toBe('OK');
    const missed: number[] = [];
    let n = 0;
    for (const flipped of flipsOf(file, randomFrom(SEED))) {
      if ((await check(flipped)).code === 'OK') missed.push(n);
      n += 1;
    }
    expect(missed).toEqual([]);
    expect(n).toBe(file.length * 2);
  });

  it('is found where bytes were put in or taken out anywhere', async () => {
    const file = Buffer.from(fileOf(lines));
    const edits = fc.record({
      at: fc.nat(file.length),
      out: fc.nat(30),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 30 }),
        fc.string({ maxLength: 30 }).map((text) => Buffer.from(text)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(edits, async ({ at, out, put }) => {
        const edited = Buffer.concat([file.subarray(0, at), put, file.subarray(at + out)]);
        fc.pre(!edited.equals(file));
        expect((await check(edited)).code).not.toBe('OK');
      }),
      { numRuns: 60, seed: SEED },
    );
  });
});

describe('any line that is not where it was', () => {
  const anywhere = fc.integer({ min: 0, max: 201 });
  const inside = fc.integer({ min: 1, max: 200 });

  it('is found when it is deleted', async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, async (at) => {
        const said = await checkLines(lines.toSpliced(at, 1));
        expect(said.code).toBe(
          at === 0 ? 'OUT_OF_ORDER' : at === 201 ? 'CUT_OFF' : at === 200 ? 'HEAD_REVISION' : 'REVISION',
        );
        expect(said.line).toBe(at + 1);
      }),
      { numRuns: 25, examples: [[0], [1], [199], [200], [201]] },
    );
  });

  it('is found when it is there twice', async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, async (at) => {
        const said = await checkLines(lines.toSpliced(at, 0, lines[at]!));
        expect(said).toMatchObject({ code: at === 0 || at === 201 ? 'OUT_OF_ORDER' : 'REVISION', line: at + 2 });
      }),
      { numRuns: 25, examples: [[0], [1], [200], [201]] },
    );
  });

  it('is found when two are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(anywhere, anywhere, async (a, b) => {
        fc.pre(a !== b);
        const swapped = lines.with(a, lines[b]!).with(b, lines[a]!);
        expect(await checkLines(swapped)).toMatchObject({ line: Math.min(a, b) + 1 });
      }),
      { numRuns: 25 },
    );
  });

  it('is found when it is put in, numbered as the others or not', async () => {
    const alien = (revision: number) =>
      jcs({ ...(JSON.parse(lines[3]!) as Data), event: { ...log.events[2]!, revision, id: 'new', command: 'new' } });
    await fc.assert(
      fc.asyncProperty(inside, inside, async (at, revision) => {
        const said = await checkLines(lines.toSpliced(at, 0, alien(revision)));
        expect(said).toMatchObject({
          code: revision === at ? (at === 1 ? 'NOT_CREATED' : 'HASH') : 'REVISION',
          line: at + 1,
        });
      }),
      {
        numRuns: 25,
        examples: [
          [5, 5],
          [1, 1],
          [200, 200],
        ],
      },
    );
  });

  it('is found when it comes from another log, from there on or alone', async () => {
    const other = new Log('otra');
    other.contribute('luna');
    while (other.events.length < 200) other.then('NoteAdded', { text: 'x' });
    const others = seal('otra', other.ruleset, other.events, { signer });
    await fc.assert(
      fc.asyncProperty(inside, async (at) => {
        const code = at === 1 ? 'NOT_CREATED' : 'HASH';
        expect(await checkLines([...lines.slice(0, at), ...others.slice(at)])).toMatchObject({ code, line: at + 1 });
        expect(await checkLines(lines.with(at, others[at]!))).toMatchObject({ code, line: at + 1 });
      }),
      { numRuns: 20, examples: [[1], [200]] },
    );
    expect((await checkLines(lines.with(201, others[201]!))).code).toBe('WRONG_FIELD');
  });
});

describe('a tail that was cut off', () => {
  const kept = () => ({ revision: 200, hash: hashIn(lines.at(-1)) });

  it('is found when its head went with it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 201 }), async (length) => {
        expect(await checkLines(lines.slice(0, length))).toMatchObject({ code: 'CUT_OFF', line: length + 1 });
      }),
      { numRuns: 20, examples: [[1], [200], [201]] },
    );
  });

  it('is found when the last head stayed', async () => {
    const said = await checkLines([...lines.slice(0, 151), lines.at(-1)!]);
    expect(said).toMatchObject({ code: 'HEAD_REVISION', line: 152, values: { found: 200, expected: 150 } });
  });

  it('is not found by itself when an older head, truly signed, took its place', async () => {
    const cut = [...lines.slice(0, 151), headLine(log.encounter, 150, hashIn(lines[150]), signer)];
    expect((await checkLines(cut)).code).toBe('OK');
    expect((await checkLines(cut, { heads: [], key: signer.id })).code).toBe('OK');
    expect(await checkLines(cut, { heads: [kept()], key: null })).toMatchObject({
      code: 'HEAD_BEYOND',
      revision: 150,
      values: { found: 150, revision: 200, expected: kept().hash },
    });
  });
});

describe('a past that was written anew', () => {
  /** The log with a die of an earlier roll changed, total and all. */
  function rewritten(): { readonly events: readonly Made[]; readonly revision: number } {
    const index = log.events.findIndex(({ type }) => type === 'InitiativeRolled');
    const events = structuredClone(log.events);
    const [roll] = events[index]!.data.rolls as { faces: number[]; total: number }[];
    const [was = 1] = roll!.faces;
    roll!.faces = [(was % 10) + 1];
    roll!.total += roll!.faces[0]! - was;
    return { events, revision: index + 1 };
  }

  it('is found at the roll when only the roll was changed', async () => {
    const { events, revision } = rewritten();
    const event = events[revision - 1]!;
    const changed = lines.with(revision, jcs({ ...(JSON.parse(lines[revision]!) as Data), event }));
    expect(await checkLines(changed)).toMatchObject({ code: 'HASH', line: revision + 1, revision });
  });

  it('is found at the head when the chain was hashed again and the signature kept', async () => {
    const { events } = rewritten();
    const hashed = seal(log.encounter, log.ruleset, events, { signer });
    expect(await checkLines([...hashed.slice(0, -1), lines.at(-1)!])).toMatchObject({ code: 'HEAD_HASH', line: 202 });
    const patched = jcs({ ...(JSON.parse(lines.at(-1)!) as Data), hash: hashIn(hashed[200]) });
    expect(await checkLines([...hashed.slice(0, -1), patched])).toMatchObject({ code: 'SIGNATURE', line: 202 });
  });

  it('is found by the dice even when the server itself signs it again', async () => {
    const { events, revision } = rewritten();
    const said = await checkLines(seal(log.encounter, log.ruleset, events, { signer }));
    expect(said).toMatchObject({ code: 'FACE', line: revision + 1, revision });
    const [original] = log.events[revision - 1]!.data.rolls as { faces: number[] }[];
    expect(said.values).toMatchObject({ roll: 1, die: 1, expected: original!.faces[0] });
  });

  it('is found only with a kept head or key when it is signed again with another key', async () => {
    const events = log.events.with(5, { ...log.events[5]!, actor: 'somebody' });
    const forged = seal(log.encounter, log.ruleset, events, { signer: newSigner() });
    expect((await checkLines(forged)).code).toBe('OK');
    expect(await checkLines(forged, { heads: [], key: signer.id })).toMatchObject({ code: 'OTHER_KEY', line: 202 });
    const heads = [{ revision: 200, hash: hashIn(lines.at(-1)) }];
    expect(await checkLines(forged, { heads, key: null })).toMatchObject({ code: 'OTHER_HEAD', line: 201 });
  });

  it('is found when the head names another key than its own', async () => {
    const head = JSON.parse(lines.at(-1)!) as Data;
    const { id: key, publicKey } = newSigner();
    const code = async (changes: Data) => (await checkLines(lines.with(201, jcs({ ...head, ...changes })))).code;
    expect(await code({ key })).toBe('KEY_ID');
    expect(await code({ publicKey })).toBe('KEY_ID');
    expect(await code({ key, publicKey })).toBe('SIGNATURE');
  });

  it('is found where events of one command do not stand together, or an id is there twice', async () => {
    const of = (change: (events: Made[]) => void) => {
      const events = [...log.events];
      change(events);
      return checkLines(seal(log.encounter, log.ruleset, events, { signer }));
    };
    const split = await of((events) => (events[9] = { ...events[9]!, command: events[0]!.command }));
    expect(split).toMatchObject({ code: 'COMMAND_SPLIT', revision: 10 });
    const twice = await of((events) => (events[9] = { ...events[9]!, id: events[4]!.id }));
    expect(twice).toMatchObject({ code: 'ID_TWICE', revision: 10 });
    const gap = await of((events) => (events[9] = { ...events[9]!, revision: 11 }));
    expect(gap).toMatchObject({ code: 'REVISION', line: 11, values: { found: 11, expected: 10 } });
    const nameless = await of((events) => (events[0] = { ...events[0]!, data: { ...events[0]!.data, id: 'e2' } }));
    expect(nameless).toMatchObject({ code: 'NOT_CREATED', revision: 1 });
  });
});
