import { isObject, readCanonical, type Json, type JsonObject } from './canonical.js';
import { Fault, type Place } from './fault.js';
import type { Line } from './lines.js';

/** The content of an event: docs/audit.md, section 2. */
export interface Content extends JsonObject {
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  readonly command: string;
  readonly data: JsonObject;
}

/** The first line of an encounter. */
export interface ExportRecord {
  readonly kind: 'export';
  readonly encounter: string;
  readonly ruleset: string;
  readonly scope: 'full' | 'viewer';
}

/** An event with its content. */
export interface EventRecord {
  readonly kind: 'event';
  readonly event: Content;
  readonly hash: Buffer;
  readonly salt: Buffer;
}

/** An event whose content stays out. */
export interface WithheldRecord {
  readonly kind: 'withheld';
  readonly revision: number;
  readonly hash: Buffer;
  readonly leaf: Buffer;
}

/** The last line of an encounter. */
export interface HeadRecord {
  readonly kind: 'head';
  readonly encounter: string;
  readonly revision: number;
  readonly hash: Buffer;
  readonly key: string;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

/** What a line of an export can hold: docs/audit.md, section 4. */
export type ExportLine = ExportRecord | EventRecord | WithheldRecord | HeadRecord;

type Shape = Readonly<Record<string, (value: Json | undefined) => boolean | undefined>>;

const isText = (value: Json | undefined) => typeof value === 'string';
const isId = (value: Json | undefined) => typeof value === 'string' && value !== '';
const isCount = (value: Json | undefined) => Number.isSafeInteger(value) && Number(value) >= 1;
const exactly = (text: string) => (value: Json | undefined) => value === text;
const isHex = (bytes: number) => (value: Json | undefined) =>
  typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value);
const isBase64 = (bytes: number) => (value: Json | undefined) =>
  typeof value === 'string' &&
  Buffer.from(value, 'base64url').length === bytes &&
  Buffer.from(value, 'base64url').toString('base64url') === value;

const SHAPES: Readonly<Record<string, Shape>> = {
  export: {
    encounter: isId,
    format: exactly('bitacora/export/v1'),
    kind: isText,
    ruleset: isId,
    scope: (value) => value === 'full' || value === 'viewer',
  },
  event: { event: isObject, kind: isText, proof: isObject },
  withheld: { kind: isText, proof: isObject, revision: isCount },
  head: {
    encounter: isId,
    hash: isHex(32),
    key: isHex(8),
    kind: isText,
    publicKey: isBase64(32),
    revision: isCount,
    signature: isBase64(64),
  },
};
const CONTENT: Shape = {
  revision: isCount,
  id: isId,
  type: isId,
  version: isCount,
  at: isText,
  actor: isText,
  command: isId,
  data: isObject,
};
const EVENT_PROOF: Shape = { hash: isHex(32), salt: isHex(16) };
const WITHHELD_PROOF: Shape = { hash: isHex(32), leaf: isHex(32) };

const WORDS: Readonly<Record<string, string>> = {
  format: '"bitacora/export/v1"',
  scope: '"full" | "viewer"',
  hash: '64 hex',
  leaf: '64 hex',
  salt: '32 hex',
  key: '16 hex',
  publicKey: 'base64url (32)',
  signature: 'base64url (64)',
  revision: '1, 2, 3, …',
  version: '1, 2, 3, …',
  event: '{…}',
  proof: '{…}',
  data: '{…}',
};

/** Reads a line of an export; what is not one is a `Fault`. `revision` is where the reader is, for its words. */
export function readRecord(line: Line, revision: number | null): ExportLine {
  const place = { line: line.number, revision };
  const value = readCanonical(line.bytes, place);
  const kind = isObject(value) ? value.kind : undefined;
  const shape = typeof kind === 'string' && Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined;
  if (!isObject(value) || shape === undefined) throw new Fault('UNKNOWN_KIND', place, { found: shown(kind) });
  requireShape(value, shape, place);
  if (kind === 'event') return eventOf(value, place);
  if (kind === 'withheld') return withheldOf(value, place);
  if (kind === 'export') return value as unknown as ExportRecord;
  const bytes = {
    hash: hex(value.hash),
    publicKey: Buffer.from(textOf(value.publicKey), 'base64url'),
    signature: Buffer.from(textOf(value.signature), 'base64url'),
  };
  return { ...(value as unknown as HeadRecord), ...bytes };
}

function eventOf({ event, proof }: JsonObject, place: Place): EventRecord {
  requireShape(event as JsonObject, CONTENT, place);
  requireShape(proof as JsonObject, EVENT_PROOF, place);
  const { hash, salt } = proof as JsonObject;
  return { kind: 'event', event: event as Content, hash: hex(hash), salt: hex(salt) };
}

function withheldOf({ revision, proof }: JsonObject, place: Place): WithheldRecord {
  requireShape(proof as JsonObject, WITHHELD_PROOF, place);
  const { hash, leaf } = proof as JsonObject;
  return { kind: 'withheld', revision: Number(revision), hash: hex(hash), leaf: hex(leaf) };
}

function requireShape(value: JsonObject, shape: Shape, place: Place): void {
  for (const [field, holds] of Object.entries(shape)) {
    if (Object.hasOwn(value, field) && holds(value[field]) === true) continue;
    throw new Fault('WRONG_FIELD', place, { field, found: shown(value[field]), expected: WORDS[field] ?? '"…"' });
  }
  const unknown = Object.keys(value).find((field) => !Object.hasOwn(shape, field));
  if (unknown !== undefined) {
    throw new Fault('WRONG_FIELD', place, { field: unknown, found: shown(value[unknown]), expected: '–' });
  }
}

function hex(value: Json | undefined): Buffer {
  return Buffer.from(textOf(value), 'hex');
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A value as a sentence shows it: short, and nothing for what is not there. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return '–';
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
