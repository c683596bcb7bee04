/** How players may send a command: for one of their own, freely, or not at all. */
export type Rule = 'own' | 'free' | 'master';

/** A command that acts upon `combatant`, or upon the declaration of it. */
export interface Sample {
  readonly rule: Rule;
  readonly body: (combatant: string, declaration: string) => object;
}

const forOne = (rule: Rule, more: object = {}): Sample => ({ rule, body: (combatant) => ({ combatant, ...more }) });
const bare = (rule: Rule, fields: object = {}): Sample => ({ rule, body: () => fields });

/** One sample of every command: a command without one fails the matrix. */
export const COMMANDS: Readonly<Record<string, Sample>> = {
  addCombatant: {
    rule: 'master',
    body: (id) => ({ combatantData: { id: `${id}2`, name: 'x', kind: 'npc', stats: {} } }),
  },
  updateCombatant: forOne('master', { changes: { name: 'x' } }),
  removeCombatant: forOne('master'),
  start: bare('master'),
  rollInitiative: { rule: 'own', body: (id) => ({ only: [id] }) },
  decideTie: { rule: 'master', body: (id) => ({ order: [id] }) },
  declare: forOne('own', { action: { kind: 'complex' } }),
  resolve: { rule: 'own', body: (_, declaration) => ({ declaration }) },
  veto: { rule: 'master', body: (_, declaration) => ({ declaration }) },
  endTurn: forOne('own'),
  delay: forOne('own'),
  act: forOne('own'),
  defend: forOne('own'),
  prepare: forOne('own', { action: { kind: 'x' }, condition: 'x' }),
  trigger: forOne('own'),
  waive: forOne('own'),
  react: forOne('own', { action: { kind: 'x' } }),
  recover: forOne('own'),
  reserveDie: forOne('own'),
  withdraw: forOne('own', { how: 'hide' }),
  join: forOne('own'),
  spendMoxie: forOne('own'),
  wound: forOne('master'),
  heal: forOne('master'),
  setStatus: forOne('master', { status: 'dead' }),
  applyCondition: forOne('master', { name: 'x' }),
  removeCondition: bare('master', { condition: 'c1' }),
  adjustInitiative: forOne('master', { by: 1, reason: 'x' }),
  moveInOrder: { rule: 'master', body: (key) => ({ key, before: 'bo', reason: 'x' }) },
  roll: forOne('own', { dice: '1d6' }),
  note: bare('free', { text: 'x' }),
  contributeSeed: bare('free', { seed: 'x' }),
  advance: bare('master'),
  undo: bare('master'),
  redo: bare('master'),
  end: bare('master'),
};

/** Upon whom: the combatant, and its declaration in a combat where each of the three has declared. */
export const OBJECTS = {
  own: ['ana', 'd1'],
  other: ['bo', 'd2'],
  hidden: ['ghost', 'd3'],
  absent: ['nobody', 'd99'],
} as const;
export type Target = keyof typeof OBJECTS;

/** What player A hears of a command upon somebody: nothing against it, or why not. */
export function expectedOf({ rule }: Sample, name: string, target: Target): string {
  if (rule === 'master') return 'FORBIDDEN';
  if (rule === 'free' || target === 'own') return 'allowed';
  if (target === 'other') return 'FORBIDDEN';
  if (FOREIGN.has(name)) return 'NOT_IN_RULESET';
  return name === 'resolve' ? 'UNKNOWN_DECLARATION' : 'UNKNOWN_COMBATANT';
}

/** The commands that the rule set of the matrix does not have: that comes before everything that the rules say (G-13). */
const FOREIGN: ReadonlySet<string> = new Set([
  ...['defend', 'prepare', 'trigger', 'waive', 'react', 'recover', 'reserveDie', 'withdraw', 'join'],
]);
