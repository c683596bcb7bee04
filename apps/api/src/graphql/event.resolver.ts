import { EVENT_TYPES } from '@bitacora/engine';
import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Event } from '../schema/events.js';
import { EventType, UNKNOWN_EVENT_TYPE } from '../schema/enums.js';

const KNOWN = new Set<string>(EVENT_TYPES);

/** Events in GraphQL, where a type has to be one of an enumeration. */
@Resolver(() => Event)
export class EventResolver {
  @ResolveField(() => EventType, {
    description: 'What happened; `UnknownEvent` for what only a newer program knows.',
  })
  type(@Parent() { type }: Event): string {
    return KNOWN.has(type) ? type : UNKNOWN_EVENT_TYPE;
  }
}
