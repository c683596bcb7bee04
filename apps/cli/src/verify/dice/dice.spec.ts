import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commitmentOf, faceOf, messageOf } from './derive.js';
import { readExpression } from './expression.js';
import { diceOfPool, isPoolText, readPool, symbolsOf } from './pool.js';

const SEED = Buffer.from(Array.from({ length: 32 }, (_, i) => i));

describe('a die', () => {
  it('has the message, commitment and faces that docs/dice.md shows', () => {
    expect(commitmentOf(SEED)).toBe('cc4a7f425cbea9726c388e1645dc2b8db286e4213f40ae1f8c69ec056d5d3d22');
    const die = {
      encounter: 'e1',
      contributions: ['luna', 'ñandú'],
      roll: 7,
      die: 2,
      faces: 10,
      purpose: 'initiative',
    };
    expect(messageOf(die, 0).toString('hex')).toBe(
      '00000014' +
        '62697461636f72612f646963652f6469652f7631' +
        '00000002' +
        '6531' +
        '00000004' +
        '00000002' +
        '00000004' +
        '6c756e61' +
        '00000007' +
        'c3b1616e64c3ba' +
        '00000004' +
        '00000007' +
        '00000004' +
        '00000002' +
        '00000004' +
        '0000000a' +
        '0000000a' +
        '696e6974696174697665' +
        '00000004' +
        '00000000',
    );
    expect(faceOf(SEED, die)).toBe(1);
  });

  it.each([
    ['e1', [], 1, 0, 10, 'initiative', 2],
    ['e1', [], 1, 1, 10, 'initiative', 8],
    ['e1', [], 1, 0, 6, 'free', 5],
    ['e1', [], 2, 0, 1000, 'free', 844],
    ['encuentro-ñ', ['🎲'], 4_294_967_295, 99, 1000, 'tieBreak', 552],
    ['e1', [], 189, 0, 1000, 'free', 794],
    ['e1', [], 10_294, 0, 1000, 'free', 413],
  ])(
    'of %s with seeds %j, roll %i, die %i, %i faces, %s, shows %i',
    (encounter, contributions, roll, die, faces, purpose, face) => {
      expect(faceOf(SEED, { encounter, contributions, roll, die, faces, purpose })).toBe(face);
    },
  );
});

interface Operation {
  readonly op: '+' | '-' | '*';
  readonly left: Tree;
  readonly right: Tree;
}

type Tree =
  | { readonly op: 'number'; readonly value: number }
  | {
      readonly op: 'dice';
      readonly faces: number;
      readonly thrown: readonly number[];
      readonly pick: string;
      readonly n: number;
    }
  | { readonly op: '-1'; readonly of: Tree }
  | { readonly op: '()'; readonly of: Tree }
  | Operation;

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ op: fc.constant('number' as const), value: fc.nat(50) }),
    fc.integer({ min: 1, max: 20 }).chain((faces) =>
      fc.record({
        op: fc.constant('dice' as const),
        faces: fc.constant(faces),
        thrown: fc.array(fc.integer({ min: 1, max: faces }), { minLength: 1, maxLength: 6 }),
        pick: fc.constantFrom('', 'kh', 'kl', 'dh', 'dl'),
        n: fc.integer({ min: 1, max: 5 }),
      }),
    ),
    fc.record({ op: fc.constantFrom('-1' as const, '()' as const), of: tie('tree') }),
    fc.record({ op: fc.constantFrom('+' as const, '-' as const, '*' as const), left: tie('tree'), right: tie('tree') }),
  ),
}));

function written(of: Tree): string {
  if (of.op === 'number') return String(of.value);
  if (of.op === 'dice') return `${of.thrown.length}d${of.faces}${of.pick === '' ? '' : `${of.pick}${of.n}`}`;
  if (of.op === '-1') return `(-(${written(of.of)}))`;
  if (of.op === '()') return `(${written(of.of)})`;
  return `(${written(of.left)}) ${of.op} (${written(of.right)})`;
}

interface Counted {
  readonly total: number;
  readonly faces: readonly number[];
  readonly kept: readonly number[];
}

/** What a tree comes to, by removing the dice that do not count one after the other; null where none would be left. */
function counted(of: Tree): Counted | null {
  if (of.op === 'number') return { total: of.value, faces: [], kept: [] };
  if (of.op === 'dice') return countedDice(of);
  if (of.op === '-1' || of.op === '()') {
    const inner = counted(of.of);
    return inner === null ? null : { ...inner, total: (of.op === '-1' ? -1 : 1) * inner.total };
  }
  const [left, right] = [counted(of.left), counted(of.right)];
  if (left === null || right === null) return null;
  const [a, b] = [left.total, right.total];
  const total = of.op === '+' ? a + b : of.op === '-' ? a - b : a * b;
  return { total, faces: [...left.faces, ...right.faces], kept: [...left.kept, ...right.kept] };
}

function countedDice({ thrown, pick, n }: Tree & { op: 'dice' }): Counted | null {
  if (pick !== '' && (pick.startsWith('k') ? n > thrown.length : n >= thrown.length)) return null;
  const kept: (number | null)[] = [...thrown];
  const drops = pick === '' ? 0 : pick.startsWith('k') ? thrown.length - n : n;
  const worst = pick === 'kh' || pick === 'dl' ? Math.min : Math.max;
  for (let i = 0; i < drops; i += 1) {
    kept[kept.lastIndexOf(worst(...kept.filter((face) => face !== null)))] = null;
  }
  const left = kept.filter((face) => face !== null);
  return { total: left.reduce((a, b) => a + b, 0), faces: thrown, kept: left };
}

