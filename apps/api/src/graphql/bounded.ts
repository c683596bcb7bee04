import { defaultFieldResolver, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { ApiError } from '../problem.js';
import type { GraphContext } from './context.js';
import { graphqlError } from './errors.js';

type Resolver = GraphQLFieldResolver<unknown, GraphContext>;

/**
 * Gives every field of `schema` that does work an end: those of queries, and those with arguments elsewhere. A mutation that comes too
 * late is not begun; one that was begun is waited for, so that its answer is true.
 */
export function bounded(schema: GraphQLSchema): GraphQLSchema {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve = defaultFieldResolver } = field;
      if (type === mutation) field.resolve = begunInTime(resolve);
      else if (type === query || field.args.length > 0) field.resolve = doneInTime(resolve);
    }
  }
  return schema;
}

function begunInTime(resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    ensureTime(context);
    return resolve(parent, args, context, info);
  };
}

function doneInTime(resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    ensureTime(context);
    const result: unknown = resolve(parent, args, context, info);
    if (!(result instanceof Promise)) return result;
    return context.patience.within(result).catch((error: unknown) => fail(error, context));
  };
}

function ensureTime(context: GraphContext): void {
  try {
    context.patience.ensureTime();
  } catch (error) {
    fail(error, context);
  }
}

/** What the framework turns into errors for clients comes from inside the resolvers; this comes from outside. */
function fail(error: unknown, { language }: GraphContext): never {
  throw error instanceof ApiError ? graphqlError(error, language) : error;
}
