import type { RefusalCode } from '@bitacora/engine';
import { EDGE_CODES } from './edge-codes.js';
import type { CodeEntry } from './entry.js';
import { REFUSALS } from './refusals.js';

/** A code of the edges. */
export type EdgeCode = keyof typeof EDGE_CODES;

/** Every code that a client can see. */
export type Code = RefusalCode | EdgeCode;

/** The catalogue of all codes. */
export const CODES: Readonly<Record<Code, CodeEntry>> = { ...REFUSALS, ...EDGE_CODES };
