import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkLines, type Said } from '../testing/check.js';
import { committed, newSigner, seal, seedOf, type Data, type Made } from '../testing/forge.js';
import { bestOfTwoPlusThree, Log, sumOf, type Throw } from '../testing/log.js';

const signer = newSigner();

/** What the verifier says of a log that the server signed, as it is or with its events changed. */
function said(log: Log, change: (events: readonly Made[]) => readonly Made[] = (events) => events): Promise<Said> {
  return checkLines(seal(log.encounter, log.ruleset, change(log.events), { signer }));
}

/** A log with one roll of initiative, changed; then the end. */
function withRoll(
  change: Data,
  wanted: Throw = { dice: [10], modifiers: [{ what: 'rating', value: 5 }] },
): Promise<Said> {
  const log = new Log();
  log.then('InitiativeRolled', { rolls: [{ ...log.record('InitiativeRolled', wanted), ...change }] });
  log.end();
  return said(log);
}

describe('a roll', () => {
  it.each<[string, Data]>([
    ['ROLL_FIELD', { roll: 0 }],
    ['ROLL_FIELD', { roll: '1' }],
    ['ROLL_FIELD', { roll: 4_294_967_296 }],
    ['ROLL_FIELD', { by: 'fate' }],
    ['ROLL_FIELD', { dice: [0] }],
    ['ROLL_FIELD', { dice: 10 }],
    ['ROLL_FIELD', { faces: null }],
    ['ROLL_FIELD', { modifiers: [{ what: 1, value: 1 }] }],
    ['ROLL_FIELD', { total: '5' }],
    ['ROLL_FIELD', { hidden: false }],
    ['ROLL_FIELD', { detail: [] }],
    ['PURPOSE', { purpose: 'free' }],
    ['FACE_COUNT', { faces: [1, 1] }],
    ['FACE_COUNT', { faces: [] }],
    ['FACE_COUNT', { dice: [], faces: [] }],
    ['FACE_IMPOSSIBLE', { faces: [11], total: 16 }],
    ['FACE_IMPOSSIBLE', { faces: [0], total: 5 }],
    ['FACE_IMPOSSIBLE', { faces: [1.5], total: 6.5 }],
    ['ROLL_NUMBER', { roll: 2 }],
    ['TOTAL', { total: 99 }],
    ['TOTAL', { total: null }],
    ['TOTAL', { modifiers: [] }],
  ])('is wrong (%s) with %j', async (code, change) => {
    expect(await withRoll(change)).toMatchObject({ code, line: 4, revision: 3 });
  });

  it('needs its fields, and its event its list of them', async () => {
    const log = new Log();
    log.then('InitiativeRolled', { rolls: null });
    expect(await said(log)).toMatchObject({ code: 'ROLL_FIELD', values: { field: 'rolls' } });
    const other = new Log();
    other.then('DiceRolled', {});
    expect(await said(other)).toMatchObject({ code: 'ROLL_FIELD', values: { field: 'roll' } });
  });

  it('is wrong with any other face, and the right one is named', async () => {
    const log = new Log();
    const honest = log.record('InitiativeRolled', { dice: [20, 6] });
    const [first = 0, second = 0] = honest.faces;
    for (let face = 1; face <= 6; face += 1) {
      const answer = await withRoll({ faces: [first, face], total: first + face }, { dice: [20, 6] });
      expect(answer.code).toBe(face === second ? 'OK' : 'FACE');
      if (face !== second) expect(answer.values).toEqual({ roll: 1, die: 2, found: face, expected: second });
    }
  });

  it('by the table may have any possible faces, or none with the result alone', async () => {
    const table = { by: 'table' as const, dice: [10] };
    for (const face of [1, 5, 10])
      expect((await withRoll({}, { ...table, faces: [face] })).verified[0]!.rolls.table).toBe(1);
    expect((await withRoll({}, { by: 'table', dice: [], faces: [], total: 17 })).code).toBe('OK');
    const detail = { skill: 'cool', successes: 2, advantages: 1 };
    expect((await withRoll({}, { by: 'table', dice: [], faces: [], total: 2, detail })).code).toBe('OK');
    expect((await withRoll({}, { by: 'table', dice: [], faces: [], total: 3, detail })).code).toBe('TOTAL');
  });

  it('that is wrong first in the file is the one that is named', async () => {
    const log = new Log();
    log.roll('InitiativeRolled', { dice: [10] }, { dice: [10], faces: [1] }, { dice: [10], faces: [2] });
    log.roll('InitiativeRolled', { dice: [10], total: 99 });
    log.end();
    expect(await said(log)).toMatchObject({ code: 'FACE', revision: 3 });
  });

  it('is checked only after the chain and the head', async () => {
    const log = new Log();
    log.roll('InitiativeRolled', { dice: [10], total: 99 });
    log.then('NoteAdded', { text: 'x' });
    const lines = seal(log.encounter, log.ruleset, log.events, { signer });
    expect((await checkLines(lines.with(4, lines[4]!.replace('"x"', '"y"')))).code).toBe('HASH');
    expect((await checkLines(lines)).code).toBe('TOTAL');
  });
});

