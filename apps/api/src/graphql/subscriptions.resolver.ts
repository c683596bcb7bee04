import type { Encounters, RuleSetRegistry } from '@bitacora/encounters';
import { Inject } from '@nestjs/common';
import { Args, Context, ID, Int, Resolver, Subscription } from '@nestjs/graphql';
import { followed } from '../encounters/followed.js';
import { ApiError, malformedRequest } from '../problem.js';
import { AppendedEvent, EncounterChange } from '../schema/graph.js';
import { ENCOUNTERS, RULESETS } from '../tokens.js';
import type { GraphContext } from './context.js';
import { presentChange } from './present.js';

/** What clients follow as it happens. */
@Resolver()
export class SubscriptionsResolver {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    @Inject(RULESETS) private readonly rulesets: RuleSetRegistry,
  ) {}

  @Subscription(() => EncounterChange, {
    description:
      'Each change of an encounter, once a command: first what was missed since `afterRevision` (default: nothing), then what comes.',
    resolve: presentPayload,
  })
  async encounterChanged(
    @Args('id', { type: () => ID, description: 'The encounter’s id.' }) id: string,
    @Args('afterRevision', {
      type: () => Int,
      nullable: true,
      description: 'The last revision that was seen; one that is still to come is refused.',
    })
    afterRevision: number | null | undefined,
    @Context() context: GraphContext,
  ): Promise<AsyncIterable<unknown>> {
    context.ensureKnows(id);
    context.ensureMay('readEvents');
    if (typeof afterRevision === 'number' && afterRevision < 0) {
      throw malformedRequest({
        in: 'query',
        pointer: 'afterRevision',
        problem: 'notInRange',
        params: { min: 0, max: 1_000_000_000 },
      });
    }
    const query = { signal: context.signal, ...(typeof afterRevision === 'number' && { after: afterRevision }) };
    return followed(this.encounters, id, query, context.viewer);
  }

  @Subscription(() => AppendedEvent, {
    description:
      'Every event of all encounters that the caller may know of, or of those of one rule set: after `afterPosition`, or from now on.',
    resolve: (payload: unknown) => payload,
  })
  eventAppended(
    @Args('ruleset', { type: () => ID, nullable: true, description: 'Only encounters of this rule set.' })
    ruleset: string | null | undefined,
    @Args('afterPosition', {
      type: () => String,
      nullable: true,
      description: 'The last position that was seen; one that was never given out is refused.',
    })
    afterPosition: string | null | undefined,
    @Context() context: GraphContext,
  ): AsyncIterable<unknown> {
    context.ensureMay('followAll');
    if (typeof ruleset === 'string' && this.rulesets.get(ruleset) === undefined)
      throw new ApiError('RULESET_NOT_FOUND', { params: { id: ruleset } });
    const { encounter } = context.caller;
    const query = {
      signal: context.signal,
      ...(encounter !== null && { encounter }),
      ...(typeof ruleset === 'string' && { ruleset }),
      ...(typeof afterPosition === 'string' && { afterPosition }),
    };
    return this.encounters.followAll(query, context.viewer);
  }
}

function presentPayload(
  change: Parameters<typeof presentChange>[0],
  _args: unknown,
  context: GraphContext,
): EncounterChange {
  return presentChange(change, context.viewer);
}
