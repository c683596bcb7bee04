import type { Encounters } from '@bitacora/encounters';
import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphContext } from '../graphql/context.js';
import { given } from '../graphql/given.js';
import { presentEncounter } from '../graphql/present.js';
import { readIdempotencyKey } from '../http/call.js';
import { BranchArgs, BranchInput, BranchResult, CompareArgs, EncounterComparison } from '../schema/branches.js';
import { ForkedFrom } from '../schema/forked-from.js';
import { Encounter } from '../schema/graph.js';
import { ENCOUNTERS } from '../tokens.js';
import { Branches } from './branches.js';

/** Branches in GraphQL. */
@Resolver(() => Encounter)
export class BranchesResolver {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly branches: Branches,
  ) {}

  @Mutation(() => BranchResult, {
    description: 'Makes an encounter with the same past up to a revision and a future of its own.',
  })
  async createBranch(
    @Args() { id, idempotencyKey }: BranchArgs,
    @Args('input') input: BranchInput,
    @Context() context: GraphContext,
  ): Promise<BranchResult> {
    const { caller, viewer, requestId } = context;
    const key = readIdempotencyKey(idempotencyKey ?? undefined);
    const call = { viewer, requestId, ...(key !== undefined && { idempotencyKey: key }) };
    const { folded, forkedFrom, head, access } = await this.branches.make(caller, id, given(input), call);
    return { encounter: presentEncounter(folded, viewer), forkedFrom, head: await head(), access };
  }

  @Query(() => EncounterComparison, { description: 'Where two encounters part, and who gained or lost what since.' })
  compareEncounters(
    @Args() { id, other }: CompareArgs,
    @Context() context: GraphContext,
  ): Promise<EncounterComparison> {
    context.usesOther();
    return this.branches.compare(context.caller, id, other, context.language);
  }

  @ResolveField(() => ForkedFrom, {
    nullable: true,
    description: 'Whose past it shares, where it is a branch and the caller sees everything.',
  })
  async forkedFrom(@Parent() { source }: Encounter): Promise<ForkedFrom | null> {
    const page = await this.encounters.events(source.folded.id, { limit: 1 }, source.viewer);
    return (page?.items[0]?.data.forkedFrom as ForkedFrom | undefined) ?? null;
  }
}