describe('the number of a roll', () => {
  it('is dense among those of one visibility, the table’s and undone ones included', async () => {
    const log = new Log();
    log.roll('InitiativeRolled', { dice: [10] }, { dice: [10], hidden: true }, { dice: [10], by: 'table', faces: [3] });
    log.then('CommandUndone', { undone: log.events.at(-1)!.command });
    log.roll('InitiativeRolled', { dice: [10] }, { dice: [10], hidden: true });
    log.end();
    expect((await said(log)).verified[0]!.rolls).toEqual({ verified: 2, unrevealed: 0, hidden: 2, table: 1 });
    const again = (events: readonly Made[]) =>
      events.with(4, { ...events[4]!, data: { rolls: [(events[2]!.data.rolls as Data[])[0]] } });
    expect(await said(log, again)).toMatchObject({
      code: 'ROLL_NUMBER',
      revision: 5,
      values: { found: 1, expected: 3 },
    });
    const left = (events: readonly Made[]) => events.with(2, { ...events[2]!, data: { rolls: [] } });
    expect(await said(log, left)).toMatchObject({
      code: 'ROLL_NUMBER',
      revision: 5,
      values: { found: 3, expected: 1 },
    });
  });

  it('may jump only where an event is withheld, and never back', async () => {
    const log = new Log();
    for (let i = 0; i < 5; i += 1) log.roll('InitiativeRolled', { dice: [10] });
    log.end();
    const sealed = (events: readonly Made[]) =>
      checkLines(seal(log.encounter, log.ruleset, events, { signer, withhold: [5] }));
    expect((await sealed(log.events)).verified[0]).toMatchObject({ withheld: 1, rolls: { verified: 4 } });
    const back = log.events.with(5, { ...log.events[5]!, data: log.events[2]!.data });
    expect(await sealed(back)).toMatchObject({ code: 'ROLL_NUMBER', revision: 6 });
  });
});

