import {
  differences,
  type Difference,
  type Expectation,
  type JsonObject,
  type Scenario,
  type Step,
} from '@bitacora/engine';
import { detailOf, encounterPath, read, type Answer, type Api } from '../api/client.js';

/** What came of one step; no differences: as expected. */
export interface Told {
  /** From 1. */
  readonly number: number;
  readonly step: Step;
  readonly differences: readonly Difference[];
}

/** Why a scenario could not begin: the server's code and sentence. */
export interface NotCreated {
  readonly code: string;
  readonly detail: string;
}

/** What a game keeps apart from others: the names under which its requests are remembered by the server, if they are to be. */
export interface PlayOptions {
  /** Requests are sent under keys that begin like this, so that playing again appends nothing. */
  readonly key?: string;
  readonly told?: (told: Told) => void;
}

/** Plays a scenario against a server through its REST API alone. Resolves to the encounter's id, or to why there is none. */
export async function playScenario(
  api: Api,
  scenario: Scenario,
  { key, told }: PlayOptions = {},
): Promise<string | NotCreated> {
  const { name, ruleset, options, combatants } = scenario;
  const body = {
    name,
    ruleset,
    ...(options !== undefined && { options }),
    ...(combatants !== undefined && { combatants }),
  };
  const created = await read(await api.send('POST', '/v1/encounters', { body, headers: keyed(key, 0) }));
  const encounter = created.body.encounter as { readonly id?: unknown } | undefined;
  if (created.error !== null || typeof encounter?.id !== 'string') {
    return { code: created.error ?? `HTTP ${String(created.status)}`, detail: detailOf(created.body) };
  }
  for (const [i, step] of scenario.steps.entries()) {
    const path = `${encounterPath(encounter.id)}/commands`;
    const answer = await read(await api.send('POST', path, { body: step.do, headers: keyed(key, i + 1) }));
    told?.({ number: i + 1, step, differences: await compare(api, encounter.id, step.expect ?? {}, answer) });
  }
  return encounter.id;
}

function keyed(key: string | undefined, number: number): Readonly<Record<string, string>> {
  return key === undefined ? {} : { 'idempotency-key': `${key}-${String(number)}` };
}

async function compare(api: Api, id: string, expected: Expectation, answer: Answer): Promise<readonly Difference[]> {
  const events = (answer.body.events ?? []) as readonly { readonly type: string }[];
  const view = answer.error === null ? answer.body.encounter : await viewAfterRefusal(api, id, expected);
  const found = differences(expected, {
    view: (view ?? null) as JsonObject | null,
    events: events.map((event) => event.type),
    error: answer.error,
  });
  const unexpected = answer.error !== null && expected.error !== answer.error;
  return found.map((difference) =>
    unexpected && difference.what === 'error' ? withSentence(difference, answer) : difference,
  );
}

function withSentence(difference: Difference, answer: Answer): Difference {
  const detail = detailOf(answer.body);
  return detail === '' ? difference : { ...difference, actual: `${String(answer.error)} (${detail})` };
}

/** A refusal carries no view; it is asked for where something is expected of it. */
async function viewAfterRefusal(
  api: Api,
  id: string,
  { error: _, events: __, ...ofView }: Expectation,
): Promise<unknown> {
  if (Object.keys(ofView).length === 0) return null;
  return (await read(await api.send('GET', encounterPath(id)))).body;
}
