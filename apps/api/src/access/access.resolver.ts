import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { GraphContext } from '../graphql/context.js';
import { given } from '../graphql/given.js';
import { AccessInput, AccessView, NewAccess, Ticket } from '../schema/access.js';
import { RevokedAccess } from '../schema/graph.js';
import { Accesses } from './accesses.js';

const encounterId = { type: () => ID, description: 'The encounter’s id.' };

/** Who may come in to an encounter, in GraphQL. */
@Resolver()
export class AccessResolver {
  constructor(private readonly service: Accesses) {}

  @Query(() => [AccessView], { description: 'The accesses to an encounter that were not revoked, oldest first.' })
  async accesses(@Args('id', encounterId) id: string, @Context() context: GraphContext): Promise<AccessView[]> {
    context.usesOther();
    return [...(await this.service.list(context.caller, id))];
  }

  @Mutation(() => NewAccess, { description: 'Gives access to an encounter; the token is shown here and nowhere else.' })
  grantAccess(
    @Args('id', encounterId) id: string,
    @Args('input') input: AccessInput,
    @Context() context: GraphContext,
  ): Promise<NewAccess> {
    return this.service.grant(context.caller, id, given(input));
  }

  @Mutation(() => RevokedAccess, { description: 'Ends an access at once, with all that is open with it.' })
  async revokeAccess(
    @Args('id', encounterId) id: string,
    @Args('accessId', { type: () => ID, description: 'The access’s id.' }) accessId: string,
    @Context() context: GraphContext,
  ): Promise<RevokedAccess> {
    await this.service.revoke(context.caller, id, accessId);
    return { id: accessId };
  }

  @Mutation(() => Ticket, {
    description: 'A ticket that opens one stream of server-sent events of the encounter, once.',
  })
  issueTicket(@Args('id', encounterId) id: string, @Context() context: GraphContext): Promise<Ticket> {
    return this.service.ticket(context.caller, id);
  }
}
