import { sameJson, type JsonObject, type RuleSet, type View } from '@bitacora/engine';
import { diffOf, type Difference } from '../diff.js';
import type { EventEnvelope } from '../envelope.js';
import { othersTurn } from '../stream.js';
import type { Encounters, Folded } from '../types.js';
import type { Viewer } from '../viewer.js';

/** How many events are compared before others get their turn. */
const SLICE = 200;

/** Where two encounters part, and what has become different since, as one viewer sees them. */
export interface Comparison {
  readonly here: Folded;
  readonly there: Folded;
  /** The last revision at which a command ended in both and up to which both logs say the same, whatever their ids; 0: none. */
  readonly common: number;
  /** What has changed in each since then; nothing where nothing is common. */
  readonly since: { readonly here: readonly Difference[]; readonly there: readonly Difference[] };
  /** What is different there from what it is here. */
  readonly between: readonly Difference[];
  /** The views that the differences lie between; `common` is null where nothing is common. */
  readonly views: { readonly common: View | null; readonly here: View; readonly there: View };
  readonly rules: RuleSet;
}

/** `notFound`: there is no encounter `id` for this viewer. */
export type ComparisonResult =
  { readonly kind: 'compared'; readonly comparison: Comparison } | { readonly kind: 'notFound'; readonly id: string };

/** Compares two encounters, branches of one or not, by what their logs say. */
export async function compareEncounters(
  encounters: Pick<Encounters, 'load' | 'eventStream'>,
  ids: readonly [string, string],
  viewer: Viewer,
  signal?: AbortSignal,
): Promise<ComparisonResult> {
  const states: Folded[] = [];
  for (const id of ids) {
    const loaded = await encounters.load(id, {}, viewer);
    if (loaded.kind !== 'found') return { kind: 'notFound', id };
    states.push(loaded.folded);
  }
  const [here, there] = states as [Folded, Folded];
  const common = await partingOf(encounters, [here, there], viewer, signal);
  const [now, other] = [here.view(viewer), there.view(viewer)];
  const before = common === 0 ? null : await viewAt(encounters, here.id, common, viewer);
  const since = (after: View) => (before === null ? [] : diffOf(before, after).changes);
  return {
    kind: 'compared',
    comparison: {
      here,
      there,
      common,
      since: { here: since(now), there: since(other) },
      between: diffOf(now, other).changes,
      views: { common: before, here: now, there: other },
      rules: here.rules,
    },
  };
}

async function viewAt(
  encounters: Pick<Encounters, 'load'>,
  id: string,
  revision: number,
  viewer: Viewer,
): Promise<View> {
  const loaded = await encounters.load(id, { revision }, viewer);
  if (loaded.kind !== 'found') throw new Error(`revision ${revision} of encounter ${id} is gone`);
  return loaded.folded.view(viewer);
}

/** Follows both logs side by side as far as they say the same, up to the states that are compared. */
async function partingOf(
  encounters: Pick<Encounters, 'eventStream'>,
  [here, there]: readonly [Folded, Folded],
  viewer: Viewer,
  signal: AbortSignal | undefined,
): Promise<number> {
  const sides = await Promise.all(
    [here, there].map(async ({ id, revision }) => {
      const events = await encounters.eventStream(id, viewer, signal);
      return new Side((events ?? noEvents())[Symbol.asyncIterator](), revision);
    }),
  );
  const [one, other] = sides as [Side, Side];
  try {
    for (let common = 0, at = 1; ; at += 1) {
      const [mine, theirs] = [await one.next(), await other.next()];
      if (one.endsCommand && other.endsCommand) common = at - 1;
      if (
        mine === null ||
        theirs === null ||
        mine.type !== theirs.type ||
        !sameJson(one.said(mine), other.said(theirs))
      )
        return common;
      if (at % SLICE === 0) await othersTurn();
    }
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

async function* noEvents(): AsyncGenerator<EventEnvelope, void, undefined> {
  // Nothing was ever shown.
}

/** One of the two logs. */
class Side {
  /** Whether the event before the present one was the last of its command. */
  endsCommand = false;
  #command: string | null = null;
  readonly #first = new Map<string, number>();

  constructor(
    readonly events: AsyncIterator<EventEnvelope, unknown, unknown>,
    readonly end: number,
  ) {}

  /** The next event; null at the end. */
  async next(): Promise<EventEnvelope | null> {
    const result = await this.events.next();
    const event = result.done === true || result.value.revision > this.end ? null : result.value;
    this.endsCommand = this.#command !== null && event?.command !== this.#command;
    this.#command = event?.command ?? null;
    if (event !== null && !this.#first.has(event.command)) this.#first.set(event.command, event.revision);
    return event;
  }

  /** What an event says, without what is different in every encounter: ids, names, seeds. */
  said({ type, data }: EventEnvelope): JsonObject {
    switch (type) {
      case 'EncounterCreated':
        return without(data, ['id', 'name', 'dice', 'forkedFrom']);
      case 'SeedCommitted':
        return without(data, ['dice']);
      case 'EncounterEnded':
        return without(data, ['reveal']);
      case 'CommandUndone':
        return { undone: this.#first.get(data.undone as string) ?? null };
      case 'CommandRedone':
        return { redone: this.#first.get(data.redone as string) ?? null };
      default:
        return data;
    }
  }

  async close(): Promise<void> {
    await this.events.return?.();
  }
}

function without(data: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));
}
