export * from './json.js';
export * from './refusal.js';
export * from './command.js';
export * from './encounter.js';
export * from './event.js';
export * from './schema.js';
export { SHARED_RULES, SHARED_WORDS } from './shared-rules.js';
export type * from './ruleset.js';
export type { Draft, Facts, RollRequest, Thrown } from './draft.js';
export { append, EMPTY_LOG, findLast, items, type Log } from './log.js';
export { EMPTY, evolve, evolveCore } from './evolve.js';
export {
  create,
  decide,
  knows,
  masterRefusal,
  refusalOf,
  turnRefusal,
  type Creation,
  type Decision,
  type DecisionContext,
} from './decide.js';
export {
  available,
  declarationLists,
  view,
  type CombatantView,
  type DeclarationView,
  type EntryView,
  type ReasonView,
  type View,
} from './view.js';
export { anybodyHolds, pendingRolls, rulingsOf } from './agenda.js';
export { counted, declareAction, resolveDeclaration, unknownKind } from './commands/actions.js';
export { allTableFaces, tableFaces } from './commands/initiative.js';
export { rollOneDie, type OneDie, type Scored } from './commands/one-die.js';
export { actHandler, delayHandler, delayNow, type DelayRules } from './commands/delay.js';
export { changeStatus } from './commands/harm.js';
export { nameProblem } from './commands/roster.js';
export { isMidRound } from './turn/score.js';
export {
  beginActivation,
  cancel,
  cancelOpen,
  declarationsOf,
  endActivation,
  expireConditions,
} from './turn/activation.js';
export {
  activationOf,
  finishesAnyway,
  hasScore,
  isEngaged,
  notActing,
  notInStage,
  pendingRefusal,
  topFrame,
} from './turn/may-act.js';
export {
  actTogether,
  alone,
  buildOrder,
  compareRanks,
  entriesAhead,
  entryOf,
  insert,
  isAhead,
  isUsable,
  lastOpened,
  rankOf,
  refreshOrder,
  specOf,
  without,
} from './turn/order.js';
export { scoreReasons } from './reasons.js';
export { actionShape, fieldsShape, freeActionShape, prepareShape, shapeRefusal } from './shape.js';
export {
  differences,
  valueAt,
  type Difference,
  type Expectation,
  type Observed,
  type Scenario,
  type Step,
} from './scenario.js';
export * from './dice/index.js';
