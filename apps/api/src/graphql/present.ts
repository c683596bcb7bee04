import type { Change, Folded, Viewer } from '@bitacora/encounters';
import type { Encounter, EncounterChange } from '../schema/graph.js';
import type { EventEnvelope } from '@bitacora/encounters';
import type { View } from '@bitacora/engine';

const presented = new WeakMap<View, Encounter>();

/** An encounter as GraphQL gives it: the view, with what may be done as a list. Made once for each view. */
export function presentEncounter(folded: Folded, viewer: Viewer): Encounter {
  const view = folded.view(viewer);
  const known = presented.get(view);
  if (known !== undefined) return known;
  const available = Object.entries(view.available).map(([key, commands]) => ({ key, combatant: key === '' ? null : key, commands }));
  const encounter = { ...view, available, source: { folded, viewer } } as unknown as Encounter;
  presented.set(view, encounter);
  return encounter;
}

/** What a command did, as GraphQL gives it. */
export function presentChange(change: Pick<Change, 'revision' | 'events' | 'folded'>, viewer: Viewer): EncounterChange {
  const { revision, folded } = change;
  return { revision, events: presentEvents(change.events), encounter: presentEncounter(folded, viewer) };
}

/** Events as GraphQL gives them. */
export function presentEvents(events: readonly EventEnvelope[]): EncounterChange['events'] {
  return events as unknown as EncounterChange['events'];
}
