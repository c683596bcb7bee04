import type { Encounters } from '@bitacora/encounters';
import { Inject } from '@nestjs/common';
import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import type { GraphContext } from '../graphql/context.js';
import { malformedRequest } from '../problem.js';
import { DiffArgs, EncounterDiff } from '../schema/archive.js';
import { ENCOUNTERS } from '../tokens.js';
import { readDiff } from './diff.js';

const MAX_REVISION = 1_000_000_000;

/** The past of encounters in GraphQL. */
@Resolver()
export class ArchiveResolver {
  constructor(@Inject(ENCOUNTERS) private readonly encounters: Encounters) {}

  @Query(() => EncounterDiff, { description: 'What changed between two revisions of an encounter.' })
  async encounterDiff(@Args() { id, from, to }: DiffArgs, @Context() context: GraphContext): Promise<EncounterDiff> {
    context.ensureKnows(id);
    context.ensureMay('readEncounter');
    context.usesOther();
    for (const [name, value] of Object.entries({ from, to })) {
      if (typeof value !== 'number' || (value >= 1 && value <= MAX_REVISION)) continue;
      throw malformedRequest({
        in: 'query',
        pointer: name,
        problem: 'notInRange',
        params: { min: 1, max: MAX_REVISION },
      });
    }
    return readDiff(this.encounters, id, { from, to: to ?? undefined }, context.viewer, context.language);
  }
}
