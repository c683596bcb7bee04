import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { blockOf, commitmentOf, deriveFace, dieMessage, faceOfWord, type DerivedDie } from './derivation.js';

const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const die = (roll: number, index: number, faces: number, purpose = 'free'): DerivedDie => ({
  roll,
  die: index,
  faces,
  purpose,
});

describe('the known answers of docs/dice.md, computed by a program of its own', () => {
  it('hold for the commitment', () => {
    expect(commitmentOf(SEED)).toBe('cc4a7f425cbea9726c388e1645dc2b8db286e4213f40ae1f8c69ec056d5d3d22');
    expect(commitmentOf(new Uint8Array(32))).toBe('6055166e5b302ea84500e8fb932418e9d11bf5de47ae18c986a08c8be5e6e3e3');
  });

  it('hold for the bytes of a message and its block', () => {
    const context = { encounter: 'e1', contributions: ['luna', 'ñandú'] };
    const message = dieMessage(context, die(7, 2, 10, 'initiative'), 0);
    const expected = [
      '00000014 62697461636f72612f646963652f6469652f7631',
      '00000002 6531',
      '00000004 00000002 00000004 6c756e61 00000007 c3b1616e64c3ba',
      '00000004 00000007 00000004 00000002 00000004 0000000a',
      '0000000a 696e6974696174697665 00000004 00000000',
    ];
    expect(Buffer.from(message).toString('hex')).toBe(expected.join('').replaceAll(' ', ''));
    expect(Buffer.from(blockOf(SEED)(message)).toString('hex')).toBe(
      'c19896bdfa3de9dfa883a97a66a0dbba56d54c366d7eb42ecd08d51e09f3efce',
    );
  });

  it.each([
    ['e1', ['luna', 'ñandú'], die(7, 2, 10, 'initiative'), 1],
    ['e1', [], die(1, 0, 10, 'initiative'), 2],
    ['e1', [], die(1, 1, 10, 'initiative'), 8],
    ['e1', [], die(1, 0, 6), 5],
    ['e1', [], die(2, 0, 1000), 844],
    ['encuentro-ñ', ['🎲'], die(4_294_967_295, 99, 1000, 'tieBreak'), 552],
    ['e1', [], die(3, 0, 1), 1],
    ['e1', [], die(3, 0, 65_536), 24_256],
    ['e1', [], die(189, 0, 1000), 794],
    ['e1', [], die(10_294, 0, 1000), 413],
  ])('in %j with the seeds %j the die %j shows %d', (encounter, contributions, request, face) => {
    expect(deriveFace(blockOf(SEED), { encounter, contributions }, request)).toBe(face);
  });
});

describe('rejection', () => {
  it('leaves every face of every die the same number of words, and rejects fewer words than the die has faces', () => {
    for (let faces = 1; faces <= 1_000; faces += 1) {
      const counts = new Uint32Array(faces + 1);
      for (let word = 0; word < 65_536; word += 1) counts[faceOfWord(word, faces) ?? 0]! += 1;
      const [rejected, ...shown] = counts;
      const expected = Math.floor(65_536 / faces);
      if (shown.some((count) => count !== expected) || rejected !== 65_536 - expected * faces) {
        throw new Error(`a d${faces} is not fair`);
      }
    }
    expect(faceOfWord(65_535, 10)).toBeNull();
  });

  it('goes on to the next counter as often as it must, without a fallback', () => {
    const context = { encounter: 'e1', contributions: [] };
    const asked: string[] = [];
    const stubborn = (message: Uint8Array): Uint8Array => {
      asked.push(Buffer.from(message).toString('hex'));
      return asked.length <= 5_000 ? new Uint8Array(32).fill(255) : Uint8Array.from([0, 41, 255]);
    };
    expect(deriveFace(stubborn, context, die(1, 0, 10))).toBe(2);
    expect(asked).toEqual(
      Array.from({ length: 5_001 }, (_, counter) =>
        Buffer.from(dieMessage(context, die(1, 0, 10), counter)).toString('hex'),
      ),
    );
  });

  it('happens with real blocks: roll 189 needs the second, roll 10,294 the third', () => {
    const context = { encounter: 'e1', contributions: [] };
    const blocks = (request: DerivedDie): number => {
      let count = 0;
      const counting = (message: Uint8Array): Uint8Array => {
        count += 1;
        return createHmac('sha256', SEED).update(message).digest();
      };
      deriveFace(counting, context, request);
      return count;
    };
    expect([blocks(die(189, 0, 1000)), blocks(die(10_294, 0, 1000))]).toEqual([2, 3]);
  });
});

