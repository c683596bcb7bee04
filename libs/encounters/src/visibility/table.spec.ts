import { jest } from '@jest/globals';
import { openStore } from '@bitacora/event-store';
import { ServerKeys } from '../audit/keys.js';
import { ADMIN, done, fighter, note, openTest } from '../testing/index.js';
import type { CombatantInput, CommandInput, Encounters, ExecuteResult, Folded } from '../types.js';
import type { Viewer } from '../viewer.js';
import { SeenLog } from './seen-log.js';

const SPECTATOR: Viewer = { role: 'spectator', combatants: [], actor: 'spectator' };
const PLAYER: Viewer = { role: 'player', combatants: ['ana'], actor: 'player' };

/** One table of Eclipse Phase: Ana and Bo in sight, and somebody hidden who is faster than both. */
describe('what the table sees of an encounter with somebody hidden', () => {
  let encounters: Encounters;
  let id: string;
  beforeEach(async () => {
    encounters = await openTest(await openStore('memory:'));
    const hidden: CombatantInput = { ...fighter('lurker', 29), hidden: true };
    const input = {
      name: 'Dock',
      ruleset: 'eclipse-phase-1e',
      combatants: [fighter('ana', 20), hidden, fighter('bo', 10)],
    };
    id = done(await encounters.create(input, { viewer: ADMIN, requestId: 'r' })).folded.id;
  });
  afterEach(() => encounters.close());

  const master = async (...commands: readonly CommandInput[]): Promise<void> => {
    for (const command of commands) done(await encounters.execute(id, command, { viewer: ADMIN, requestId: 'r' }));
  };
  const as = (viewer: Viewer, command: CommandInput, more: object = {}): Promise<ExecuteResult> =>
    encounters.execute(id, command, { viewer, requestId: 'r', ...more });
  const seen = async (viewer = SPECTATOR): Promise<Folded> => {
    const loaded = await encounters.load(id, {}, viewer);
    if (loaded.kind !== 'found') throw new Error(loaded.kind);
    return loaded.folded;
  };
  const log = async (viewer = SPECTATOR, after = 0) =>
    (await encounters.events(id, { after, limit: 1_000 }, viewer))?.items ?? [];
  const types = async (after = 0): Promise<string[]> => (await log(SPECTATOR, after)).map((event) => event.type);
  const rolled: CommandInput = { type: 'rollInitiative', rolls: { ana: [5], bo: [5], lurker: [5] } };

  it('has revisions of its own, without a gap', async () => {
    await master({ type: 'start' }, { type: 'wound', combatant: 'lurker' }, note('On we go.'));
    expect((await log()).map((event) => event.revision)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await seen()).revision).toBe(6);
    expect((await seen(ADMIN)).revision).toBe(8);
  });

  it('shows nothing of a hidden one’s turn, and afterwards the next turn in a frame of its own', async () => {
    await master({ type: 'start' }, rolled);
    const before = (await seen()).revision;
    expect((await seen()).view(SPECTATOR).acting).toEqual([]);
    await master({ type: 'declare', combatant: 'lurker', action: { kind: 'complex' } });
    expect((await seen()).revision).toBe(before);
    await master({ type: 'endTurn', combatant: 'lurker' });
    expect(await types(before)).toEqual(['TurnStarted']);
    expect((await log(SPECTATOR, before))[0]?.actor).toBe('agenda');
    expect((await seen()).view(SPECTATOR).acting).toEqual(['ana']);
  });

  it.each(['removeCombatant', 'updateCombatant'] as const)(
    'shows nobody who is gone (%s) from a pass in which only hidden ones are left',
    async (type) => {
      const gone = (combatant: string): CommandInput =>
        type === 'removeCombatant' ? { type, combatant } : { type, combatant, changes: { hidden: true } };
      await master({ type: 'start' }, rolled, gone('bo'), gone('ana'));
      const { revision } = await seen();
      for (let at = 1; at <= revision; at += 1) {
        const loaded = await encounters.load(id, { revision: at }, SPECTATOR);
        if (loaded.kind !== 'found') throw new Error(loaded.kind);
        const { combatants, order } = loaded.folded.view(SPECTATOR);
        const ids = combatants.map((c) => c.id);
        expect(order.flatMap((group) => group.entries).filter((entry) => !ids.includes(entry.key))).toEqual([]);
      }
      expect((await seen()).view(SPECTATOR)).toMatchObject({ combatants: [], order: [] });
    },
  );

  it.each(['removeCombatant', 'updateCombatant'] as const)(
    'tells whose place goes (%s) by the order that is shown, also while only hidden ones have another pass',
    async (type) => {
      const gone: CommandInput =
        type === 'removeCombatant' ? { type, combatant: 'ana' } : { type, combatant: 'ana', changes: { hidden: true } };
      const ended = ['lurker', 'ana', 'bo'].map((combatant): CommandInput => ({ type: 'endTurn', combatant }));
      const fast: CommandInput = { type: 'updateCombatant', combatant: 'lurker', changes: { stats: { speed: 2 } } };
      await master(fast, { type: 'start' }, rolled, ...ended);
      expect((await seen(ADMIN)).view(ADMIN).acting).toEqual(['lurker']);
      const keys = async () =>
        (await seen()).view(SPECTATOR).order.flatMap((group) => group.entries.map((entry) => entry.key));
      expect(await keys()).toEqual(['ana', 'bo']);
      await master(gone);
      expect(await keys()).toEqual(['bo']);
      expect((await log()).at(-1)).toMatchObject({ type: 'CombatantRemoved', data: { entries: ['ana'] } });
    },
  );

  it('numbers declarations without those of hidden ones, and takes commands by these numbers', async () => {
    await master({ type: 'start' }, rolled);
    await master({ type: 'declare', combatant: 'lurker', action: { kind: 'complex' } });
    await master({ type: 'endTurn', combatant: 'lurker' });
    const declared = done(await as(PLAYER, { type: 'declare', combatant: 'ana', action: { kind: 'complex' } }));
    expect(declared.events.map((event) => event.data.declaration)).toMatchObject([{ id: 'd1' }]);
    const resolved = done(await as(PLAYER, { type: 'resolve', declaration: 'd1' }));
    expect(resolved.events.map((event) => [event.type, event.data.declaration])).toEqual([['ActionResolved', 'd1']]);
    expect((await seen(ADMIN)).view(ADMIN).declarations.map((d) => d.state)).toEqual(['cancelled', 'resolved']);
  });

  it('answers a hidden one’s id as one that is not there', async () => {
    const named = (combatant: string) => as(PLAYER, { type: 'roll', dice: '1d6', combatant });
    const [hidden, absent] = [await named('lurker'), await named('nobody')];
    expect(JSON.stringify(hidden)).toBe(JSON.stringify(absent).replace('nobody', 'lurker'));
    expect(hidden).toMatchObject({ kind: 'refused', refusal: { code: 'UNKNOWN_COMBATANT' }, revision: 3 });
  });

  it('refuses who acts out of turn without saying whose turn it is', async () => {
    await master({ type: 'start' }, rolled);
    expect(await as(PLAYER, { type: 'endTurn', combatant: 'ana' })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_ACTING', params: { combatant: 'ana', acting: [] } },
    });
  });

  it('answers a command with the frame that is its own, and leaves what follows to the stream', async () => {
    await master({ type: 'start' }, rolled, { type: 'endTurn', combatant: 'lurker' });
    const answer = done(await as(PLAYER, { type: 'endTurn', combatant: 'ana' }));
    expect(answer.events.map((event) => event.type)).toEqual(['TurnEnded']);
    expect(answer.folded.view(PLAYER)).toMatchObject({ revision: answer.revision, acting: [] });
    expect(await types(answer.revision)).toEqual(['TurnStarted']);
  });

  it('knows If-Match by its own revision', async () => {
    await master({ type: 'wound', combatant: 'lurker' });
    expect(await as(PLAYER, note('late'), { ifMatch: 4 })).toEqual({ kind: 'conflict', revision: 3 });
    expect(done(await as(PLAYER, note('in time'), { ifMatch: 3 })).revision).toBe(4);
  });

  it('gives the same key the same answer, whatever hidden ones have done since', async () => {
    const first = done(await as(PLAYER, note('once'), { idempotencyKey: 'k' }));
    await master({ type: 'wound', combatant: 'lurker' }, note('later'));
    const again = done(await as(PLAYER, note('once'), { idempotencyKey: 'k' }));
    expect([again.revision, again.events, again.folded.viewJson(PLAYER), await again.head()]).toEqual([
      first.revision,
      first.events,
      first.folded.viewJson(PLAYER),
      await first.head(),
    ]);
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    expect(await as(PLAYER, note('other'), { idempotencyKey: 'k' })).toEqual({ kind: 'keyReused', revision: 5 });
  });

  it('is shown whole to nobody by mistake', async () => {
    const whole = await encounters.load(id);
    if (whole.kind !== 'found') throw new Error(whole.kind);
    expect(() => whole.folded.view(PLAYER)).toThrow('may not see everything');
  });

  it('shows the encounter as it stood after a revision, or at a time, of its own', async () => {
    await master({ type: 'wound', combatant: 'lurker' }, note('one'), note('two'));
    const past = await encounters.load(id, { revision: 4 }, SPECTATOR);
    expect(past).toMatchObject({ kind: 'found', folded: { revision: 4 } });
    expect(await encounters.load(id, { revision: 6 }, SPECTATOR)).toEqual({ kind: 'noSuchState', revision: 5 });
    expect(await encounters.load(id, { time: '2020-01-01T00:00:00Z' }, SPECTATOR)).toMatchObject({
      kind: 'noSuchState',
    });
    const late = await encounters.load(id, { time: '2030-01-01T00:00:00Z' }, SPECTATOR);
    expect(late).toMatchObject({ kind: 'found', folded: { revision: 5 } });
  });

  it('lists the one encounter that it may know of by what it sees, and nothing besides', async () => {
    await master(note('one'), { type: 'wound', combatant: 'lurker' });
    const { items } = (await encounters.list({ encounter: id }, PLAYER)) as { items: readonly { updatedAt: string }[] };
    expect(items).toMatchObject([{ id, name: 'Dock', status: 'setup', revision: 4 }]);
    expect(items[0]?.updatedAt).toBe((await log()).at(-1)?.at);
    expect(await encounters.list({}, PLAYER)).toMatchObject({ items: [] });
    expect(await encounters.list({ encounter: id, q: 'harbour' }, PLAYER)).toMatchObject({ items: [] });
  });

  it('follows frame by frame, from any revision of its own', async () => {
    await master({ type: 'start' }, rolled, { type: 'endTurn', combatant: 'lurker' });
    const frames: [number, string[]][] = [];
    for await (const change of (await encounters.follow(id, { after: 3 }, SPECTATOR)) ?? []) {
      frames.push([change.revision, change.events.map((event) => event.type)]);
      if (change.revision === (await seen()).revision) break;
    }
    expect(frames).toEqual([
      [4, ['EncounterStarted']],
      [5, ['RoundStarted']],
      [6, ['InitiativeRolled']],
      [7, ['PassStarted']],
      [8, ['TurnStarted']],
    ]);
  });

  it('follows of all encounters the one that it may know of, by positions of its own', async () => {
    const next = encounters.followAll({ encounter: id, afterPosition: '3' }, PLAYER)[Symbol.asyncIterator]();
    await master({ type: 'wound', combatant: 'lurker' }, note('seen'));
    expect((await next.next()).value).toMatchObject({ encounter: id, event: { type: 'NoteAdded', position: '4' } });
    await next.return?.();
    const nothing = encounters.followAll({}, PLAYER)[Symbol.asyncIterator]();
    expect(await nothing.next()).toEqual({ done: true, value: undefined });
  });

  it('sees a revealed one from then on, with its wounds and conditions, and nothing of its past', async () => {
    await master({ type: 'start' }, rolled, { type: 'wound', combatant: 'lurker', count: 2 });
    await master({ type: 'applyCondition', combatant: 'lurker', name: 'blind' });
    const before = (await seen()).revision;
    await master({ type: 'updateCombatant', combatant: 'lurker', changes: { hidden: false } });
    expect(await types(before)).toEqual(['CombatantAdded', 'ConditionApplied', 'OrderChanged', 'TurnStarted']);
    const view = (await seen()).view(SPECTATOR);
    expect(view).toMatchObject({ acting: ['lurker'], conditions: [{ id: 'c1', combatant: 'lurker', name: 'blind' }] });
    expect(view.combatants.find((c) => c.id === 'lurker')).toMatchObject({ wounds: 2, initiative: { score: 13 } });
    expect(JSON.stringify((await log()).slice(0, before))).not.toContain('lurker');
    await master({ type: 'endTurn', combatant: 'lurker' });
    expect((await types(before)).slice(-2)).toEqual(['TurnEnded', 'TurnStarted']);
  });

  it('loses one that is hidden as if it had gone', async () => {
    await master({ type: 'start' }, rolled, { type: 'endTurn', combatant: 'lurker' });
    const before = (await seen()).revision;
    await master(
      { type: 'updateCombatant', combatant: 'bo', changes: { hidden: true } },
      { type: 'wound', combatant: 'bo' },
    );
    expect(await types(before)).toEqual(['CombatantRemoved']);
    expect((await seen()).view(SPECTATOR).combatants.map((c) => c.id)).toEqual(['ana']);
  });

  it('undoes a command and what came by itself after it, one by one', async () => {
    await master({ type: 'start' }, rolled, { type: 'endTurn', combatant: 'lurker' });
    const { revision, viewJson } = { revision: (await seen()).revision, viewJson: (await seen()).viewJson(SPECTATOR) };
    await master({ type: 'endTurn', combatant: 'ana' }, { type: 'undo' });
    expect(await types(revision)).toEqual(['TurnEnded', 'TurnStarted', 'CommandUndone', 'CommandUndone']);
    const now = (await seen()).view(SPECTATOR);
    expect(JSON.stringify({ ...now, revision })).toBe(viewJson);
  });

  it('reads the store once, and then grows with each command', async () => {
    const store = await openStore('memory:');
    const read = jest.spyOn(store, 'readStreamPage');
    const counting = await openTest(store);
    const made = done(await counting.create({ name: 'Dock', ruleset: 'd20' }, { viewer: ADMIN, requestId: 'r' }));
    const say = () => counting.execute(made.folded.id, note('hm'), { viewer: ADMIN, requestId: 'r' });
    await counting.load(made.folded.id, {}, SPECTATOR);
    const before = read.mock.calls.length;
    for (let i = 0; i < 5; i += 1) await say();
    expect(await counting.load(made.folded.id, {}, SPECTATOR)).toMatchObject({ folded: { revision: 6 } });
    expect(read.mock.calls.length).toBe(before);
    await counting.close();
  });

  it('that cannot be made is a fault for who looks, not for who sends commands', async () => {
    await seen();
    const broken = jest.spyOn(SeenLog.prototype, 'take').mockImplementation(() => {
      throw new Error('broken');
    });
    await master(note('hm'));
    await expect(seen()).rejects.toThrow('broken');
    broken.mockRestore();
    expect((await seen()).revision).toBe(4);
  });

  it('has a chain of its own, which is the same whenever it is made', async () => {
    const keys = ServerKeys.ephemeral();
    const store = await openStore('memory:');
    const one = await openTest(store, { keys });
    const made = done(await one.create({ name: 'Dock', ruleset: 'd20' }, { viewer: ADMIN, requestId: 'r' }));
    const said = await done(await one.execute(made.folded.id, note('hm'), { viewer: PLAYER, requestId: 'r' })).head();
    const two = await openTest(store, { keys });
    const lines: string[] = [];
    for await (const line of (await two.archive.copy(made.folded.id, PLAYER)) ?? []) lines.push(line);
    expect(lines.join('')).toContain(said.signature);
    const other = done(await two.execute(made.folded.id, note('hm'), { viewer: ADMIN, requestId: 'r' }));
    expect(said.hash).not.toBe((await other.head()).hash);
    await one.close();
    await two.close();
  });
});

