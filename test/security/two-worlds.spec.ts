import { ServerKeys } from '@bitacora/encounters';
import type { JsonObject, RuleSet } from '@bitacora/engine';
import { randomCombatant, seededRandom, type SeededRandom } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import type { Body } from '../e2e/support/client.js';
import { WatchedTable } from './support/table.js';

const PAIRS = Number(process.env.BITACORA_HTTP_WORLDS ?? 4);
const STEPS = 10;
/** Ties ask the table for something, and so are apart from these worlds: see docs/visibility.md. */
const families = rulesets.all().filter(({ id }) => id !== 'yokai-senso');
const FAR = { physicalInitiative: 500, mentalInitiative: 550 };

const keys = ServerKeys.ephemeral();

describe('two servers whose combats differ only in hidden combatants', () => {
  it.each(Array.from({ length: PAIRS }, (_, i) => i))('give a player the same bytes: pair %i', async (seed) => {
    const rules = families[seed % families.length] as RuleSet;
    const random = seededRandom(seed + 1);
    const table = ['t0', 't1'].map((id) => somebody(rules, random, id, false));
    const hidden = Array.from({ length: 2 }, (_, i) => somebody(rules, random, `x${String(i)}`, true));
    const tables = [
      await WatchedTable.open({ name: 'Table', ruleset: rules.id, combatants: table }, keys),
      await WatchedTable.open({ name: 'Table', ruleset: rules.id, combatants: [...hidden, ...table] }, keys),
    ];
    try {
      await play(tables, rules, random);
      for (const one of tables) await one.readAll();
      for (const one of tables) await one.delivered();
      const [plain, secret] = tables.map(({ bytes }) => bytes);
      expect(secret?.get('calls')).toEqual(plain?.get('calls'));
      expect(secret?.get('socket')).toEqual(plain?.get('socket'));
      expect(secret?.get('stream')?.join('')).toEqual(plain?.get('stream')?.join(''));
      expect(plain?.get('socket')?.length).toBeGreaterThan(3);
    } finally {
      await Promise.all(tables.map((one) => one.close()));
    }
  });
});

function somebody(rules: RuleSet, random: SeededRandom, id: string, hidden: boolean): JsonObject {
  const made = randomCombatant(rules, random, id);
  const far = Object.fromEntries(Object.entries(FAR).filter(([stat]) => hidden && Object.hasOwn(rules.stats, stat)));
  return { ...made, stats: { ...made.stats, ...far }, hidden };
}

async function play(tables: readonly WatchedTable[], rules: RuleSet, random: SeededRandom): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    for (const table of tables) await letHiddenAct(table);
    const seen = (await tables[0]?.seen()) as Body;
    const [command, isPlayers] = next(seen, rules);
    const tried = probe(random, Number(seen.revision));
    for (const table of tables) {
      table.ids.tick();
      await table.call('POST', '/v1/encounters/:id/commands', tried.body, tried.headers);
      if (isPlayers) await table.call('POST', '/v1/encounters/:id/commands', command);
      else await table.openly(command);
      await table.secretly({ type: 'wound', combatant: 'x0' });
      await letHiddenAct(table);
      await table.call('GET', '/v1/encounters/:id');
    }
  }
}

/** What the fight waits for, and whether the player does it. */
function next(seen: Body, rules: RuleSet): readonly [object, boolean] {
  const [acting] = ids(seen.acting).map((key) => key.replace(/:.*$/u, ''));
  const [declares] = ids(seen.pending?.declarations);
  const stage = String(seen.clock?.stage);
  if (stage === 'setup') return [{ type: 'start' }, false];
  if (stage === 'initiative') return [{ type: 'rollInitiative', only: ids(seen.pending?.rolls) }, false];
  if (declares !== undefined) return [intent(declares), declares === 't0'];
  if (acting === undefined) return [{ type: 'advance' }, false];
  const kind = Object.keys(rules.actions.kinds)[0];
  const open = Object.values(seen.declarations ?? {}).some(
    (d) => String(d.combatant) === acting && String(d.state) === 'declared',
  );
  const canDeclare = rules.family !== 'storyteller' && rules.family !== 'turno-de-juego' && !open;
  if (canDeclare && acting === 't0') return [{ type: 'declare', combatant: acting, action: { kind } }, true];
  return [{ type: 'endTurn', combatant: acting }, acting === 't0'];
}

function intent(combatant: string): object {
  return { type: 'declare', combatant, action: { kind: 'intent', actions: [{ label: 'Strike' }] } };
}

/** What a player tries besides: with the wrong revision, with a key that comes again, upon whom it does not know. */
function probe(
  random: SeededRandom,
  revision: number,
): { readonly body: object; readonly headers: Record<string, string> } {
  const id = ['x0', 'nobody', 't1'][random.below(3)] ?? '';
  const tries = [
    { body: { type: 'note', text: 'Again.' }, headers: { 'idempotency-key': 'k1' } },
    { body: { type: 'note', text: 'Late.' }, headers: { 'if-match': `"${String(revision - random.below(2))}"` } },
    { body: { type: 'roll', dice: '1d6', combatant: id }, headers: {} },
    { body: { type: 'endTurn', combatant: id }, headers: {} },
    { body: { type: 'resolve', declaration: `d${String(1 + random.below(4))}`, opposedBy: [id] }, headers: {} },
    { body: { type: 'wound', combatant: id }, headers: {} },
  ];
  return tries[random.below(tries.length)] as (typeof tries)[number];
}

/** The game master plays the hidden ones, until nothing waits for them. */
async function letHiddenAct(table: WatchedTable): Promise<void> {
  for (let i = 0; i < 50; i += 1) {
    const whole = await table.whole();
    const hidden = Object.values(whole.combatants ?? {})
      .filter((c) => String(c.hidden) === 'true')
      .map((c) => String(c.id));
    const waits = (list: Body | undefined) =>
      ids(list)
        .map((key) => key.replace(/:.*$/u, ''))
        .filter((id) => hidden.includes(id));
    const [rolls, declares, acting] = [
      waits(whole.pending?.rolls),
      waits(whole.pending?.declarations),
      waits(whole.acting),
    ];
    if (rolls.length > 0) await table.secretly({ type: 'rollInitiative', only: rolls });
    else if (declares[0] !== undefined) await table.secretly(intent(declares[0]));
    else if (acting[0] !== undefined) await table.secretly({ type: 'endTurn', combatant: acting[0] });
    else return;
  }
}

function ids(list: Body | undefined): string[] {
  return Object.values(list ?? {}).map(String);
}
