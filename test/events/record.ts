import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEncounters, ServerKeys, type CallContext, type Encounters, type Folded } from '@bitacora/encounters';
import type { Command, RuleSet } from '@bitacora/engine';
import { nextCommand, randomCombatant, randomOptions, seededRandom } from '@bitacora/engine/testing';
import { openStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { CORPUS, recordedLogs, toldBy, type Line, type RecordedLog } from './corpus.js';

// Usage: node scripts/run.mjs test/events/record.ts
// Records what the corpus lacks: a game of each rule set, and games with a type or version of events that no log has. What is recorded stays as it is.

const GAMES = 150;
const COMMANDS = 40;
const VIEWS = 3;
const FIRST: readonly Command[] = [
  { type: 'contributeSeed', seed: 'the table’s own' },
  { type: 'note', text: 'Before the storm' },
  { type: 'wound', combatant: 'a', source: 'a fall' },
  { type: 'heal', combatant: 'a' },
  { type: 'applyCondition', combatant: 'a', name: 'prone' },
  { type: 'removeCondition', condition: 'c1' },
  { type: 'applyCondition', combatant: 'b', name: 'dazed', lasts: { rounds: 1, boundary: 'endOfRound' } },
  { type: 'setStatus', combatant: 'c', status: 'unconscious' },
  { type: 'removeCombatant', combatant: 'c' },
];
const LAST: readonly Command[] = [{ type: 'end' }, { type: 'undo' }, { type: 'redo' }, { type: 'undo' }, { type: 'roll', dice: '2d6' }];

mkdirSync(CORPUS, { recursive: true });
for (const rules of rulesets.all()) await recordWhatLacks(rules);

async function recordWhatLacks(rules: RuleSet): Promise<void> {
  const recorded = recordedLogs();
  const known = new Set(recorded.flatMap(kindsOf));
  let isPlayed = recorded.some((log) => log.lines[0]?.data['ruleset'] === rules.id);
  for (let seed = 1; seed <= GAMES; seed += 1) {
    const log = await play(rules, seed);
    const lacking = [...new Set(kindsOf(log))].filter((kind) => !known.has(kind));
    if ((lacking.length === 0 && isPlayed) || existsSync(eventsFile(log.name))) continue;
    isPlayed = true;
    writeFileSync(eventsFile(log.name), lines(log.lines));
    writeFileSync(join(CORPUS, `${log.name}.views.ndjson`), lines(log.views));
    lacking.forEach((kind) => known.add(kind));
    console.log(`${log.name}: ${lacking.join(' ')}`);
  }
}

function kindsOf({ lines: all }: RecordedLog): string[] {
  return all.map(({ type, metadata }) => `${type}/${metadata.version}`);
}

function eventsFile(name: string): string {
  return join(CORPUS, `${name}.events.ndjson`);
}

function lines(items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

/** Plays one random game; every third command comes with a key. */
async function play(rules: RuleSet, seed: number): Promise<RecordedLog> {
  const store = await openStore('memory:');
  const keys = ServerKeys.ephemeral();
  const encounters = await openEncounters({ store, rulesets, keys, clock: () => new Date(), ids: randomUUID });
  const random = seededRandom(seed);
  const { id } = await begin(encounters, rules, random);
  const send = async (command: Command, number: number): Promise<void> => {
    await encounters.execute(id, command, caller(number));
  };
  for (const [i, command] of FIRST.entries()) await send(command, i);
  for (let i = 0; i < COMMANDS; i += 1) {
    const folded = await present(encounters, id);
    await send(nextCommand(folded.view(caller(0).viewer), rules, random), i);
  }
  for (const [i, command] of LAST.entries()) await send(command, i);
  const stored = await store.readStreamPage(`encounter-${id}`, 0n, 10_000);
  const views = await viewsOf(encounters, id, stored.length);
  await encounters.close();
  const all = stored.map(({ id: event, type, data, metadata }) => ({ id: event, type, data, metadata }) as Line);
  return { name: `${rules.id}-${seed}`, encounter: id, lines: all, views };
}

async function begin(encounters: Encounters, rules: RuleSet, random: ReturnType<typeof seededRandom>): Promise<Folded> {
  for (;;) {
    const combatants = ['a', 'b', 'c', 'd'].map((id) => randomCombatant(rules, random, id));
    const options = randomOptions(rules, random);
    const made = await encounters.create({ name: 'Corpus', ruleset: rules.id, options, combatants }, caller(1));
    if (made.kind === 'done') return made.folded;
  }
}

function caller(number: number): CallContext {
  const viewer = { role: 'admin', combatants: [], actor: 'admin' } as const;
  return { viewer, requestId: randomUUID(), ...(number % 3 === 0 && { idempotencyKey: randomUUID() }) };
}

async function present(encounters: Encounters, id: string, revision?: number): Promise<Folded> {
  const loaded = await encounters.load(id, revision === undefined ? {} : { revision });
  if (loaded.kind !== 'found') throw new Error(loaded.kind);
  return loaded.folded;
}

/** Views at equal distances, the last one included. */
async function viewsOf(encounters: Encounters, id: string, length: number): Promise<RecordedLog['views']> {
  const revisions = Array.from({ length: VIEWS }, (_, i) => Math.ceil((length * (i + 1)) / VIEWS));
  const all = await Promise.all(revisions.map((revision) => present(encounters, id, revision)));
  return all.map((folded) => toldBy(folded.view(caller(0).viewer)));
}
