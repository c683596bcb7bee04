export * from './dice/index.js';
export { openEncounters } from './encounters.js';
export type { EventEnvelope, EventMetadata } from './envelope.js';
export { UnknownRuleSet } from './live.js';
export type * from './types.js';
export { NewerEvent } from './upcasting/upcast.js';
export type { Role, Viewer } from './viewer.js';
