import type { Encounters } from '@bitacora/encounters';
import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Accesses } from '../access/accesses.js';
import { settled } from '../encounters/settled.js';
import { CreationResult } from '../schema/graph.js';
import { CreateEncounterInput } from '../schema/inputs.js';
import { readCreation } from '../schema/read.js';
import { ENCOUNTERS } from '../tokens.js';
import { callOf } from './call-of.js';
import type { GraphContext } from './context.js';
import { given } from './given.js';
import { presentResult } from './present.js';

/** New encounters in GraphQL. */
@Resolver()
export class CreationResolver {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly accesses: Accesses,
  ) {}

  @Mutation(() => CreationResult, { description: 'Makes an encounter.' })
  async createEncounter(
    @Args('input') input: CreateEncounterInput,
    @Args('idempotencyKey', {
      type: () => String,
      nullable: true,
      description: 'The same key again gives the first answer again and makes nothing.',
    })
    idempotencyKey: string | null | undefined,
    @Context() context: GraphContext,
  ): Promise<CreationResult> {
    context.ensureMay('createEncounter');
    const creation = readCreation(given(input));
    const done = settled(await this.encounters.create(creation, callOf(context, { idempotencyKey })), creation.ruleset);
    const access = await this.accesses.grantMaster(context.caller, done.folded.id);
    return Object.assign(presentResult(done, context.viewer), { access });
  }
}
