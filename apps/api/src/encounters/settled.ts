import type { ExecuteResult, Folded, LoadResult } from '@bitacora/encounters';
import { ApiError, refusedBy } from '../problem.js';

/** A command that was done. */
export type Done = Extract<ExecuteResult, { readonly kind: 'done' }>;

/** What was done, or the error that says why nothing was. `subject` is the id in question. */
export function settled(result: ExecuteResult, subject: string): Done {
  switch (result.kind) {
    case 'done':
      return result;
    case 'refused':
      throw refusedBy(result.refusal, result.revision);
    case 'notFound':
      throw noSuchEncounter(subject);
    case 'rulesetNotFound':
      throw new ApiError('RULESET_NOT_FOUND', { params: { id: subject } });
    case 'conflict':
      throw new ApiError('REVISION_CONFLICT', { params: { revision: result.revision }, revision: result.revision });
    case 'keyReused':
      throw new ApiError('IDEMPOTENCY_KEY_REUSED', { revision: result.revision });
  }
}

/** The state that was asked for, or the error that says why there is none. */
export function found(result: LoadResult, id: string, wanted?: number): Folded {
  switch (result.kind) {
    case 'found':
      return result.folded;
    case 'notFound':
      throw noSuchEncounter(id);
    case 'noSuchState':
      throw noSuchRevision(wanted, result.revision);
  }
}

/** The encounter stands at `revision` and has no `wanted` one; none is wanted where it was asked for by time. */
export function noSuchRevision(wanted: number | undefined, revision: number): ApiError {
  return new ApiError('REVISION_NOT_FOUND', { params: { wanted, revision }, revision });
}

/** There is no encounter `id`, or the caller may not know of it. */
export function noSuchEncounter(id: string): ApiError {
  return new ApiError('ENCOUNTER_NOT_FOUND', { params: { id } });
}
