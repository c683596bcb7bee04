import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';
import type { Language } from '../messages/index.js';
import { ApiError, detailOf, faultsOf } from '../problem.js';
import { apiErrorOf } from '../http/errors.js';

/** One of our errors as GraphQL has it: the sentence as message, the rest in `extensions`. */
export function graphqlError(error: ApiError, language: Language): GraphQLError {
  return new GraphQLError(detailOf(error, language), {
    extensions: {
      code: error.code,
      status: error.status,
      ...(error.rule !== undefined && { rule: error.rule }),
      ...(error.revision !== undefined && { revision: error.revision }),
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
  return { ...ours, ...(formatted.path && { path: formatted.path }), ...(formatted.locations && { locations: formatted.locations }) };
}

function isOurs({ extensions }: GraphQLFormattedError): boolean {
  return typeof extensions?.status === 'number' && typeof extensions.code === 'string';
}

function withoutStack({ extensions, ...rest }: GraphQLFormattedError): GraphQLFormattedError {
  const { stacktrace: _, ...shown } = extensions ?? {};
  return { ...rest, extensions: shown };
}
