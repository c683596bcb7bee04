export { openAccess, type Access, type AccessDeps } from './access.js';
export { KeysUnavailable, openKeyRing, type KeyRing } from './key-ring.js';
export { knows, may, OPERATIONS, verdictOn, type Operation, type Seen, type Verdict } from './policy.js';
export { OPEN_CALLER } from './types.js';
export type { ApiKey, Caller, Grant, GrantInput, Issued, Ticket } from './types.js';
