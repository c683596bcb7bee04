import type { EventEnvelope } from '@bitacora/encounters';
import { playGame } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import fc from 'fast-check';
import { csvRow, tableOf } from './csv.js';

/** Reads CSV as RFC 4180 writes it. */
function parsed(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (found === null) throw new Error(`no cell at ${String(at)}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('a row of a table', () => {
  it.each([
    [['a', 1, true, null, undefined], 'a,1,true,,\r\n'],
    [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"\r\n'],
    [['=1+1', '+1', '-1', '@x', '\t=1', ' =1'], `"'=1+1","'+1","'-1","'@x","'\t=1","' =1"\r\n`],
    [[-1, 'a=b', 'a-1'], '-1,a=b,a-1\r\n'],
  ])('of %j is %j', (cells, row) => {
    expect(csvRow(cells)).toBe(row);
  });

  it('can be read back whatever it holds, and begins no formula', () => {
    const cells = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=a', '"', ',', '\r\n', "'")), {
      minLength: 1,
    });
    fc.assert(
      fc.property(cells, (texts) => {
        const [row, ...more] = parsed(csvRow(texts));
        expect(more).toEqual([]);
        expect(row?.map((text, i) => (text === texts[i] ? text : text.slice(1)))).toEqual(texts);
        for (const text of row ?? []) expect(text).not.toMatch(/^[\t\r ]*[=+\-@]/);
      }),
    );
  });
});

describe('the tables of a log', () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'hold every roll, every change of wounds and every turn of a fight of %s once',
    async (_, rules) => {
      const { log } = playGame({ rules, seed: 8, combatants: 4, rounds: 3 });
      const events = log.map((event, i): EventEnvelope => ({
        ...(JSON.parse(JSON.stringify(event)) as EventEnvelope),
        revision: i + 1,
        position: '',
        id: '',
        version: 1,
        at: '2026-01-01T00:00:00.000Z',
        actor: 'admin',
      }));
      const rowsOf = async (table: 'rolls' | 'turns' | 'wounds') => {
        let text = '';
        for await (const rows of tableOf(
          table,
          (async function* () {
            yield* events;
          })(),
        ))
          text += rows;
        const [head = [], ...rows] = parsed(text);
        expect(rows.every((row) => row.length === head.length)).toBe(true);
        return rows;
      };
      const rolls = events.flatMap(
        ({ data }) => (data['rolls'] as unknown[] | undefined) ?? (data['roll'] === undefined ? [] : [0]),
      );
      expect(await rowsOf('rolls')).toHaveLength(rolls.length);
      const harm = events.filter(({ type }) => type === 'WoundsInflicted' || type === 'WoundsHealed');
      expect(await rowsOf('wounds')).toHaveLength(harm.length);
      const turns = events
        .filter(({ type }) => type === 'TurnStarted')
        .flatMap(({ data }) => data['turns'] as { activation: number }[]);
      const told = (await rowsOf('turns')).map(([activation]) => Number(activation));
      expect(new Set(told)).toEqual(new Set(turns.map(({ activation }) => activation)));
    },
  );
});
