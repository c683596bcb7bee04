import fc from 'fast-check';
import { diceOfPool, evaluatePool, NARRATIVE_DICE, NARRATIVE_FACES, type NarrativeDie } from './narrative.js';

const EMPTY = { proficiency: 0, ability: 0, boost: 0, setback: 0, difficulty: 0, challenge: 0, force: 0 };
const one = (die: NarrativeDie) => ({ ...EMPTY, [die]: 1 });

/** The faces as rule SW-3 prints them, the face numbered 1 first. */
const PRINTED: Readonly<Record<NarrativeDie, string>> = {
  boost: '– – S SA AA A',
  setback: '– – F F T T',
  ability: '– S S SS A A SA AA',
  difficulty: '– F FF T T T TT FT',
  proficiency: '– S S SS SS A SA SA SA AA AA Tr',
  challenge: '– F F FF FF T T FT FT TT TT De',
  force: 'N N N N N N NN L L LL LL LL',
};

const printedFaces = NARRATIVE_DICE.flatMap((die) =>
  PRINTED[die].split(' ').map((printed, index) => ({ die, face: index + 1, printed })),
);

/** Counts a printed face by itself, without the tables under test. */
function countPrinted(printed: string) {
  const letters = (letter: string): number => printed.replace(/Tr|De/, '').split(letter).length - 1;
  const triumph = printed === 'Tr' ? 1 : 0;
  const despair = printed === 'De' ? 1 : 0;
  const [success, advantage] = [letters('S') + triumph, letters('A')];
  const [failure, threat] = [letters('F') + despair, letters('T')];
  return {
    success,
    advantage,
    failure,
    threat,
    triumph,
    despair,
    light: letters('L'),
    dark: letters('N'),
    netSuccesses: success - failure,
    netAdvantages: advantage - threat,
  };
}

describe('SW-3 the narrative dice', () => {
  it.each([
    ['proficiency', 12],
    ['ability', 8],
    ['boost', 6],
    ['setback', 6],
    ['difficulty', 8],
    ['challenge', 12],
    ['force', 12],
  ] as const)('have a %s die with %d faces', (die, faces) => {
    expect(NARRATIVE_FACES[die]).toHaveLength(faces);
    expect(diceOfPool(one(die))).toEqual([faces]);
  });

  it.each(printedFaces)('show $printed on face $face of a $die die', ({ die, face, printed }) => {
    expect(evaluatePool(one(die), [face])).toEqual(countPrinted(printed));
  });

  it('are 64 faces in all', () => {
    expect(printedFaces).toHaveLength(64);
  });

  it('SW-2 take their faces in the order proficiency, ability, boost, setback, then difficulty, challenge, force', () => {
    const pool = { force: 1, challenge: 1, difficulty: 1, setback: 1, boost: 2, ability: 1, proficiency: 1 };
    expect(diceOfPool(pool)).toEqual([12, 8, 6, 6, 6, 8, 12, 12]);
    expect(evaluatePool(pool, [12, 4, 5, 3, 6, 3, 12, 10])).toEqual({
      success: 4,
      advantage: 2,
      failure: 3,
      threat: 1,
      triumph: 1,
      despair: 1,
      light: 2,
      dark: 0,
      netSuccesses: 1,
      netAdvantages: 1,
    });
  });

  it('may come to less than nothing', () => {
    expect(evaluatePool({ ...EMPTY, difficulty: 2 }, [3, 7])).toMatchObject({ netSuccesses: -2, netAdvantages: -2 });
  });

  it('count a pool as the sum of its dice', () => {
    const thrown = fc.array(fc.constantFrom(...printedFaces), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(thrown, (dice) => {
        const sorted = NARRATIVE_DICE.flatMap((kind) => dice.filter(({ die }) => die === kind));
        const pool = { ...EMPTY };
        for (const { die } of sorted) pool[die] += 1;
        const result = evaluatePool(
          pool,
          sorted.map(({ face }) => face),
        );
        for (const [what, count] of Object.entries(result)) {
          const sum = sorted.reduce((all, { printed }) => all + countPrinted(printed)[what as 'success'], 0);
          expect(count).toBe(sum);
        }
      }),
    );
  });

  it('are a fault with faces that they do not have', () => {
    expect(() => evaluatePool(one('boost'), [7])).toThrow(RangeError);
    expect(() => evaluatePool(one('boost'), [])).toThrow(RangeError);
  });
});