describe('a slot that a hidden one has rolled', () => {
  const stats = { presence: 2, willpower: 2, cool: 0, vigilance: 0 };
  const act = (combatant: string): CommandInput => ({ type: 'act', combatant });
  const end = (combatant: string): CommandInput => ({ type: 'endTurn', combatant });
  const leave: CommandInput = { type: 'removeCombatant', combatant: 'lurker' };
  const hide: CommandInput = { type: 'updateCombatant', combatant: 'kesh', changes: { hidden: true } };

  it.each([
    ['it is taken', [act('kesh'), end('kesh')]],
    ['who took it is hidden too', [act('kesh'), hide]],
    ['who rolled it is gone', [leave, act('kesh'), end('kesh')]],
    ['it comes back in the next round', [leave, act('vara'), end('vara'), act('kesh'), end('kesh'), act('kesh')]],
    ['that one’s going is undone', [leave, { type: 'undo' }, act('kesh'), end('kesh')]],
  ] as const)('names nobody when %s', async (_, commands) => {
    const encounters = await openTest(await openStore('memory:'));
    const combatants = ['kesh', 'lurker', 'vara'].map((id): CombatantInput => ({
      id,
      name: id,
      kind: 'pc',
      stats,
      hidden: id === 'lurker',
    }));
    const input = { name: 'Dock', ruleset: 'star-wars-ffg', options: { slots: true }, combatants };
    const { id } = done(await encounters.create(input, { viewer: ADMIN, requestId: 'r' })).folded;
    const of = (successes: number) => ({ successes, advantages: 0 });
    const rolls: CommandInput = { type: 'rollInitiative', results: { kesh: of(1), lurker: of(3), vara: of(0) } };
    for (const command of [{ type: 'start' }, rolls, ...commands] as const)
      done(await encounters.execute(id, command, { viewer: ADMIN, requestId: 'r' }));
    const { items } = (await encounters.events(id, {}, SPECTATOR)) ?? { items: [] };
    expect(items.map((event) => JSON.stringify(event)).filter((text) => text.includes('lurker'))).toEqual([]);
    for (const { revision } of items) {
      const loaded = await encounters.load(id, { revision }, SPECTATOR);
      expect(loaded.kind === 'found' && loaded.folded.viewJson(SPECTATOR)).not.toContain('lurker');
    }
    await encounters.close();
  });
});

