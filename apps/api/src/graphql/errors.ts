import type { ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import type { Language } from '../messages/index.js';
import { apiErrorOf } from '../http/errors.js';
import { detailOf, faultsOf, type ApiError } from '../problem.js';
import type { GraphContext } from './context.js';

/** One of our errors as GraphQL has it: the sentence as message, the rest in `extensions`. */
export function graphqlError(error: ApiError, language: Language): GraphQLError {
  const retryAfter = error.headers['Retry-After'];
  return new GraphQLError(detailOf(error, language), {
    extensions: {
      code: error.code,
      status: error.status,
      ...(error.rule !== undefined && { rule: error.rule }),
      ...(error.revision !== undefined && { revision: error.revision }),
      ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
      ...(error.faults.length > 0 && { errors: faultsOf(error, language) }),
    },
  });
}

/** The errors of the server itself about documents and variables: clear, and harmless to show. */
const SHOWN = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** What a client may see of `error`: ours, and those about its document; anything else is `INTERNAL` and says nothing. */
export function shownError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const thrown = unwrapResolverError(error);
  if (thrown instanceof GraphQLError || isOurs(formatted)) return withoutStack(formatted);
  if (SHOWN.has(String(formatted.extensions?.code))) return withoutStack(formatted);
  const ours = graphqlError(apiErrorOf(thrown), 'en').toJSON();
  return {
    ...ours,
    ...(formatted.path && { path: formatted.path }),
    ...(formatted.locations && { locations: formatted.locations }),
  };
}

function isOurs({ extensions }: GraphQLFormattedError): boolean {
  return typeof extensions?.status === 'number' && typeof extensions.code === 'string';
}

function withoutStack({ extensions, ...rest }: GraphQLFormattedError): GraphQLFormattedError {
  const shown = Object.entries(extensions ?? {}).filter(([name]) => name !== 'stacktrace');
  return { ...rest, extensions: Object.fromEntries(shown) };
}

/** Puts into the log what clients are not shown. */
export function logFaults(log: Logger): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue: { requestId } }) => {
        const faults = errors.map(unwrapResolverError).filter((error) => !(error instanceof GraphQLError));
        for (const err of faults) log.error({ err, requestId }, 'A GraphQL operation failed.');
      },
    }),
  };
}
