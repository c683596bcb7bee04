import type { JsonObject } from '@bitacora/engine';
import type { ForkedFrom } from './types.js';

/** What lists read of the first event. */
export interface Made extends JsonObject {
  readonly name: string;
  readonly ruleset: string;
  readonly options: JsonObject;
  readonly forkedFrom?: ForkedFrom & JsonObject;
}

/** Whether the data of a first event can be read as such: what cannot is in no list, and is never imported. */
export function isMade(data: JsonObject): data is Made {
  const { name, ruleset, options, forkedFrom } = data;
  return (
    typeof name === 'string' &&
    typeof ruleset === 'string' &&
    isRecord(options) &&
    (forkedFrom === undefined ||
      (isRecord(forkedFrom) &&
        typeof forkedFrom.encounter === 'string' &&
        Number.isSafeInteger(forkedFrom.revision) &&
        Number(forkedFrom.revision) >= 1))
  );
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
