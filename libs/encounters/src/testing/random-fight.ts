import type { Command, RuleSet } from '@bitacora/engine';
import { nextCommand, randomCombatant, randomOptions, seededRandom, type SeededRandom } from '@bitacora/engine/testing';
import type { Encounters } from '../types.js';
import { by, ADMIN } from './fixture.js';

/** A random fight of `rules` through the application, with the server's dice: so many commands, ended where `ends`. Answers its id. */
export async function randomFight(
  encounters: Encounters,
  rules: RuleSet,
  seed: number,
  commands: number,
  ends = true,
): Promise<string> {
  const random = seededRandom(seed);
  const id = await begun(encounters, rules, random);
  const send = (command: Command) => encounters.execute(id, command, by());
  await send({ type: 'contributeSeed', seed: `seed ${String(seed)}` });
  for (let i = 0; i < commands; i += 1) {
    const loaded = await encounters.load(id, {}, ADMIN);
    if (loaded.kind !== 'found') throw new Error(loaded.kind);
    await send(nextCommand(loaded.folded.view(ADMIN), rules, random));
  }
  await send({ type: 'roll', dice: '3d10+2', label: 'a last roll' });
  if (ends) await send({ type: 'end' });
  return id;
}

async function begun(encounters: Encounters, rules: RuleSet, random: SeededRandom): Promise<string> {
  for (;;) {
    const combatants = ['a', 'b', 'c', 'd'].map((id) => randomCombatant(rules, random, id));
    const options = randomOptions(rules, random);
    const made = await encounters.create({ name: 'Random', ruleset: rules.id, options, combatants }, by());
    if (made.kind === 'done') return made.folded.id;
  }
}

/** All that an iteration gives, as one text. */
export async function textOf(lines: AsyncIterable<string> | null): Promise<string> {
  let text = '';
  for await (const line of lines ?? []) text += line;
  return text;
}

/** A text as a stream of bytes, in pieces of any size. */
export async function* bytesOf(text: string, piece = 1_000): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
