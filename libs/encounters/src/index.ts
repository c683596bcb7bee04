export * from './dice/index.js';
export type { EventEnvelope } from './envelope.js';
export type * from './types.js';
export type { Role, Viewer } from './viewer.js';
