import type { Type } from '@nestjs/common';
import { Field, ObjectType } from '@nestjs/graphql';
import { Out } from './fields.js';
import { list, object, text } from './kinds.js';

@ObjectType({ description: 'Where a page of a connection lies.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there is more behind it.' })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there is more before it, as far as was asked.' })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The first edge’s cursor.' })
  readonly startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The last edge’s cursor: the `after` of the next page.' })
  readonly endCursor!: string | null;
}

/** An edge of a connection: a node with its cursor. `about` says what the node is. */
export function edgeOf<T>(node: () => Type<T>, about: string) {
  @ObjectType({ isAbstract: true })
  abstract class Edge {
    @Out(text(1_000), 'Its cursor.')
    readonly cursor!: string;

    @Out(object(node), about)
    readonly node!: T;
  }
  return Edge;
}

/** A connection: a page of `max` edges and nodes at most, which are called `names`. */
export function connectionOf<E, T>(edge: () => Type<E>, node: () => Type<T>, names: string, max: number) {
  @ObjectType({ isAbstract: true })
  abstract class Connection {
    @Out(list(object(edge), max), `The ${names} with their cursors.`)
    readonly edges!: readonly E[];

    @Out(list(object(node), max), `The ${names}.`)
    readonly nodes!: readonly T[];

    @Out(object(() => PageInfo), 'Where the page lies.')
    readonly pageInfo!: PageInfo;
  }
  return Connection;
}
