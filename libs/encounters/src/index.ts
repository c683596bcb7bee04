export * from './dice/index.js';
export { KeyFileError, ServerKeys, type Head, type PublicKey } from './audit/keys.js';
export { openEncounters } from './encounters.js';
export type { EventEnvelope, EventMetadata } from './envelope.js';
export { UnknownRuleSet } from './live.js';
export type * from './types.js';
export { UPCASTER } from './upcasting/steps.js';
export { NewerEvent, type Upcaster } from './upcasting/upcast.js';
export { scopeOf, type Role, type Viewer } from './viewer.js';
