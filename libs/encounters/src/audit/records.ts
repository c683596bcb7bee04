import type { JsonObject } from '@bitacora/engine';
import { canonical } from './canonical.js';
import type { EventContent, Proof } from './chain.js';
import type { SignedHead } from './head.js';

/** The format's name and version (docs/audit.md, 4). */
const EXPORT_FORMAT = 'bitacora/export/v1';

/** The first line of an encounter's export. */
export interface ExportRecord {
  readonly kind: 'export';
  readonly encounter: string;
  readonly ruleset: string;
  readonly scope: 'full' | 'viewer';
}

/** A line of an export. */
export type ExportLine =
  | ExportRecord
  | { readonly kind: 'event'; readonly event: EventContent; readonly proof: Proof }
  | { readonly kind: 'withheld' }
  | ({ readonly kind: 'head'; readonly encounter: string } & SignedHead);

/** The line that begins an encounter. */
export function beginLine({ encounter, ruleset, scope }: ExportRecord): string {
  return `${canonical({ kind: 'export', format: EXPORT_FORMAT, encounter, ruleset, scope })}\n`;
}

/** The line of an event. */
export function eventLine(event: EventContent, { salt, hash }: Proof): string {
  return `${canonical({ kind: 'event', event, proof: { salt, hash } })}\n`;
}

/** The line that ends an encounter. */
export function headLine(encounter: string, { revision, hash, key, publicKey, signature }: SignedHead): string {
  return `${canonical({ kind: 'head', encounter, revision, hash, key, publicKey, signature })}\n`;
}

/** What is wrong with a line; `field` where it is one. */
export interface LineProblem {
  readonly wrong: 'notCanonical' | 'unknownKind' | 'wrongField';
  readonly field?: string;
}

type Holds = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Holds>>;

const isText: Holds = (value) => typeof value === 'string';
const isId: Holds = (value) =>
  typeof value === 'string' && value.length > 0 && value.length <= 200 && value.isWellFormed();
const isCount: Holds = (value) => Number.isSafeInteger(value) && Number(value) >= 1;
const isHex = (bytes: number): Holds => {
  const pattern = new RegExp(`^[0-9a-f]{${String(bytes * 2)}}$`);
  return (value) => typeof value === 'string' && pattern.test(value);
};
const isTime: Holds = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

const LINES: Readonly<Record<string, Shape>> = {
  export: {
    kind: isText,
    format: (value) => value === EXPORT_FORMAT,
    encounter: isId,
    ruleset: isId,
    scope: (value) => value === 'full' || value === 'viewer',
  },
  event: { kind: isText, event: isObject, proof: isObject },
  withheld: { kind: isText, revision: isCount, proof: isObject },
  head: {
    kind: isText,
    encounter: isId,
    revision: isCount,
    hash: isHex(32),
    key: isHex(8),
    publicKey: isText,
    signature: isText,
  },
};
const CONTENT: Shape = {
  revision: isCount,
  id: isId,
  type: isId,
  version: isCount,
  at: isTime,
  actor: isText,
  command: isId,
  data: isObject,
};
const PROOF: Shape = { salt: isHex(16), hash: isHex(32) };

/** Reads a line of an export, or says what is wrong with it. */
export function readLine(text: string): ExportLine | LineProblem {
  const value = parsed(text);
  if (!isObject(value)) return { wrong: 'notCanonical' };
  const shape = typeof value.kind === 'string' && Object.hasOwn(LINES, value.kind) ? LINES[value.kind] : undefined;
  if (shape === undefined) return { wrong: 'unknownKind' };
  const wrong =
    misfit(value, shape) ??
    (value.kind === 'event'
      ? (misfit(value.event as JsonObject, CONTENT) ?? misfit(value.proof as JsonObject, PROOF))
      : null);
  return wrong === null ? (value as unknown as ExportLine) : { wrong: 'wrongField', field: wrong };
}

/** The value of a line that is its own canonical form; undefined for any other. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return canonical(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

function misfit(value: JsonObject, shape: Shape): string | null {
  const wrong = Object.entries(shape).find(([field, holds]) => !Object.hasOwn(value, field) || !holds(value[field]));
  if (wrong !== undefined) return wrong[0];
  return Object.keys(value).find((field) => !Object.hasOwn(shape, field)) ?? null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
