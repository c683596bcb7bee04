import type { Encounters } from '@bitacora/encounters';
import { Inject } from '@nestjs/common';
import { Args, Context, ID, Int, Resolver, Subscription } from '@nestjs/graphql';
import { noSuchEncounter } from '../encounters/settled.js';
import { malformedRequest } from '../problem.js';
import { AppendedEvent, EncounterChange } from '../schema/graph.js';
import { ENCOUNTERS } from '../tokens.js';
import { SubscriptionContext } from './context.js';
import { presentChange } from './present.js';

/** What clients follow as it happens. */
@Resolver()
export class SubscriptionsResolver {
  constructor(@Inject(ENCOUNTERS) private readonly encounters: Encounters) {}

  @Subscription(() => EncounterChange, {
    description:
      'Each change of an encounter, once a command: first what was missed since `afterRevision` (default: nothing), then what comes.',
    resolve: presentPayload,
  })
  async encounterChanged(
    @Args('id', { type: () => ID, description: 'The encounter’s id.' }) id: string,
    @Args('afterRevision', { type: () => Int, nullable: true, description: 'The last revision that was seen.' })
    afterRevision: number | null | undefined,
    @Context() context: SubscriptionContext,
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
    const changes = await this.encounters.follow(id, query, context.viewer);
    if (changes === null) throw noSuchEncounter(id);
    return changes;
  }

  @Subscription(() => AppendedEvent, {
    description:
      'Every event of all encounters that the caller may know of, or of those of one rule set: after `afterPosition`, or from now on.',
    resolve: (payload: unknown) => payload,
  })
  eventAppended(
    @Args('ruleset', { type: () => ID, nullable: true, description: 'Only encounters of this rule set.' })
    ruleset: string | null | undefined,
    @Args('afterPosition', { type: () => String, nullable: true, description: 'The last position that was seen.' })
    afterPosition: string | null | undefined,
    @Context() context: SubscriptionContext,
  ): AsyncIterable<unknown> {
    context.ensureMay('followAll');
    const { encounter } = context.caller;
    const query = {
      signal: context.signal,
      ...(encounter !== null && { encounter }),
      ...(ruleset && { ruleset }),
      ...(afterPosition && { afterPosition }),
    };
    return this.encounters.followAll(query, context.viewer);
  }
}

function presentPayload(
  change: Parameters<typeof presentChange>[0],
  _args: unknown,
  context: SubscriptionContext,
): EncounterChange {
  return presentChange(change, context.viewer);
}
