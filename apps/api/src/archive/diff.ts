import { diffOf, type Encounters, type Folded, type Viewer } from '@bitacora/encounters';
import { found } from '../encounters/settled.js';
import type { Language } from '../messages/index.js';
import { differenceText } from '../story/index.js';
import type { EncounterDiff } from '../schema/archive.js';

/** What changed between two revisions of encounter `id`, as `viewer` sees it; without `to` up to the present one. */
export async function readDiff(
  encounters: Encounters,
  id: string,
  { from, to }: { readonly from: number; readonly to: number | undefined },
  viewer: Viewer,
  language: Language,
): Promise<EncounterDiff> {
  const at = async (revision: number | undefined): Promise<Folded> =>
    found(await encounters.load(id, revision === undefined ? {} : { revision }, viewer), id, revision);
  const [earlier, later] = [await at(from), await at(to)];
  const [before, after] = [earlier.view(viewer), later.view(viewer)];
  const diff = diffOf(before, after);
  const context = { before, after, rules: later.rules };
  const changes = diff.changes.map((change) => ({ ...change, text: differenceText(change, context, language) }));
  return { encounter: id, from: diff.from, to: diff.to, changes };
}
