import { openStore, type EventStore } from '@bitacora/event-store';
import type { View } from '@bitacora/engine';
import { rulesets } from '@bitacora/rulesets';
import { randomUUID } from 'node:crypto';
import { ServerKeys } from '../audit/keys.js';
import { commitmentOf } from '../dice/index.js';
import { openEncounters } from '../encounters.js';
import { ADMIN, by, done, fighter, note, randomFight, tickingClock } from '../testing/index.js';
import type { CallContext, CommandInput, Encounters } from '../types.js';
import type { BranchInput, BranchResult } from './branch.js';
import { compareEncounters, type Comparison } from './compare.js';
import { keyedBranch } from './rewrite.js';

let store: EventStore;
let keys: ServerKeys;
let encounters: Encounters;

beforeEach(async () => {
  store = await openStore('memory:');
  keys = ServerKeys.ephemeral();
  encounters = await openEncounters({ store, rulesets, keys, clock: tickingClock(), ids: randomUUID });
});

afterEach(() => encounters.close());

type Made = Extract<BranchResult, { kind: 'done' }>;

async function branched(id: string, input: BranchInput, context: Partial<CallContext> = {}): Promise<Made> {
  const result = await encounters.branch(id, input, by(context));
  if (result.kind !== 'done') throw new Error(`no branch: ${JSON.stringify(result)}`);
  return result;
}

async function viewOf(id: string, revision?: number): Promise<View> {
  const loaded = await encounters.load(id, revision === undefined ? {} : { revision }, ADMIN);
  if (loaded.kind !== 'found') throw new Error(loaded.kind);
  return loaded.folded.view(ADMIN);
}

async function compared(one: string, other: string): Promise<Comparison> {
  const result = await compareEncounters(encounters, [one, other], ADMIN);
  if (result.kind !== 'compared') throw new Error(result.kind);
  return result.comparison;
}

async function logOf(id: string) {
  const page = await encounters.events(id, { limit: 1_000 }, ADMIN);
  return page?.items ?? [];
}

async function send(id: string, ...commands: readonly CommandInput[]): Promise<number> {
  let revision = 0;
  for (const command of commands) ({ revision } = done(await encounters.execute(id, command, by())));
  return revision;
}

/** A fight of Ana and Bo whose initiative the server has rolled; its id and its revision. */
async function running(): Promise<{ readonly id: string; readonly revision: number }> {
  // So quick that she is first whatever the dice say.
  const combatants = [fighter('ana', 80), fighter('bo', 10)];
  const made = done(await encounters.create({ name: 'Docking bay', ruleset: 'eclipse-phase-1e', combatants }, by()));
  const { id } = made.folded;
  return { id, revision: await send(id, { type: 'start' }, { type: 'rollInitiative' }) };
}

const what = (differences: Comparison['between']) =>
  differences.map(({ what: kind, combatant, from, to }) => [kind, combatant, from, to]);

