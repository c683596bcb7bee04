export * from './errors.js';
export type { JsonObject, JsonValue } from './json.js';
export { openStore, type OpenOptions } from './open.js';
export * from './port.js';