describe('messages', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ':', '\0', 'ñ', '🎲'), maxLength: 4 });
  const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 0xffff_ffff }));
  const input = fc.record({
    encounter: text,
    contributions: fc.array(
      text.filter((seed) => seed !== ''),
      { maxLength: 3 },
    ),
    roll: number,
    die: number,
    faces: fc.integer({ min: 1, max: 4 }),
    purpose: text,
    counter: number,
  });
  type Input = typeof input extends fc.Arbitrary<infer T> ? T : never;
  const messageOf = ({ encounter, contributions, counter, ...request }: Input): string =>
    Buffer.from(dieMessage({ encounter, contributions }, request, counter)).toString('hex');

  it('differ wherever the input differs', () => {
    fc.assert(
      fc.property(input, input, (one, other) => {
        expect(messageOf(one) === messageOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: 2_000 },
    );
  });

  it('differ when a single field does', () => {
    fc.assert(
      fc.property(
        input,
        input,
        fc.constantFrom(
          ...(Object.keys({
            encounter: 0,
            contributions: 0,
            roll: 0,
            die: 0,
            faces: 0,
            purpose: 0,
            counter: 0,
          }) as (keyof Input)[]),
        ),
        (one, other, key) => {
          const changed: Input = { ...one, [key]: other[key] };
          expect(messageOf(one) === messageOf(changed)).toBe(JSON.stringify(one[key]) === JSON.stringify(other[key]));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('cannot be confused by moving a border between fields', () => {
    const base = { roll: 1, die: 0, faces: 10, counter: 0 };
    const messages = [
      { ...base, encounter: 'ab', contributions: ['c'], purpose: 'd' },
      { ...base, encounter: 'a', contributions: ['bc'], purpose: 'd' },
      { ...base, encounter: 'ab', contributions: ['c', 'd'], purpose: 'd' },
      { ...base, encounter: 'ab', contributions: [], purpose: 'cd' },
      { ...base, encounter: 'ab', contributions: ['cd'], purpose: '' },
    ].map(messageOf);
    expect(new Set(messages).size).toBe(messages.length);
  });

  it('depend on the order of the contributions', () => {
    const request = die(1, 0, 10);
    const [one, other] = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((contributions) => dieMessage({ encounter: 'e', contributions }, request, 0));
    expect(one).not.toEqual(other);
  });
});

describe('what cannot be written down exactly is refused', () => {
  const context = { encounter: 'e1', contributions: [] };
  it.each([
    ['a negative roll', context, die(-1, 0, 10)],
    ['a roll beyond 32 bits', context, die(2 ** 32, 0, 10)],
    ['half a die', context, die(1, 0.5, 10)],
    ['a die without faces', context, die(1, 0, 0)],
    ['a die of more faces than words', context, die(1, 0, 65_537)],
    ['a lone surrogate', { ...context, encounter: '\ud800' }, die(1, 0, 10)],
    ['an empty contribution', { ...context, contributions: [''] }, die(1, 0, 10)],
    ['a contribution of 257 bytes', { ...context, contributions: ['x'.repeat(257)] }, die(1, 0, 10)],
  ])('%s', (_, where, request) => {
    expect(() => deriveFace(blockOf(SEED), where, request)).toThrow(RangeError);
  });

  it('a seed of any other length than 32 bytes', () => {
    expect(() => commitmentOf(new Uint8Array(31))).toThrow(RangeError);
    expect(() => blockOf(new Uint8Array(33))).toThrow(RangeError);
  });
});