describe('a branch', () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'of a fight of %s is at each end of a command what the fight was then, and is audited clean',
    async (_, rules) => {
      const id = await randomFight(encounters, rules, 5, 40, false);
      const log = await logOf(id);
      const ends = log.filter((event, i) => log[i + 1]?.command !== event.command).map((event) => event.revision);
      for (const revision of ends.filter((__, i) => i % 9 === 0 || i === ends.length - 1)) {
        const { folded, forkedFrom } = await branched(id, { revision, name: 'What if' });
        const original = await viewOf(id, revision);
        expect(folded.view(ADMIN)).toEqual({ ...original, id: folded.id, name: 'What if' });
        expect(forkedFrom).toEqual({ encounter: id, revision });
        const report = await encounters.archive.audit(folded.id, ADMIN);
        expect(report).toMatchObject({ ok: true, problem: null, signedHere: true, events: revision });
      }
    },
  );

  it('has events, commands and a chain of its own, and says where it comes from', async () => {
    const { id, revision } = await running();
    const { folded, head } = await branched(id, { revision, name: 'What if' });
    const [original, copied] = [await logOf(id), await logOf(folded.id)];
    expect(copied.map(({ type, at, actor }) => [type, at, actor])).toEqual(
      original.map(({ type, at, actor }) => [type, at, actor]),
    );
    const shared = new Set(original.flatMap(({ id: event, command }) => [event, command]));
    expect(copied.flatMap(({ id: event, command }) => [event, command]).filter((one) => shared.has(one))).toEqual([]);
    expect(copied[0]?.data).toMatchObject({ id: folded.id, name: 'What if', forkedFrom: { encounter: id, revision } });
    expect(copied[0]?.data.dice).toMatchObject({ encounter: id, epoch: 0 });
    const [known] = await encounters.archive.audit(folded.id, ADMIN, [await head()]).then((report) => [report]);
    expect(known).toMatchObject({ ok: true });
    const list = await encounters.list({}, ADMIN);
    expect(list).toMatchObject({
      items: [
        { id: folded.id, forkedFrom: { encounter: id, revision } },
        { id, forkedFrom: null },
      ],
    });
  });

  it('commits to seeds of its own before its first roll, and at its end reveals those alone', async () => {
    const { id, revision } = await running();
    const { folded } = await branched(id, { revision, name: 'What if' });
    await send(folded.id, { type: 'roll', dice: '3d10' }, { type: 'end' });
    const after = (await logOf(folded.id)).slice(revision);
    expect(after.map(({ type }) => type)).toEqual(['SeedCommitted', 'DiceRolled', 'EncounterEnded']);
    expect(after[0]?.data.dice).toMatchObject({
      epoch: 1,
      commitment: commitmentOf(keys.seedsOf(folded.id, 1).open),
    });
    expect(after[2]?.data.reveal).toEqual({
      epoch: 1,
      seed: Buffer.from(keys.seedsOf(folded.id, 1).open).toString('hex'),
    });
    expect(JSON.stringify(await logOf(folded.id))).not.toContain(Buffer.from(keys.seedsOf(id, 0).open).toString('hex'));
    expect(await encounters.archive.audit(folded.id, ADMIN)).toMatchObject({ ok: true, rolls: { verified: 3 } });
  });

  it('that ends without a roll of its own reveals nothing of the fight that it comes from', async () => {
    const { id, revision } = await running();
    const { folded } = await branched(id, { revision, name: 'What if' });
    await send(folded.id, { type: 'end' });
    expect((await logOf(folded.id)).at(-1)?.data.reveal).toBeUndefined();
  });

  it('can be undone back to the creation and done again, and leaves the fight as it was', async () => {
    const { id, revision } = await running();
    const before = await viewOf(id);
    const { folded } = await branched(id, { revision, name: 'What if' });
    const begun = await viewOf(folded.id);
    await send(folded.id, { type: 'undo' }, { type: 'undo' });
    expect(await viewOf(folded.id)).toMatchObject({ status: 'setup', clock: { round: 0 } });
    const refused = await encounters.execute(folded.id, { type: 'undo' }, by());
    expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'NOTHING_TO_UNDO' } });
    await send(folded.id, { type: 'redo' }, { type: 'redo' });
    expect(await viewOf(folded.id)).toMatchObject({ order: begun.order, clock: begun.clock });
    expect(await viewOf(id)).toEqual(before);
  });

  it('keeps what was undone undone: redo in it brings it back', async () => {
    const { id } = await running();
    const revision = await send(id, { type: 'wound', combatant: 'ana' }, { type: 'undo' });
    const { folded } = await branched(id, { revision, name: 'What if' });
    await send(folded.id, { type: 'redo' });
    expect((await viewOf(folded.id)).combatants[0]?.wounds).toBe(1);
    expect(await encounters.archive.audit(folded.id, ADMIN)).toMatchObject({ ok: true });
  });

  it('can be branched itself, and each die still says whose seed it came from', async () => {
    const { id, revision } = await running();
    const first = await branched(id, { revision, name: 'One' });
    const later = await send(first.folded.id, { type: 'roll', dice: '2d10' });
    const second = await branched(first.folded.id, { revision: later, name: 'Two' });
    const end = await send(second.folded.id, { type: 'roll', dice: '2d10' }, { type: 'end' });
    const third = await branched(second.folded.id, { revision: end, name: 'Three' });
    const seeds = (await logOf(third.folded.id)).flatMap(({ data }) => (data.dice === undefined ? [] : [data.dice]));
    expect(seeds).toMatchObject([
      { epoch: 0, encounter: id },
      { epoch: 1, encounter: first.folded.id },
      { epoch: 2, encounter: second.folded.id },
    ]);
    expect(await encounters.archive.audit(third.folded.id, ADMIN)).toMatchObject({
      ok: true,
      rolls: { verified: 4, unrevealed: 0 },
    });
  });

  it('is not cut inside a command: the ends of the commands around it are named', async () => {
    const { id, revision } = await running();
    const cut = await encounters.branch(id, { revision: revision - 1, name: 'What if' }, by());
    expect(cut).toEqual({ kind: 'insideCommand', revision, before: revision - 3, after: revision });
    const inCreation = await encounters.branch(id, { revision: 1, name: 'What if' }, by());
    expect(inCreation).toMatchObject({ kind: 'insideCommand', before: 0, after: 3 });
  });

  it('needs an encounter, a revision that it has and a name', async () => {
    const { id, revision } = await running();
    const answers = await Promise.all([
      encounters.branch('nowhere', { revision: 1, name: 'x' }, by()),
      encounters.branch(id, { revision: revision + 1, name: 'x' }, by()),
      encounters.branch(id, { revision: 0, name: 'x' }, by()),
      encounters.branch(id, { revision, name: '' }, by()),
    ]);
    expect(answers).toMatchObject([
      { kind: 'notFound' },
      { kind: 'noSuchState', revision },
      { kind: 'noSuchState', revision },
      { kind: 'refused', refusal: { code: 'MALFORMED', pointer: '/name' } },
    ]);
    expect((await encounters.list({}, ADMIN)) as unknown).toMatchObject({ items: { length: 1 } });
  });

  it('is made once for one key, also when what was made has gone on, and by two calls at once', async () => {
    const { id, revision } = await running();
    const input = { revision, name: 'What if' };
    const both = await Promise.all([1, 2].map(() => branched(id, input, { idempotencyKey: 'k' })));
    expect(both[0]?.folded.id).toBe(both[1]?.folded.id);
    const branch = both[0]?.folded.id ?? '';
    await send(branch, note('later'));
    const again = await branched(id, input, { idempotencyKey: 'k' });
    expect(again).toMatchObject({ replayed: true, forkedFrom: { revision } });
    expect([again.folded.id, again.folded.revision, (await again.head()).revision]).toEqual([
      branch,
      revision,
      revision,
    ]);
    expect(await again.head()).toEqual(await both[0]?.head());
    const other = await encounters.branch(id, { revision, name: 'Another' }, by({ idempotencyKey: 'k' }));
    expect(other).toMatchObject({ kind: 'keyReused' });
  });

  it('that was cut short is finished by the same call', async () => {
    const { id } = await running();
    let revision = 0;
    for (let i = 0; i < 900; i += 1) revision = await send(id, note(`note ${String(i)}`));
    const append = store.append.bind(store);
    let left = 1;
    store.append = (...args) => {
      if (left === 0) throw new Error('the machine has stopped');
      left -= 1;
      return append(...args);
    };
    const context = by({ idempotencyKey: 'k' });
    await expect(encounters.branch(id, { revision, name: 'What if' }, context)).rejects.toThrow('has stopped');
    store.append = append;
    const { folded } = await branched(id, { revision, name: 'What if' }, { idempotencyKey: 'k' });
    expect(folded.revision).toBe(revision);
    expect(await encounters.archive.audit(folded.id, ADMIN)).toMatchObject({ ok: true, events: revision });
  });
});

