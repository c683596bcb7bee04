import { createHash, hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { v5 } from 'uuid';
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

const NAMESPACE_BYTES = 16;
const desk = Buffer.alloc(NAMESPACE_BYTES + 16);

/** The ids of a command's events: UUIDs of version 5 of their numbers in the command's namespace (RFC 9562). */
export function eventIds(command: string, count: number): string[] {
  if (desk.write(command.replaceAll('-', ''), 'hex') !== NAMESPACE_BYTES) throw new TypeError(`${command} is no UUID`);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const end = NAMESPACE_BYTES + desk.write(String(index), NAMESPACE_BYTES, 'latin1');
    ids.push(uuid5(hash('sha1', desk.subarray(0, end), 'hex')));
  }
  return ids;
}

/** A UUID of version 5 from the hash that it is made of, in hex. */
function uuid5(hex: string): string {
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What tells one body from another, whatever the order of its keys: SHA-256 of its canonical JSON (RFC 8785). */
export function fingerprintOf(body: object): string {
  return createHash('sha256')
    .update(canonicalize(body) ?? '')
    .digest('base64url');
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
