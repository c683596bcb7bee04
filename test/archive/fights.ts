import { nextCommand, randomCombatant, randomOptions, seededRandom } from '@bitacora/engine/testing';
import type { RuleSet, View } from '@bitacora/engine';
import { openApi, playScenario, readScenario, scenarioFiles, textsIn } from '@bitacora/cli';
import type { Client } from '../e2e/support/client.js';

const texts = textsIn('en');

/** Plays every scenario of a rule set over the public API; the ids of the encounters. */
export async function playScenarios(url: string, ruleset: string): Promise<string[]> {
  const context = {
    env: {},
    language: 'en',
    texts,
    out: () => undefined,
    err: () => undefined,
    signal: new AbortController().signal,
  } as const;
  const api = openApi(url, undefined, context);
  const ids: string[] = [];
  for (const file of scenarioFiles([`test/scenarios/${ruleset}`], texts)) {
    const source = readScenario(file, texts);
    if (!('scenario' in source)) throw new Error(source.problem);
    const id = await playScenario(api, source.scenario);
    if (typeof id !== 'string') throw new Error(`${file}: ${id.code}`);
    ids.push(id);
  }
  return ids;
}

/** A random fight over the public API, with the dice of the server; its id. */
export async function randomFight(client: Client, rules: RuleSet, seed: number, commands: number): Promise<string> {
  const random = seededRandom(seed);
  let id = '';
  while (id === '') {
    const combatants = ['a', 'b', 'c', 'd'].map((name) => randomCombatant(rules, random, name));
    const options = randomOptions(rules, random);
    const { status, body } = await client.post('/v1/encounters', {
      name: 'Random',
      ruleset: rules.id,
      options,
      combatants,
    });
    if (status === 201) id = String(body.encounter?.id);
  }
  await client.command(id, { type: 'contributeSeed', seed: `player ${String(seed)}` });
  for (let i = 0; i < commands; i += 1) {
    const { body } = await client.get(`/v1/encounters/${id}`);
    await client.command(id, nextCommand(body as unknown as View, rules, random));
  }
  await client.command(id, { type: 'roll', dice: '3d10' });
  await client.command(id, { type: 'end' });
  return id;
}
