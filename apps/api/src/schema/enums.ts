import { DIFFERENCES, HORIZONS } from '@bitacora/encounters';
import { BOUNDARIES, EVENT_TYPES, SHARED_COMMANDS, STATUSES, TURN_COMMANDS, MASTER_COMMANDS } from '@bitacora/engine';
import { registerEnumType } from '@nestjs/graphql';

function enumeration<T extends string>(
  name: string,
  description: string,
  values: readonly T[],
): Readonly<Record<string, T>> {
  const byName = Object.fromEntries(values.map((value) => [value, value]));
  registerEnumType(byName, { name, description });
  return byName;
}

export const CombatantKind = enumeration(
  'CombatantKind',
  'Who plays a combatant: a player (pc) or the game master (npc).',
  ['pc', 'npc'],
);

export const AccessRole = enumeration('AccessRole', 'What an access token lets its bearer do in an encounter.', [
  'gm',
  'player',
  'spectator',
]);

export const CombatantStatus = enumeration('CombatantStatus', 'Only an active combatant has turns.', STATUSES);

export const EncounterStatus = enumeration('EncounterStatus', 'Where an encounter is in its life.', [
  'setup',
  'running',
  'ended',
]);

export const Stage = enumeration('Stage', 'What an encounter waits for.', [
  'setup',
  'initiative',
  'tie',
  'declaration',
  'actions',
  'standby',
  'close',
]);

export const EntryState = enumeration('EntryState', 'The state of an entry in the order.', [
  'waiting',
  'acting',
  'acted',
  'delayed',
  'forfeited',
  'out',
]);

export const DeclarationState = enumeration('DeclarationState', 'What became of a declaration.', [
  'declared',
  'resolved',
  'vetoed',
  'cancelled',
]);

export const Boundary = enumeration('Boundary', 'Where in a round a condition ends.', BOUNDARIES);

export const When = enumeration('When', 'When a combatant comes in.', ['now', 'nextRound']);

export const How = enumeration('How', 'How a combatant withdraws.', ['hide', 'stepAside']);

export const AdjustmentSpan = enumeration('AdjustmentSpan', 'How long an adjustment of initiative holds.', [
  'round',
  'encounter',
]);

/** What GraphQL has for the events of a newer program, whose types it has no words for; REST gives their own. */
export const UNKNOWN_EVENT_TYPE = 'UnknownEvent';

export const EventType = enumeration(
  'EventType',
  'What an event says that happened; `UnknownEvent` for what only a newer program knows.',
  [...EVENT_TYPES, UNKNOWN_EVENT_TYPE],
);

export const CommandName = enumeration('CommandName', 'The name of a command.', [
  ...new Set([...SHARED_COMMANDS, ...TURN_COMMANDS, ...MASTER_COMMANDS]),
]);

export const DifferenceKind = enumeration('DifferenceKind', 'What is not as it was.', DIFFERENCES);

export const OddsHorizon = enumeration('OddsHorizon', 'To which order a fight is played on for its odds.', HORIZONS);