describe('an expression', () => {
  it('comes to what its faces give, however it is built', () => {
    let evaluated = 0;
    fc.assert(
      fc.property(tree, (of) => {
        const [text, expected] = [written(of), counted(of)];
        const expression = readExpression(text);
        if (text.length > 200 || expected === null || expected.faces.length === 0 || expected.faces.length > 100) {
          expect(expression).toBeNull();
          return;
        }
        const outcome = expression!.count(expected.faces);
        if (outcome === null) return;
        evaluated += 1;
        expect(outcome.total).toBe(expected.total + 0);
        expect(outcome.kept).toEqual(expected.kept);
        expect([...outcome.kept, ...outcome.dropped].sort()).toEqual([...expected.faces].sort());
      }),
      { numRuns: 1000 },
    );
    expect(evaluated).toBeGreaterThan(200);
  });

  it.each<[string, readonly number[], number, readonly number[], readonly number[]]>([
    ['d6', [4], 4, [4], []],
    ['2D6 + 3', [4, 4], 11, [4, 4], []],
    ['\u00a04 d 6 KH 3\t', [1, 5, 1, 2], 8, [1, 5, 2], [1]],
    ['3d6kl', [3, 2, 2], 2, [2], [3, 2]],
    ['3d6dh', [6, 6, 2], 8, [6, 2], [6]],
    ['d%', [100], 100, [100], []],
    ['2--d4', [3], 5, [3], []],
    ['2+3*d4-1', [2], 7, [2], []],
    ['-(d4+d6)*2', [1, 6], -14, [1, 6], []],
    ['0*d4', [4], 0, [4], []],
    ['-0*d4', [4], 0, [4], []],
    ['10-2d6kh1-1', [2, 5], 4, [5], [2]],
  ])('%j with %j is %i', (text, faces, total, kept, dropped) => {
    expect(readExpression(text)?.count(faces)).toEqual({ total, kept, dropped });
  });

  it.each([
    '',
    ' ',
    '3',
    'd',
    'd0',
    '0d6',
    '101d6',
    '60d6+41d6',
    'd1001',
    '1000001+d6',
    '2d6kh0',
    '2d6kh3',
    'd6dl',
    '2d6dl2',
    '2d6k',
    'd6)',
    '(d6',
    'd6+',
    '*d6',
    '++d6',
    'd6 d6',
    '3 3d6',
    'd6x',
    '2d6kh1kh1',
    'd6\n',
    'd６',
    '1.5d6',
    `${'1+'.repeat(99)}d6+0`,
  ])('%j is none', (text) => {
    expect(readExpression(text)).toBeNull();
  });

  it('has no total out of bounds', () => {
    expect(readExpression('1000000*1000*d6')?.count([1])).toMatchObject({ total: 1_000_000_000 });
    expect(readExpression('1000000*1000*d6')?.count([2])).toBeNull();
  });
});

describe('a narrative pool', () => {
  const SIGNS: Readonly<Record<string, string>> = {
    proficiency: '–|S|S|SS|SS|A|SA|SA|SA|AA|AA|Tr',
    ability: '–|S|S|SS|A|A|SA|AA',
    boost: '–|–|S|SA|AA|A',
    setback: '–|–|F|F|T|T',
    difficulty: '–|F|FF|T|T|T|TT|FT',
    challenge: '–|F|F|FF|FF|T|T|FT|FT|TT|TT|De',
    force: 'N|N|N|N|N|N|NN|L|L|LL|LL|LL',
  };

  it('shows on each face what the game prints on it', () => {
    for (const [kind, faces] of Object.entries(SIGNS)) {
      const pool = readPool(kind)!;
      const signs = faces.split('|');
      expect(diceOfPool(pool)).toEqual([signs.length]);
      signs.forEach((sign, index) => {
        const times = (letter: string) => sign.split(letter).length - 1;
        const [triumph, despair] = [times('Tr'), times('De')];
        const success = times('S') + triumph;
        const failure = times('F') + despair;
        const threat = times('T') - triumph;
        expect(symbolsOf(pool, [index + 1])).toEqual({
          success,
          advantage: times('A'),
          failure,
          threat,
          triumph,
          despair,
          light: times('L'),
          dark: times('N'),
          netSuccesses: success - failure,
          netAdvantages: times('A') - threat,
        });
      });
    }
  });

  it('is added up over its dice, in the order of the kinds', () => {
    const pool = readPool('2 di, 1P + a,a')!;
    expect(diceOfPool(pool)).toEqual([12, 8, 8, 8, 8]);
    expect(symbolsOf(pool, [12, 4, 7, 3, 8])).toMatchObject({
      success: 4,
      triumph: 1,
      failure: 3,
      threat: 1,
      advantage: 1,
      netSuccesses: 1,
      netAdvantages: 0,
    });
  });

  it('is told from an expression by its first letter', () => {
    for (const text of ['p', '2a', '1 + boost', 'DI', '3 difficulty', 's', 'c', 'Force'])
      expect(isPoolText(text)).toBe(true);
    for (const text of ['d6', '2d6', 'd%', '3', '', 'kh', 'd', 'D I', 'x', '2d i'])
      expect(isPoolText(text)).toBe(false);
  });

  it.each(['d', '2d', '', 'p+', '+p', 'p q', 'proficiencyy', '0p', '101a', '50a+51b', '1.5a', 'p-a', '-1p'])(
    '%j is none',
    (text) => {
      expect(readPool(text)).toBeNull();
    },
  );
});
