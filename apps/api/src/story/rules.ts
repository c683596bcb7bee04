import type { EventType, RuleSet } from '@bitacora/engine';

type Cited = Readonly<Partial<Record<EventType, string>>>;

/** The rules by which things happen in every game. */
const SHARED: Cited = {
  EncounterCreated: 'G-14',
  CombatantAdded: 'G-8',
  CombatantRemoved: 'G-9',
  RoundEnded: 'G-7',
  ActionVetoed: 'G-15',
  ActionCancelled: 'G-12',
  StatusChanged: 'G-3',
  InitiativeAdjusted: 'G-17',
};

/** And in the games of each family, which come first. */
const FAMILIES: Readonly<Record<string, Cited>> = {
  'eclipse-phase': {
    InitiativeRolled: 'EP-2',
    PassStarted: 'EP-4',
    WoundsInflicted: 'EP-5',
    WoundsHealed: 'EP-5',
    MoxieSpent: 'EP-6',
    ActionDeclared: 'EP-7',
    ActionDelayed: 'EP-8',
    DelayedActionTaken: 'EP-9',
    DelayedActionLost: 'EP-10',
  },
  'star-wars': {
    InitiativeRolled: 'SW-4',
    ActionDeclared: 'SW-5',
    ActionVetoed: 'SW-6',
    StrainSuffered: 'SW-5',
    WoundsInflicted: 'SW-7',
    InitiativeAdjusted: 'SW-8',
  },
  'turno-de-juego': {
    InitiativeRolled: 'TJ-9',
    TieBreakRolled: 'TJ-4',
    PassStarted: 'TJ-6',
    ActionDeclared: 'TJ-2',
    EnergySpent: 'TJ-2',
    DefenceMade: 'TJ-7',
    RoundStarted: 'TJ-10',
    InitiativeAdjusted: 'TJ-11',
  },
  'yokai-senso': {
    InitiativeRolled: 'YS-1',
    TieDecided: 'YS-2',
    PassStarted: 'YS-3',
    RoundStarted: 'YS-4',
    ActionDeclared: 'YS-5',
    ReactionMade: 'YS-6',
    ActionPrepared: 'YS-7',
    PreparedActionTriggered: 'YS-7',
    PreparedActionWaived: 'YS-7',
    PreparedActionLost: 'YS-8',
    RecoveryStarted: 'YS-9',
    ReserveDieRolled: 'YS-9',
    ReserveDieApplied: 'YS-10',
    ReserveDieLost: 'YS-10',
    CombatantWithdrew: 'YS-11',
    CombatantJoined: 'YS-11',
    InitiativeAdjusted: 'YS-13',
  },
  storyteller: {
    InitiativeRolled: 'ST-1',
    WoundsInflicted: 'ST-4',
    WoundsHealed: 'ST-4',
    ActionDeclared: 'ST-6',
    PassStarted: 'ST-7',
    ActionDelayed: 'ST-8',
    DelayedActionTaken: 'ST-8',
    DelayedActionLost: 'ST-8',
    DefenceMade: 'ST-9',
    InitiativeAdjusted: 'ST-10',
  },
  d20: {
    InitiativeRolled: 'D20-1',
    PassStarted: 'D20-2',
    ActionDeclared: 'D20-3',
    ReactionMade: 'D20-4',
    ActionPrepared: 'D20-5',
    PreparedActionTriggered: 'D20-6',
    PreparedActionWaived: 'D20-6',
    PreparedActionLost: 'D20-5',
    ActionDelayed: 'D20-7',
    DelayedActionTaken: 'D20-7',
    DelayedActionLost: 'D20-7',
  },
};

/** The id of the rule by which an event of `type` happens in `rules`; undefined where no rule is about it. `said` is what the event itself says. */
export function ruleOf({ family }: RuleSet, type: string, said: unknown): string | undefined {
  if (typeof said === 'string') return said;
  const own: Cited = Object.hasOwn(FAMILIES, family) ? (FAMILIES[family] as Cited) : {};
  return own[type as EventType] ?? SHARED[type as EventType];
}

/** Every rule id that the story of `rules` may cite by itself. */
export function citedIn(rules: RuleSet): readonly string[] {
  return [...Object.values(SHARED), ...Object.values(FAMILIES[rules.family] ?? {})];
}