describe('a seed', () => {
  const creation = (change: Data) => (events: readonly Made[]) => {
    const [first] = events as [Made];
    return events.with(0, { ...first, data: { ...first.data, dice: { ...(first.data.dice as Data), ...change } } });
  };
  const rolled = () => {
    const log = new Log();
    log.roll('InitiativeRolled', { dice: [10] });
    log.end();
    return log;
  };

  it.each<[string, Data]>([
    ['ROLL_FIELD', { scheme: 'bitacora/dice/v2' }],
    ['ROLL_FIELD', { commitment: 'A'.repeat(64) }],
    ['ROLL_FIELD', { hiddenCommitment: '' }],
    ['ROLL_FIELD', { encounter: 1 }],
    ['EPOCH', { epoch: 1 }],
  ])('is committed to as section 6 says, else %s for %j', async (code, change) => {
    expect(await said(rolled(), creation(change))).toMatchObject({ code, revision: 1 });
  });

  it('that is revealed fits its commitment', async () => {
    const other = committed(seedOf('another'));
    expect(await said(rolled(), creation({ commitment: other }))).toMatchObject({
      code: 'COMMITMENT',
      revision: 4,
      values: { found: committed(seedOf('open 0')), expected: other },
    });
    const reveal = (value: unknown) => (events: readonly Made[]) =>
      events.with(3, { ...events[3]!, data: { reveal: value } });
    expect((await said(rolled(), reveal({ epoch: 0, seed: seedOf('x').toString('hex') }))).code).toBe('COMMITMENT');
    expect((await said(rolled(), reveal({ epoch: 0, seed: 'x' }))).code).toBe('ROLL_FIELD');
    expect((await said(rolled(), reveal({ epoch: 1, seed: seedOf('open 0').toString('hex') }))).code).toBe(
      'REVEALED_EPOCH',
    );
    expect((await said(rolled(), reveal(null))).code).toBe('REVEALED_EPOCH');
  });

  it('gives other faces when the server swaps it and its commitment together', async () => {
    const log = new Log();
    for (let i = 0; i < 6; i += 1) log.roll('InitiativeRolled', { dice: [1000] });
    log.end();
    const swapped = (events: readonly Made[]) =>
      creation({ commitment: committed(seedOf('wrong')) })(events).with(8, {
        ...events[8]!,
        data: { reveal: { epoch: 0, seed: seedOf('wrong').toString('hex') } },
      });
    expect(await said(log, swapped)).toMatchObject({ code: 'FACE', revision: 3 });
  });

  it.each([false, true])('is never used after its revelation, hidden: %j', async (hidden) => {
    const log = rolled();
    log.roll('InitiativeRolled', { dice: [10], hidden });
    expect(await said(log)).toMatchObject({ code: 'SEED_AFTER_REVEAL', revision: 5 });
  });

  it('is not needed for the table’s rolls after its revelation, and may be revealed again', async () => {
    const log = rolled();
    log.roll('InitiativeRolled', { dice: [10], by: 'table', faces: [1] });
    log.end();
    expect((await said(log)).code).toBe('OK');
  });

  it('has an epoch for each time that the server commits anew, numbers counting on', async () => {
    const log = rolled();
    log.command();
    log.commit();
    log.add('InitiativeRolled', { rolls: [log.record('InitiativeRolled', { dice: [10] })] });
    expect((await said(log)).verified[0]).toMatchObject({ seeds: 2, rolls: { verified: 1, unrevealed: 1 } });
    log.end();
    expect((await said(log)).verified[0]).toMatchObject({ seeds: 2, rolls: { verified: 2, unrevealed: 0 } });
    const skipped = (events: readonly Made[]) => {
      const dice = { ...(events[4]!.data.dice as Data), epoch: 2 };
      return events.with(4, { ...events[4]!, data: { dice } });
    };
    expect(await said(log, skipped)).toMatchObject({ code: 'EPOCH', revision: 5, values: { found: '2', expected: 1 } });
  });

  it('is committed to before the server rolls', async () => {
    const log = rolled();
    const without = (events: readonly Made[]) => {
      return events.with(0, { ...events[0]!, data: { ...events[0]!.data, dice: undefined } });
    };
    expect(await said(log, without)).toMatchObject({ code: 'NO_COMMITMENT', revision: 3 });
    const late = new Log();
    late.epoch = -1;
    late.command();
    late.commit();
    late.add('InitiativeRolled', { rolls: [late.record('InitiativeRolled', { dice: [10] })] });
    late.end();
    expect((await said(late, without)).verified[0]).toMatchObject({ seeds: 1, rolls: { verified: 1 } });
  });

  it('of a branch gives the faces that the past of its origin has', async () => {
    const origin = rolled();
    const branch = new Log('branch');
    const first = {
      ...branch.events[0]!,
      data: {
        ...branch.events[0]!.data,
        dice: { ...(origin.events[0]!.data.dice as Data), encounter: origin.encounter },
      },
    };
    const lines = (created: Made) => seal('branch', origin.ruleset, origin.events.with(0, created), { signer });
    expect((await checkLines(lines(first))).verified[0]!.rolls.verified).toBe(1);
  });
});

describe('the players’ seeds', () => {
  it('count for the commands after them, in their order, undone or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }), fc.constant(null)), {
          maxLength: 8,
        }),
        async (steps) => {
          const log = new Log();
          for (const step of steps) {
            if (step === null) log.roll('InitiativeRolled', { dice: [1000, 1000] });
            else log.contribute(step);
            if (step !== null) log.then('CommandUndone', { undone: log.events.at(-1)!.command });
          }
          log.roll('InitiativeRolled', { dice: [1000, 1000] });
          log.end();
          const rolls = steps.filter((step) => step === null).length + 1;
          expect((await said(log)).verified[0]!.rolls.verified).toBe(rolls);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('change the dice: one that is changed, missing or in another place is found', async () => {
    const log = new Log();
    log.contribute('luna');
    log.contribute('sol');
    log.roll('InitiativeRolled', { dice: [1000, 1000, 1000] });
    log.end();
    expect((await said(log)).code).toBe('OK');
    const seed = (index: number, text: string) => (events: readonly Made[]) =>
      events.with(index, { ...events[index]!, data: { seed: text } });
    expect((await said(log, seed(2, 'lunA'))).code).toBe('FACE');
    expect((await said(log, (events) => seed(2, 'sol')(seed(3, 'luna')(events)))).code).toBe('FACE');
    expect((await said(log, (events) => events.with(3, { ...events[3]!, type: 'NoteAdded' }))).code).toBe('FACE');
    for (const text of ['', 'ñ'.repeat(129)]) expect((await said(log, seed(2, text))).code).toBe('ROLL_FIELD');
  });
});