describe('secret declarations (option secretDeclarations)', () => {
  const ANA: Viewer = { role: 'player', combatants: ['ana'], actor: 'a' };
  const BO: Viewer = { role: 'player', combatants: ['bo'], actor: 'b' };
  const kin = (id: string, wits: number): CombatantInput => ({
    id,
    name: id,
    kind: 'pc',
    stats: { dexterity: 1, wits, willpower: 5 },
  });
  let encounters: Encounters;
  let id: string;
  beforeEach(async () => {
    encounters = await openTest(await openStore('memory:'));
    const options = { secretDeclarations: true };
    const input = { name: 'Salon', ruleset: 'vampire-v20', options, combatants: [kin('ana', 1), kin('bo', 5)] };
    id = done(await encounters.create(input, { viewer: ADMIN, requestId: 'r' })).folded.id;
    for (const command of [{ type: 'start' }, { type: 'rollInitiative', rolls: { ana: [1], bo: [9] } }] as const)
      done(await encounters.execute(id, command, { viewer: ADMIN, requestId: 'r' }));
  });
  afterEach(() => encounters.close());

  const declare = (viewer: Viewer, combatant: string) => {
    const action = { kind: 'intent', actions: [{ label: `what ${combatant} does` }], willpower: 1 };
    return encounters.execute(id, { type: 'declare', combatant, action }, { viewer, requestId: 'r' });
  };
  const view = async (viewer: Viewer) => {
    const loaded = await encounters.load(id, {}, viewer);
    return loaded.kind === 'found' ? loaded.folded.view(viewer) : null;
  };
  const told = async (viewer: Viewer): Promise<string> =>
    JSON.stringify((await encounters.events(id, { limit: 1_000 }, viewer))?.items) + JSON.stringify(await view(viewer));
  const willpower = async (viewer: Viewer) =>
    (await view(viewer))?.combatants.find((c) => c.id === 'ana')?.resources.willpower;

  it('show at once to who made them, and to others whose turn it is to declare next, and nothing else', async () => {
    done(await declare(ANA, 'ana'));
    expect(await told(ANA)).toContain('what ana does');
    expect(await told(BO)).not.toContain('what ana does');
    expect((await view(BO))?.pending.declarations).toEqual(['bo']);
    expect([await willpower(ANA), await willpower(BO)]).toEqual([4, 5]);
  });

  it('show to all when their stage has ended, each numbered as it was seen', async () => {
    done(await declare(ANA, 'ana'));
    done(await declare(BO, 'bo'));
    const shown = async (viewer: Viewer) => (await view(viewer))?.declarations.map((d) => `${d.id} ${d.combatant}`);
    expect(await shown(ANA)).toEqual(['d1 ana', 'd2 bo']);
    expect(await shown(BO)).toEqual(['d1 bo', 'd2 ana']);
    const log = (await encounters.events(id, { limit: 1_000 }, BO))?.items.map((event) => event.type) ?? [];
    expect(log.slice(-4)).toEqual(['ActionDeclared', 'ActionDeclared', 'StageEntered', 'TurnStarted']);
    expect(await willpower(BO)).toBe(4);
  });

  it('that were vetoed before never show', async () => {
    done(await declare(ANA, 'ana'));
    done(await encounters.execute(id, { type: 'veto', declaration: 'd1' }, { viewer: ADMIN, requestId: 'r' }));
    expect((await view(BO))?.pending.declarations).toEqual(['ana']);
    expect(await told(BO)).not.toContain('what ana does');
  });

  it('are no secret to the game master', async () => {
    done(await declare(ANA, 'ana'));
    expect(await told(ADMIN)).toContain('what ana does');
  });
});
