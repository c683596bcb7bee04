export * from './json.js';
export * from './refusal.js';
export * from './command.js';
export * from './encounter.js';
export * from './event.js';
export * from './schema.js';
export { SHARED_RULES, SHARED_WORDS } from './shared-rules.js';
export type * from './ruleset.js';
export type { Draft, Facts, RollRequest, Thrown } from './draft.js';
export { EMPTY_LOG, type Log } from './log.js';
export { EMPTY, evolve } from './evolve.js';
export { evolveCore } from './evolve-core.js';
export { create, decide, knows, refusalOf, type Creation, type Decision, type DecisionContext } from './decide.js';
export {
  declarationLists,
  view,
  type CombatantView,
  type DeclarationView,
  type EntryView,
  type ReasonView,
  type View,
} from './view.js';
export { pendingRolls, rulingsOf } from './agenda.js';
export { counted, declareAction, resolveDeclaration, unknownKind } from './commands/actions.js';
export { allTableFaces, tableFaces } from './commands/initiative.js';
export { rollOneDie, type OneDie, type Scored } from './commands/one-die.js';
export { actHandler, delayHandler, delayNow, type DelayRules } from './commands/delay.js';
export { changeStatus } from './commands/harm.js';
export { nameProblem } from './commands/roster.js';
export { beginActivation, cancel, endActivation, expireConditions } from './turn/activation.js';
export { activationOf, finishesAnyway, isEngaged, notActing, notInStage, topFrame } from './turn/may-act.js';
export {
  actTogether,
  alone,
  compareRanks,
  entriesAhead,
  entryOf,
  isAhead,
  isUsable,
  lastOpened,
  rankOf,
  refreshOrder,
  without,
} from './turn/order.js';
export { scoreReasons } from './reasons.js';
export { freeActionShape, prepareShape } from './shape.js';
export { differences, type Difference, type Expectation, type Observed, type Scenario, type Step } from './scenario.js';
export * from './dice/index.js';
