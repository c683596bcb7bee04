import type { JsonObject } from '@bitacora/engine';
import { openStore, type EventStore } from '@bitacora/event-store';
import { commitmentOf, verifiableDice } from '../dice/index.js';
import { openEncounters } from '../encounters.js';
import type { EventEnvelope } from '../envelope.js';
import { by, done, fighter, note, tickingClock } from '../testing/fixture.js';
import type { Encounters } from '../types.js';
import { rulesets } from '@bitacora/rulesets';
import { randomUUID } from 'node:crypto';
import { ServerKeys } from './keys.js';

const keys = ServerKeys.ephemeral();

async function open(store: EventStore, own = keys): Promise<Encounters> {
  return openEncounters({ store, rulesets, keys: own, clock: tickingClock(), ids: randomUUID });
}

async function fight(encounters: Encounters): Promise<string> {
  const combatants = [fighter('ana'), fighter('bo')];
  return done(await encounters.create({ name: 'Bay', ruleset: 'eclipse-phase-1e', combatants }, by())).folded.id;
}

async function log(encounters: Encounters, id: string): Promise<readonly EventEnvelope[]> {
  return (await encounters.events(id, { limit: 1000 }, by().viewer))?.items ?? [];
}

const rollsOf = (events: readonly EventEnvelope[]) =>
  events.filter((e) => e.type === 'InitiativeRolled').flatMap((e) => e.data.rolls as unknown as readonly JsonObject[]);

it('commits to its seed at the creation, rolls from it, and reveals it at the end', async () => {
  const encounters = await open(await openStore('memory:'));
  const id = await fight(encounters);
  for (const seed of ['ours', 'theirs']) done(await encounters.execute(id, { type: 'contributeSeed', seed }, by()));
  for (const type of ['start', 'rollInitiative', 'end'] as const) done(await encounters.execute(id, { type }, by()));
  const events = await log(encounters, id);
  const { commitment } = events[0]?.data.dice as { commitment: string };
  const { seed } = events.at(-1)?.data.reveal as { seed: string };
  expect(commitmentOf(Buffer.from(seed, 'hex'))).toBe(commitment);
  const dice = verifiableDice(
    { open: Buffer.from(seed, 'hex'), hidden: Buffer.alloc(32) },
    { encounter: id, contributions: ['ours', 'theirs'] },
  );
  const again = rollsOf(events).map((r) => [
    dice.face({ roll: r.roll as number, die: 0, faces: 10, purpose: 'initiative', hidden: false }),
  ]);
  expect(rollsOf(events).map((r) => r.faces)).toEqual(again);
});

it('gives the same roll after a stop between rolling and appending: stopping is no reroll', async () => {
  const store = await openStore('memory:');
  const id = await fight(await open(store));
  done(await (await open(store)).execute(id, { type: 'start' }, by()));
  const lost = { ...by(), signal: AbortSignal.abort() };
  const stopped = await open(store);
  await expect(stopped.execute(id, { type: 'rollInitiative' }, lost)).rejects.toThrow();
  const faces: unknown[] = [];
  for (let restarts = 0; restarts < 2; restarts += 1) {
    const restarted = await open(store);
    done(await restarted.execute(id, { type: 'rollInitiative' }, by()));
    faces.push(rollsOf(await log(restarted, id)).at(-1)?.faces);
    done(await restarted.execute(id, { type: 'undo' }, by()));
  }
  const expected = verifiableDice(keys.seedsOf(id, 0), { encounter: id, contributions: [] });
  const face = (roll: number) => [expected.face({ roll, die: 0, faces: 10, purpose: 'initiative', hidden: false })];
  expect(faces).toEqual([face(2), face(4)]);
});

it('never uses a revealed seed again: after the end is undone it commits to another before it rolls', async () => {
  const encounters = await open(await openStore('memory:'));
  const id = await fight(encounters);
  for (const type of ['start', 'end', 'undo'] as const) done(await encounters.execute(id, { type }, by()));
  const { events } = done(await encounters.execute(id, { type: 'rollInitiative' }, by()));
  expect(events.map((e) => e.type).slice(0, 2)).toEqual(['SeedCommitted', 'InitiativeRolled']);
  expect((events[0]?.data.dice as { epoch: number }).epoch).toBe(1);
  const next = done(await encounters.execute(id, { type: 'roll', dice: '1d6' }, by()));
  expect(next.events.map((e) => e.type)).toEqual(['DiceRolled']);
});

it('commits to seeds of its own before it rolls in an encounter that another server began', async () => {
  const store = await openStore('memory:');
  const id = await fight(await open(store));
  const other = await open(store, ServerKeys.ephemeral());
  const { events } = done(await other.execute(id, { type: 'roll', dice: '1d6' }, by()));
  expect(events.map((e) => e.type)).toEqual(['SeedCommitted', 'DiceRolled']);
});

it('answers each command with the signed end of the chain, and an earlier answer with its own', async () => {
  const encounters = await open(await openStore('memory:'));
  const id = await fight(encounters);
  const first = done(await encounters.execute(id, note('one'), by({ idempotencyKey: 'k' })));
  const second = done(await encounters.execute(id, note('two'), by()));
  const again = done(await encounters.execute(id, note('one'), by({ idempotencyKey: 'k' })));
  const head = await first.head();
  expect(head.revision).toBe(first.revision);
  expect((await second.head()).hash).not.toBe(head.hash);
  expect(await again.head()).toEqual(head);
});
