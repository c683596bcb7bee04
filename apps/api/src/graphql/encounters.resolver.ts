import type { EncounterSummary, Encounters, RuleSetRegistry } from '@bitacora/encounters';
import { Inject } from '@nestjs/common';
import { Args, Context, ID, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { notBoth, timeOf } from '../http/query.js';
import { ApiError, malformedRequest } from '../problem.js';
import { found, noSuchEncounter } from '../encounters/settled.js';
import { describeRules } from '../encounters/rulesets.js';
import type { Event } from '../schema/events.js';
import { RuleSet } from '../schema/rulesets.js';
import { Encounter, EncounterConnection, EncountersArgs, EventConnection, EventsArgs } from '../schema/graph.js';
import { JsonObjectScalar } from '../schema/scalars.js';
import { ENCOUNTERS, RULESETS } from '../tokens.js';
import type { GraphContext } from './context.js';
import { presentEncounter } from './present.js';

const MAX_PAGE = 100;

/** Encounters and their logs in GraphQL. */
@Resolver(() => Encounter)
export class EncountersResolver {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    @Inject(RULESETS) private readonly rulesets: RuleSetRegistry,
  ) {}

  @Query(() => Encounter, { description: 'An encounter now, after event `revision`, or at a time (ISO 8601).' })
  async encounter(
    @Args('id', { type: () => ID, description: 'The encounter’s id.' }) id: string,
    @Args('revision', { type: () => Int, nullable: true, description: 'As it stood after this event.' })
    revision: number | null | undefined,
    @Args('at', { type: () => String, nullable: true, description: 'As it stood then.' }) at: string | null | undefined,
    @Context() context: GraphContext,
  ): Promise<Encounter> {
    context.ensureKnows(id);
    context.ensureMay('readEncounter');
    const time = timeOf({ at: at ?? undefined }, 'at');
    notBoth('revision', 'at', [revision ?? undefined, time]);
    if (typeof revision === 'number' && revision < 1) throw outOfRange('revision', 1, 1_000_000_000);
    const asOf = { ...(typeof revision === 'number' && { revision }), ...(time !== undefined && { time }) };
    const folded = found(await this.encounters.load(id, asOf, context.viewer), id, revision ?? undefined);
    if (asOf.revision === undefined && asOf.time === undefined) context.usesState(id, folded.revision);
    else context.usesOther();
    return presentEncounter(folded, context.viewer);
  }

  @Query(() => EncounterConnection, { name: 'encounters', description: 'The encounters, newest first.' })
  async list(@Args() args: EncountersArgs, @Context() context: GraphContext): Promise<EncounterConnection> {
    context.usesOther();
    context.ensureMay('listEncounters');
    const { encounter } = context.caller;
    const { ruleset, status, q, first, after } = args;
    checkFirst(first);
    const page = await this.encounters.list(
      {
        limit: first,
        ...(encounter !== null && { encounter }),
        ...(ruleset && { ruleset }),
        ...(status && { status }),
        ...(q && { q }),
        ...(after && { cursor: after }),
      },
      context.viewer,
    );
    if (page.kind === 'badCursor') throw malformedRequest({ in: 'query', pointer: 'after', problem: 'badCursor' });
    return this.connection(page.items, page.nextCursor, after ?? null, context);
  }

  private async connection(
    items: readonly EncounterSummary[],
    nextCursor: string | null,
    after: string | null,
    context: GraphContext,
  ): Promise<EncounterConnection> {
    const nodes = await Promise.all(
      items.map(async ({ id }) =>
        presentEncounter(found(await this.encounters.load(id, {}, context.viewer), id), context.viewer),
      ),
    );
    return {
      edges: nodes.map((node) => ({ cursor: node.id, node })),
      nodes,
      pageInfo: {
        hasNextPage: nextCursor !== null,
        hasPreviousPage: after !== null,
        startCursor: null,
        endCursor: nextCursor,
      },
    };
  }

  @ResolveField(() => EventConnection, { description: 'Its log, up to the state that was asked for, oldest first.' })
  async events(
    @Parent() { source }: Encounter,
    @Args() args: EventsArgs,
    @Context() context: GraphContext,
  ): Promise<EventConnection> {
    const { first, after, types } = args;
    checkFirst(first);
    const from = readAfter(after);
    const { id, revision } = source.folded;
    const page = await this.encounters.events(
      id,
      { after: from, limit: first, ...(types && { types }) },
      context.viewer,
    );
    if (page === null) throw noSuchEncounter(id);
    const items = page.items.filter((event) => event.revision <= revision) as Event[];
    const more = page.next !== null && page.next < revision;
    const last = items.at(-1);
    return {
      edges: items.map((node) => ({ cursor: String(node.revision), node })),
      nodes: items,
      pageInfo: {
        hasNextPage: more,
        hasPreviousPage: from > 0,
        startCursor: items[0] === undefined ? null : String(items[0].revision),
        endCursor: more && page.next !== null ? String(page.next) : last === undefined ? null : String(last.revision),
      },
    };
  }

  @ResolveField(() => RuleSet, { description: 'Its rule set.' })
  rules(@Parent() { source }: Encounter): RuleSet {
    return describeRules(source.folded.rules);
  }

  @ResolveField(() => JsonObjectScalar, { description: 'The whole view as REST gives it.' })
  view(@Parent() { source }: Encounter): unknown {
    return source.folded.view(source.viewer);
  }

  @ResolveField(() => String, { description: 'When its last event was.' })
  updatedAt(@Parent() { source }: Encounter): string {
    return source.folded.at;
  }

  @Query(() => [RuleSet], { name: 'rulesets', description: 'All rule sets.' })
  allRules(): RuleSet[] {
    return this.rulesets.all().map(describeRules);
  }

  @Query(() => RuleSet, { description: 'A rule set.' })
  ruleset(@Args('id', { type: () => ID, description: 'Its id.' }) id: string): RuleSet {
    const rules = this.rulesets.get(id);
    if (rules === undefined) throw new ApiError('RULESET_NOT_FOUND', { params: { id } });
    return describeRules(rules);
  }
}

function outOfRange(name: string, min: number, max: number): ApiError {
  return malformedRequest({ in: 'query', pointer: name, problem: 'notInRange', params: { min, max } });
}

function checkFirst(first: number): void {
  if (!(first >= 1 && first <= MAX_PAGE)) throw outOfRange('first', 1, MAX_PAGE);
}

function readAfter(cursor: string | null | undefined): number {
  if (cursor === null || cursor === undefined || cursor === '') return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw malformedRequest({ in: 'query', pointer: 'after', problem: 'badCursor' });
}
