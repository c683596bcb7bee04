import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { languageOf } from '../messages/index.js';
import { LOG } from '../tokens.js';
import { viewerOf } from '../viewer.js';
import { noteSuccess, remember } from './answer-cache.js';
import { CommandsResolver } from './commands.resolver.js';
import { GraphContext } from './context.js';
import { EncountersResolver } from './encounters.resolver.js';
import { logFaults, shownError } from './errors.js';
import { GraphSockets } from './sockets.js';
import { SubscriptionsResolver } from './subscriptions.resolver.js';

/** The context of a query or mutation. */
function contextOf(request: FastifyRequest): GraphContext {
  const { authorization } = request.headers;
  const context = new GraphContext(viewerOf(authorization), request.id, languageOf(request.headers['accept-language']));
  remember(request, context);
  return context;
}

/** GraphQL: the contract's section 2. */
@Module({
  imports: [
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      inject: [LOG],
      useFactory: (log: Logger) => ({
        path: '/graphql',
        autoSchemaFile: true,
        sortSchema: true,
        graphiql: false,
        autoTransformHttpErrors: false,
        includeStacktraceInErrorResponses: false,
        introspection: true,
        context: contextOf,
        formatError: shownError,
        plugins: [noteSuccess, logFaults(log)],
      }),
    }),
  ],
  providers: [EncountersResolver, CommandsResolver, SubscriptionsResolver, GraphSockets],
})
export class GraphModule {}
