import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { canonical } from './audit/canonical.js';
import type { CombatantInput, CommandInput } from './types.js';
import type { Command, CombatantData, Encounter } from '@bitacora/engine';

const NAMESPACE = 'c5a0fb2f-6a4e-4d5c-9a5e-3f1d6c1f0b57';
const SHORTEST = 5;

/** The id of a command that came with a key: the same whenever it comes again, so that a crash between append and answer changes nothing. */
export function keyedCommand(encounter: string, actor: string, key: string): string {
  return v5(JSON.stringify(['command', encounter, actor, key]), NAMESPACE);
}

/** The id of the encounter that `actor` makes under `key`. */
export function keyedEncounter(actor: string, key: string): string {
  return v5(JSON.stringify(['encounter', actor, key]), NAMESPACE);
}

/** The first digits of a UUID, which tell the events of a command apart: where ids are counted they are all the same. */
const DIGITS = 8;
/** Each byte in hex. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A UUID of any version, in small letters. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The ids of a command's events: its own id with another beginning, counted on from its own. The rest of it is nobody else's. A command
 * of a log from elsewhere may have a name that is no UUID, and gets one for this.
 */
export function eventIds(command: string, count: number): string[] {
  const id = UUID.test(command) ? command : v5(JSON.stringify(['events', command]), NAMESPACE);
  const own = id.slice(DIGITS);
  const from = Number.parseInt(id.slice(0, DIGITS), 16);
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) ids.push(digitsOf(from + number) + own);
  return ids;
}

/** The last 32 bits of a number in hex. */
function digitsOf(number: number): string {
  const byte = (shift: number): string => HEX[(number >>> shift) & 0xff] as string;
  return byte(24) + byte(16) + byte(8) + byte(0);
}

/** What tells one body from another, whatever the order of its keys: SHA-256 of its canonical JSON (RFC 8785). */
export function fingerprintOf(body: object): string {
  return createHash('sha256').update(canonical(body)).digest('base64url');
}

/** Gives those an id that came without one. It says nothing but the kind, so that a hidden one's name stays unknown. */
export function withIds(
  given: readonly CombatantInput[],
  command: string,
  isTaken: (id: string) => boolean,
): CombatantData[] {
  const taken = new Set(given.map((c) => c.id));
  return given.map((c, index) => {
    const id = c.id ?? freeId(c.kind, `${command}/${index}`, (candidate) => taken.has(candidate) || isTaken(candidate));
    taken.add(id);
    return { ...c, id };
  });
}

/** The command with an id for a combatant that came without one. */
export function completed(input: CommandInput, command: string, encounter: Encounter): Command {
  if (input.type !== 'addCombatant' || input.combatantData.id !== undefined) return input as Command;
  const { combatants, removed } = encounter.now;
  const isTaken = (id: string): boolean => removed.includes(id) || combatants.some((c) => c.id === id);
  const [combatantData] = withIds([input.combatantData], command, isTaken);
  return { ...input, combatantData: combatantData as CombatantData };
}

function freeId(kind: string, seed: string, isTaken: (id: string) => boolean): string {
  const letters = BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`).toString(36);
  let length = SHORTEST;
  while (isTaken(`${kind}-${letters.slice(-length)}`)) length += 1;
  return `${kind}-${letters.slice(-length)}`;
}
