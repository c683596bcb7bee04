import { TURN_COMMANDS, type CommandName } from '@bitacora/engine';
import type { CommandInput, Role, Viewer } from '@bitacora/encounters';
import type { Caller } from './types.js';

const EVERYBODY: readonly Role[] = ['admin', 'gm', 'player', 'spectator'];
const MASTERS: readonly Role[] = ['admin', 'gm'];

/** What can be done besides sending commands, and who may. */
export const OPERATIONS = {
  createEncounter: ['admin'],
  listEncounters: EVERYBODY,
  readEncounter: EVERYBODY,
  readEvents: EVERYBODY,
  /** Make another encounter of its past. */
  branchEncounter: MASTERS,
  /** Have its initiative played on, as far as the caller sees it. */
  askOdds: EVERYBODY,
  /** Take copies away, of all encounters that it knows of. */
  exportEncounters: EVERYBODY,
  auditEncounter: MASTERS,
  importEncounters: ['admin'],
  /** The events of all encounters that it knows of. */
  followAll: EVERYBODY,
  manageAccess: MASTERS,
  issueTicket: EVERYBODY,
  readMetrics: ['admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** One of {@link OPERATIONS}. */
export type Operation = keyof typeof OPERATIONS;

/** Whether `viewer` may do this. */
export function may({ role }: Viewer, operation: Operation): boolean {
  return (OPERATIONS[operation] as readonly Role[]).includes(role);
}

/** Whether `caller` may know that there is an encounter `id`. */
export function knows({ encounter }: Caller, id: string): boolean {
  return encounter === null || encounter === id;
}

/** What a caller sees of an encounter, as far as the policy asks. */
export interface Seen {
  /** Whether it sees a combatant of that id. */
  hasCombatant(id: string): boolean;
  /** Whose declaration it is; undefined where the caller sees none of that id. */
  ownerOf(declaration: string): string | undefined;
}

/** `unknown`: there is no such combatant or declaration, as far as the caller may know. */
export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'unknown'; readonly what: 'combatant' | 'declaration'; readonly id: string };

const ALLOWED: Verdict = { kind: 'allowed' };
const FORBIDDEN: Verdict = { kind: 'forbidden' };

/** A veto is a ruling: whoever declared cannot make it undone. */
const TURN: ReadonlySet<CommandName> = new Set(TURN_COMMANDS.filter((command) => command !== 'veto'));

/** What a player may send besides, upon nobody. */
const FREE: ReadonlySet<CommandName> = new Set<CommandName>(['note', 'contributeSeed']);

/** What is given to `rollInitiative` by combatant. */
const BY_COMBATANT = ['rolls', 'skills', 'pools', 'results', 'scores', 'celerity'] as const;

/**
 * Whether `viewer` may send `command`. The master may send everything and a spectator nothing; a player its own combatants' turn
 * commands and rolls, notes, and its seed. Somebody hidden is answered as somebody absent. `seen` is asked for only where it matters.
 */
export async function verdictOn(viewer: Viewer, command: CommandInput, seen: () => Promise<Seen>): Promise<Verdict> {
  if (MASTERS.includes(viewer.role)) return ALLOWED;
  if (viewer.role !== 'player') return FORBIDDEN;
  if (FREE.has(command.type)) return ALLOWED;
  const subjects = subjectsOf(command);
  return subjects === null ? FORBIDDEN : judge(viewer, subjects, await seen());
}

/** Whom a player's command acts upon, and whom else it names; null where no player may send it. */
interface Subjects {
  readonly own: readonly string[];
  readonly named: readonly string[];
  readonly declaration?: string;
}

function subjectsOf(command: CommandInput): Subjects | null {
  switch (command.type) {
    case 'resolve':
      return { own: [], named: command.opposedBy ?? [], declaration: command.declaration };
    case 'roll':
      return command.combatant === undefined ? null : { own: [command.combatant], named: [] };
    case 'rollInitiative': {
      if (command.only === undefined || command.only.length === 0) return null;
      const given = command as unknown as Readonly<Partial<Record<string, object>>>;
      return { own: [...command.only, ...BY_COMBATANT.flatMap((field) => Object.keys(given[field] ?? {}))], named: [] };
    }
    default:
      return TURN.has(command.type) && 'combatant' in command && typeof command.combatant === 'string'
        ? { own: [command.combatant], named: [] }
        : null;
  }
}

function judge({ combatants }: Viewer, { own, named, declaration }: Subjects, seen: Seen): Verdict {
  const unknown = [...own, ...named].find((id) => !seen.hasCombatant(id));
  if (unknown !== undefined) return { kind: 'unknown', what: 'combatant', id: unknown };
  if (!own.every((id) => combatants.includes(id))) return FORBIDDEN;
  if (declaration === undefined) return ALLOWED;
  const owner = seen.ownerOf(declaration);
  if (owner === undefined) return { kind: 'unknown', what: 'declaration', id: declaration };
  return combatants.includes(owner) ? ALLOWED : FORBIDDEN;
}
