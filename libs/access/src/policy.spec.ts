import { SHARED_COMMANDS, TURN_COMMANDS, type CommandName } from '@bitacora/engine';
import type { CommandInput, Role, Viewer } from '@bitacora/encounters';
import { knows, may, OPERATIONS, verdictOn, type Operation, type Seen } from './policy.js';
import { OPEN_CALLER } from './types.js';

const viewer = (role: Role, ...combatants: string[]): Viewer => ({ role, combatants, actor: 'a' });
const ana = viewer('player', 'ana');

const seen: Seen = {
  hasCombatant: (id) => ['ana', 'bo'].includes(id),
  ownerOf: (declaration) => ({ d1: 'ana', d2: 'bo' })[declaration],
};

async function verdict(by: Viewer, command: object): Promise<string> {
  const { kind, ...what } = await verdictOn(by, command as CommandInput, async () => seen);
  return 'what' in what ? `${kind} ${what.what} ${what.id}` : kind;
}

const ALL = [...new Set<CommandName>([...SHARED_COMMANDS, ...TURN_COMMANDS, 'decideTie'])];

describe('the policy for commands', () => {
  it.each(ALL)('lets the game master and the application send %s, and a spectator not', async (type) => {
    for (const role of ['gm', 'admin'] as const) expect(await verdict(viewer(role), { type })).toBe('allowed');
    expect(await verdict(viewer('spectator', 'ana'), { type, combatant: 'ana' })).toBe('forbidden');
  });

  it.each(TURN_COMMANDS.filter((type) => type !== 'veto' && type !== 'resolve'))(
    'lets a player send %s for its own combatant; another’s is refused, a hidden one is as an absent one',
    async (type) => {
      expect(await verdict(ana, { type, combatant: 'ana' })).toBe('allowed');
      expect(await verdict(ana, { type, combatant: 'bo' })).toBe('forbidden');
      expect(await verdict(ana, { type, combatant: 'ghost' })).toBe('unknown combatant ghost');
      expect(await verdict(ana, { type })).toBe('forbidden');
    },
  );

  it.each(ALL.filter((type) => !(TURN_COMMANDS as readonly string[]).includes(type)))(
    'keeps %s from players unless it is a roll of their own, a note or a seed',
    async (type) => {
      const allowed = ['note', 'contributeSeed', 'roll'].includes(type);
      expect(await verdict(ana, { type, combatant: 'ana', key: 'ana' })).toBe(allowed ? 'allowed' : 'forbidden');
    },
  );

  it('keeps a veto from players: it is a ruling', async () => {
    expect(await verdict(ana, { type: 'veto', declaration: 'd1' })).toBe('forbidden');
  });

  it('lets a player resolve what its own combatant declared, naming only those that it sees', async () => {
    expect(await verdict(ana, { type: 'resolve', declaration: 'd1' })).toBe('allowed');
    expect(await verdict(ana, { type: 'resolve', declaration: 'd1', opposedBy: ['bo'] })).toBe('allowed');
    expect(await verdict(ana, { type: 'resolve', declaration: 'd2' })).toBe('forbidden');
    expect(await verdict(ana, { type: 'resolve', declaration: 'd9' })).toBe('unknown declaration d9');
    expect(await verdict(ana, { type: 'resolve', declaration: 'd1', opposedBy: ['ghost'] })).toBe(
      'unknown combatant ghost',
    );
  });

  it.each([
    [{ only: ['ana'] }, 'allowed'],
    [{ only: ['ana'], rolls: { ana: [3] }, skills: { ana: 'cool' } }, 'allowed'],
    [{}, 'forbidden'],
    [{ only: [] }, 'forbidden'],
    [{ only: ['ana', 'bo'] }, 'forbidden'],
    [{ only: ['ana'], rolls: { bo: [3] } }, 'forbidden'],
    [{ only: ['ana'], celerity: { bo: 1 } }, 'forbidden'],
    [{ only: ['ghost'] }, 'unknown combatant ghost'],
    [{ only: ['ana'], scores: { ghost: 1 } }, 'unknown combatant ghost'],
  ])('of rollInitiative with %j a player hears: %s', async (fields, expected) => {
    expect(await verdict(ana, { type: 'rollInitiative', ...fields })).toBe(expected);
  });

  it('lets a player roll for nobody but its own', async () => {
    expect(await verdict(ana, { type: 'roll', dice: '1d6' })).toBe('forbidden');
    expect(await verdict(ana, { type: 'roll', dice: '1d6', combatant: 'bo' })).toBe('forbidden');
  });

  it('counts a combatant of its own that is hidden as absent', async () => {
    expect(await verdict(viewer('player', 'ghost'), { type: 'endTurn', combatant: 'ghost' })).toBe(
      'unknown combatant ghost',
    );
  });
});

describe('the policy for everything else', () => {
  const roles: readonly Role[] = ['admin', 'gm', 'player', 'spectator'];
  it.each<[Operation, readonly Role[]]>([
    ['createEncounter', ['admin']],
    ['readMetrics', ['admin']],
    ['manageAccess', ['admin', 'gm']],
    ['auditEncounter', ['admin', 'gm']],
    ['importEncounters', ['admin']],
    ['exportEncounters', roles],
    ['listEncounters', roles],
    ['readEncounter', roles],
    ['readEvents', roles],
    ['followAll', roles],
    ['issueTicket', roles],
    ['branchEncounter', ['admin', 'gm']],
    ['askOdds', roles],
  ])('%s is for %j', (operation, allowed) => {
    expect(roles.filter((role) => may(viewer(role), operation))).toEqual(allowed);
  });

  it('has no operation without a row above', () => {
    expect(Object.keys(OPERATIONS)).toHaveLength(13);
  });

  it('lets an access know of its own encounter, and an application of all', () => {
    expect(knows({ ...OPEN_CALLER, encounter: 'e1' }, 'e1')).toBe(true);
    expect(knows({ ...OPEN_CALLER, encounter: 'e1' }, 'e2')).toBe(false);
    expect(knows(OPEN_CALLER, 'e2')).toBe(true);
  });
});