describe('a comparison', () => {
  it('says where two branches part, and what has changed in each since, and between them', async () => {
    const { id, revision } = await running();
    const { folded } = await branched(id, { revision, name: 'What if' });
    await send(id, { type: 'wound', combatant: 'ana', count: 2 });
    await send(folded.id, note('here it goes another way'), { type: 'setStatus', combatant: 'bo', status: 'fled' });
    const comparison = await compared(id, folded.id);
    expect(comparison.common).toBe(revision);
    expect(what(comparison.since.here)).toContainEqual(['wounds', 'ana', 0, 2]);
    expect(what(comparison.since.there)).toContainEqual(['combatantStatus', 'bo', 'active', 'fled']);
    expect(what(comparison.between)).toEqual(
      expect.arrayContaining([
        ['wounds', 'ana', 2, 0],
        ['combatantStatus', 'bo', 'active', 'fled'],
      ]),
    );
  });

  it('counts what is the same in both as common, whatever the ids, undone commands included', async () => {
    const { id, revision } = await running();
    const { folded } = await branched(id, { revision, name: 'What if' });
    const same = [{ type: 'wound', combatant: 'ana' }, { type: 'undo' }, { type: 'redo' }] as const;
    const later = await send(id, ...same);
    await send(folded.id, ...same);
    await send(folded.id, note('more'));
    const comparison = await compared(id, folded.id);
    expect(comparison).toMatchObject({ common: later, between: [], since: { here: [], there: [] } });
  });

  it('goes back to the last end of a command in both where they part in the middle of one', async () => {
    const { id, revision } = await running();
    const { folded } = await branched(id, { revision, name: 'What if' });
    await send(id, { type: 'declare', combatant: 'ana', action: { kind: 'complex' } });
    await send(folded.id, {
      type: 'declare',
      combatant: 'ana',
      action: { kind: 'complex' },
      outcome: { success: true },
    });
    expect((await compared(id, folded.id)).common).toBe(revision);
  });

  it('finds nothing in common of two fights that have nothing in common, and compares them as they are', async () => {
    const { id } = await running();
    const combatants = [fighter('ana', 13)];
    const made = done(await encounters.create({ name: 'Hangar', ruleset: 'eclipse-phase-1e', combatants }, by()));
    const comparison = await compared(id, made.folded.id);
    expect(comparison).toMatchObject({ common: 0, since: { here: [], there: [] }, views: { common: null } });
    expect(what(comparison.between)).toContainEqual(['combatantRemoved', 'bo', { name: 'bo' }, null]);
  });

  it('needs both encounters', async () => {
    const { id } = await running();
    expect(await compareEncounters(encounters, [id, 'nowhere'], ADMIN)).toEqual({ kind: 'notFound', id: 'nowhere' });
  });

  it('of an encounter with itself finds all in common', async () => {
    const { id, revision } = await running();
    expect(await compared(id, id)).toMatchObject({ common: revision, between: [] });
  });
});

it('takes no command upon a branch of which only a part is there', async () => {
  const id = await randomFight(encounters, rulesets.get('d20')!, 3, 300, false);
  const loaded = await encounters.load(id, {}, ADMIN);
  const revision = loaded.kind === 'found' ? loaded.folded.revision : 0;
  const branch = keyedBranch(id, ADMIN.actor, 'k');
  const sent = (async () => {
    for (;;) {
      const result = await encounters.execute(branch, note('x'), by());
      if (result.kind !== 'notFound') return result;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  expect(await encounters.branch(id, { revision, name: 'b' }, by({ idempotencyKey: 'k' }))).toMatchObject({
    kind: 'done',
  });
  expect(await sent).toMatchObject({ kind: 'done', revision: revision + 1 });
});
