import { Args, Context, ID, Query, Resolver } from '@nestjs/graphql';
import type { GraphContext } from '../graphql/context.js';
import { given } from '../graphql/given.js';
import { Odds, OddsInput } from '../schema/odds.js';
import { OddsDesk } from './odds.js';

/** Odds in GraphQL. */
@Resolver()
export class OddsResolver {
  constructor(private readonly desk: OddsDesk) {}

  @Query(() => Odds, {
    description: 'Who is likely to stand where next: the fight played on by simulation. Nothing of it happens.',
  })
  async odds(
    @Args('id', { type: () => ID, description: 'The encounter’s id.' }) id: string,
    @Args('input', { type: () => OddsInput, nullable: true, description: 'How it is played on.' })
    input: OddsInput | null | undefined,
    @Context() context: GraphContext,
  ): Promise<Odds> {
    context.usesOther();
    const { outcome } = await this.desk.begin(context.caller, id, given(input ?? {}), context.signal);
    return outcome;
  }
}
