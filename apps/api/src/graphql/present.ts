import type { View } from '@bitacora/engine';
import type { Change, Folded, Viewer } from '@bitacora/encounters';
import type { Done } from '../encounters/settled.js';
import type { CommandResult, Encounter, EncounterChange } from '../schema/graph.js';

const presented = new WeakMap<View, Encounter>();

/** An encounter as GraphQL gives it: the view, with what may be done as a list. Made once for each view. */
export function presentEncounter(folded: Folded, viewer: Viewer): Encounter {
  const view = folded.view(viewer);
  const known = presented.get(view);
  if (known !== undefined) return known;
  const available = Object.entries(view.available).map(([key, commands]) => ({
    key,
    combatant: key === '' ? null : key,
    commands,
  }));
  const encounter = { ...view, available, source: { folded, viewer } } as unknown as Encounter;
  presented.set(view, encounter);
  return encounter;
}

/** What a command did, as GraphQL gives it. */
export function presentChange(change: Pick<Change, 'revision' | 'events' | 'folded'>, viewer: Viewer): EncounterChange {
  const { revision, folded } = change;
  return { revision, events: change.events, encounter: presentEncounter(folded, viewer) };
}

/** What a command of one's own did; its head is signed only where it is asked for. */
export function presentResult(done: Done, viewer: Viewer): CommandResult {
  return {
    ...(presentChange(done, viewer) as Omit<CommandResult, 'head'>),
    get head() {
      return done.head();
    },
  };
}
