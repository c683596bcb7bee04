import { type Caller } from '@bitacora/access';
import {
  compareEncounters,
  type BranchResult,
  type CallContext,
  type Comparison,
  type Difference,
  type Encounters,
} from '@bitacora/encounters';
import type { View } from '@bitacora/engine';
import { Inject, Injectable } from '@nestjs/common';
import { Accesses } from '../access/accesses.js';
import { ensureKnows, ensureMay } from '../access/gate.js';
import { found, noSuchEncounter, noSuchRevision } from '../encounters/settled.js';
import type { Language } from '../messages/index.js';
import { ApiError, malformedRequest, refusedBy } from '../problem.js';
import type { NewAccess } from '../schema/access.js';
import type { Difference as ToldDifference } from '../schema/archive.js';
import type { ComparedEncounter, EncounterComparison } from '../schema/branches.js';
import { readBranch } from '../schema/read.js';
import { differenceText } from '../story/index.js';
import { ENCOUNTERS } from '../tokens.js';

/** A branch that was made. */
export type MadeBranch = Extract<BranchResult, { readonly kind: 'done' }> & { readonly access: NewAccess | null };

/** Other ways on from the past of an encounter, for both edges. */
@Injectable()
export class Branches {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly accesses: Accesses,
  ) {}

  /** Makes a branch of encounter `id`. Whoever calls with a token gets the game master's access to the branch. */
  async make(caller: Caller, id: string, body: unknown, context: CallContext): Promise<MadeBranch> {
    ensureKnows(caller, id);
    ensureMay(caller.viewer, 'branchEncounter');
    found(await this.encounters.load(id), id);
    const input = readBranch(body);
    const made = branchMade(await this.encounters.branch(id, input, context), id, input.revision);
    return { ...made, access: await this.accesses.grantMaster(caller, made.folded.id) };
  }

  /** Compares two encounters that `caller` may know of, as it sees them. */
  async compare(
    caller: Caller,
    id: string,
    other: string | undefined,
    language: Language,
    signal?: AbortSignal,
  ): Promise<EncounterComparison> {
    const { viewer } = caller;
    ensureKnows(caller, id);
    ensureMay(viewer, 'readEncounter');
    found(await this.encounters.load(id, {}, viewer), id);
    if (other === undefined) throw malformedRequest({ in: 'query', pointer: 'with', problem: 'missing' });
    ensureKnows(caller, other);
    const result = await compareEncounters(this.encounters, [id, other], viewer, signal);
    if (result.kind === 'notFound') throw noSuchEncounter(result.id);
    return told(result.comparison, language);
  }
}

/** The branch, or the error that says why there is none. */
function branchMade(result: BranchResult, id: string, wanted: number): Extract<BranchResult, { kind: 'done' }> {
  switch (result.kind) {
    case 'done':
      return result;
    case 'refused':
      throw refusedBy(result.refusal, result.revision);
    case 'notFound':
      throw noSuchEncounter(id);
    case 'noSuchState':
      throw noSuchRevision(wanted, result.revision);
    case 'insideCommand': {
      const { revision, before, after } = result;
      throw new ApiError('REVISION_INSIDE_COMMAND', { params: { wanted, before, after }, revision });
    }
    case 'conflict':
      throw new ApiError('REVISION_CONFLICT', { params: { revision: result.revision }, revision: result.revision });
    case 'keyReused':
      throw new ApiError('IDEMPOTENCY_KEY_REUSED', { revision: result.revision });
  }
}

function told(comparison: Comparison, language: Language): EncounterComparison {
  const { common, since, between, views, rules } = comparison;
  const tell = (changes: readonly Difference[], before: View, after: View): ToldDifference[] =>
    changes.map((change) => ({ ...change, text: differenceText(change, { before, after, rules }, language) }));
  const side = (view: View, changes: readonly Difference[]): ComparedEncounter => ({
    id: view.id,
    name: view.name,
    revision: view.revision,
    since: tell(changes, views.common ?? view, view),
  });
  return {
    common: common === 0 ? null : common,
    one: side(views.here, since.here),
    other: side(views.there, since.there),
    differences: tell(between, views.here, views.there),
  };
}
