import type { Change, Encounters, Viewer } from '@bitacora/encounters';
import { found, noSuchEncounter, noSuchRevision } from './settled.js';

/** From where an encounter is followed: after a revision that was seen (default: the present one), until the signal. */
export interface FollowFrom {
  readonly after?: number;
  readonly signal: AbortSignal;
}

/**
 * Each change of encounter `id` as `viewer` sees it. Throws `ENCOUNTER_NOT_FOUND`, and `REVISION_NOT_FOUND` where `after` is a revision
 * that is still to come: who saw it saw another log, and would wait for nothing.
 */
export async function followed(
  encounters: Encounters,
  id: string,
  query: FollowFrom,
  viewer: Viewer,
): Promise<AsyncIterable<Change>> {
  const { revision } = found(await encounters.load(id, {}, viewer), id);
  const { after = revision } = query;
  if (after > revision) throw noSuchRevision(after, revision);
  const changes = await encounters.follow(id, { ...query, after }, viewer);
  if (changes === null) throw noSuchEncounter(id);
  return changes;
}