describe('a free roll', () => {
  const free = (change: (data: Data) => Data, expression = '2d6kh1+3', dice = [6, 6], count = bestOfTwoPlusThree) => {
    const log = new Log();
    log.free(expression, dice, count);
    log.end();
    return said(log, (events) => events.with(2, { ...events[2]!, data: change(events[2]!.data) }));
  };

  it('has the dice, total, kept and dropped faces that its expression gives', async () => {
    expect((await free((data) => data)).verified[0]!.rolls.verified).toBe(1);
    const result = (change: Data) => (data: Data) => ({ ...data, result: { ...(data.result as Data), ...change } });
    expect(await free(result({ kept: [7] }))).toMatchObject({ code: 'RESULT', revision: 3, values: { field: 'kept' } });
    expect((await free(result({ dropped: [] }))).code).toBe('RESULT');
    expect((await free(result({ total: 99 }))).code).toBe('RESULT');
    expect((await free(result({ kind: 'narrative' }))).code).toBe('RESULT');
    expect((await free((data) => ({ ...data, result: null }))).code).toBe('RESULT');
    expect((await free((data) => ({ ...data, expression: '2d6kl1+3' }))).code).toBe('TOTAL');
    expect((await free((data) => ({ ...data, expression: '3d6kh1+3' }))).code).toBe('DICE');
    expect((await free((data) => ({ ...data, expression: 'lots' }))).code).toBe('EXPRESSION');
    expect((await free((data) => ({ ...data, expression: 6 }))).code).toBe('ROLL_FIELD');
    expect((await free((data) => ({ ...data, roll: { ...(data.roll as Data), total: 99 } }))).code).toBe('TOTAL');
  });

  it('of a hundred dice is computed die by die', async () => {
    const dice = Array.from({ length: 100 }, () => 1000);
    expect((await free((data) => data, '100d1000', dice, sumOf)).code).toBe('OK');
  });

  it('with narrative dice has the symbols of its faces, and no total', async () => {
    const symbols = (success: number, advantage: number) => ({
      kind: 'narrative',
      success,
      advantage,
      failure: 0,
      threat: 0,
      triumph: 0,
      despair: 0,
      light: 0,
      dark: 0,
      netSuccesses: success,
      netAdvantages: advantage,
    });
    const boost = ([face = 0]: readonly number[]) =>
      symbols([0, 0, 1, 1, 0, 0][face - 1]!, [0, 0, 0, 1, 2, 1][face - 1]!);
    expect((await free((data) => data, 'Boost', [6], boost)).verified[0]!.rolls.verified).toBe(1);
    expect(
      (
        await free(
          (data) => data,
          'b',
          [6],
          () => symbols(3, 3),
        )
      ).code,
    ).toBe('RESULT');
    expect((await free((data) => data, 'b', [8], boost)).code).toBe('DICE');
    expect((await free((data) => data, 'bo, x', [6], boost)).code).toBe('EXPRESSION');
    expect(
      (await free((data) => ({ ...data, roll: { ...(data.roll as Data), total: 1 } }), 'b', [6], boost)).code,
    ).toBe('TOTAL');
  });
});

describe('initiative', () => {
  const star = (change: Data = {}, detailChange: Data = {}) => {
    const log = new Log('sw', 'star-wars-ffg');
    const symbols = {
      success: 3,
      advantage: 0,
      failure: 0,
      threat: 0,
      triumph: 1,
      despair: 0,
      light: 0,
      dark: 0,
      netSuccesses: 3,
      netAdvantages: 0,
    };
    const detail = {
      skill: 'cool',
      pool: { proficiency: 1, ability: 1 },
      result: symbols,
      successes: 3,
      advantages: 0,
      ...detailChange,
    };
    const modifiers = [{ what: 'gm', value: -1 }];
    log.roll('InitiativeRolled', {
      dice: [12, 8],
      by: 'table',
      faces: [12, 4],
      modifiers,
      total: 2,
      detail,
      ...change,
    });
    return said(log);
  };

  it('of narrative dice is their net successes and its modifiers', async () => {
    expect((await star()).code).toBe('OK');
    expect((await star({ total: 3 })).code).toBe('TOTAL');
    expect((await star({ dice: [8, 12], faces: [4, 12] })).code).toBe('DICE');
    expect((await star({}, { successes: 2 })).code).toBe('RESULT');
    expect((await star({}, { result: {} })).code).toBe('RESULT');
    expect((await star({}, { pool: { luck: 1 } })).code).toBe('EXPRESSION');
    expect((await star({}, { pool: undefined })).code).toBe('ROLL_FIELD');
  });

  it('by an expression of the options is what that gives, with its modifiers', async () => {
    const yokai = (faces: readonly number[], total: number, dice = [12, 12]) => {
      const log = new Log('ys', 'yokai-senso', { initiativeDice: '2d12kh1*2' });
      log.roll('InitiativeRolled', { dice, by: 'table', faces, total, modifiers: [{ what: 'bonus', value: 3 }] });
      return said(log);
    };
    expect((await yokai([5, 11], 25)).code).toBe('OK');
    expect((await yokai([5, 11], 19)).code).toBe('TOTAL');
    expect((await yokai([5], 13, [12])).code).toBe('DICE');
  });
});
