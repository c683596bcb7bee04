export { diffOf, DIFFERENCES, type Difference, type DifferenceKind, type EncounterDiff } from './diff.js';
export { KeyFileError, ServerKeys, type Head, type PublicKey } from './audit/keys.js';
export type { Archive } from './audit/archive.js';
export type { AuditReport, KnownHead } from './audit/audit.js';
export type { RollCounts } from './audit/dice-check.js';
export type { SignedHead } from './audit/head.js';
export type { ImportedEncounter, ImportProblemCode, ImportRefusal } from './audit/import.js';
export type { DecisionCounts } from './audit/log-check.js';
export { LOG_PROBLEMS, type LogProblem, type LogProblemCode } from './audit/problem.js';
export type { BranchInput, BranchResult } from './branches/branch.js';
export { compareEncounters, type Comparison, type ComparisonResult } from './branches/compare.js';
export { openEncounters } from './encounters.js';
export type { EventEnvelope, EventMetadata } from './envelope.js';
export { UnknownRuleSet } from './live.js';
export type * from './types.js';
export { UPCASTER } from './upcasting/steps.js';
export { NewerEvent, type Upcaster } from './upcasting/upcast.js';
export { scopeOf, seesAll, type Role, type Viewer } from './viewer.js';
export { OddsPool, type OddsLimits, type OddsWatch } from './odds/pool.js';
export {
  HORIZONS,
  MAX_RUNS,
  type CombatantOdds,
  type Horizon,
  type Odds,
  type OddsQuery,
  type OddsResult,
} from './odds/types.js';
