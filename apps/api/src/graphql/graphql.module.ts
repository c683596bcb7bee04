import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AccessResolver } from '../access/access.resolver.js';
import { ArchiveResolver } from '../archive/archive.resolver.js';
import { BranchesResolver } from '../branches/branches.resolver.js';
import type { Config } from '../config.js';
import { whenGone } from '../http/streams.js';
import { languageOf } from '../messages/index.js';
import { OddsResolver } from '../odds/odds.resolver.js';
import { CONFIG, LOG } from '../tokens.js';
import { callerOf } from '../viewer.js';
import { noteSuccess, remember } from './answer-cache.js';
import { bounded } from './bounded.js';
import { CommandsResolver } from './commands.resolver.js';
import { CreationResolver } from './creation.resolver.js';
import { GraphContext } from './context.js';
import { EncountersResolver } from './encounters.resolver.js';
import { EventResolver } from './event.resolver.js';
import { logFaults, shownError } from './errors.js';
import { Patience } from './patience.js';
import { documentRules } from './rules.js';
import { GraphSockets } from './sockets.js';
import { SubscriptionsResolver } from './subscriptions.resolver.js';

/** The context of a query or mutation over HTTP: it ends when the client has gone. */
function contextOf(request: FastifyRequest, reply: FastifyReply, ms: number): GraphContext {
  const patience = new Patience(ms);
  const language = languageOf(request.headers['accept-language']);
  const context = new GraphContext(callerOf(request), request.id, language, patience);
  whenGone(reply, () => patience.end());
  remember(request, context);
  return context;
}

/** GraphQL: queries and mutations over HTTP, subscriptions over graphql-ws, both on `/graphql`. */
@Module({
  imports: [
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      inject: [LOG, CONFIG],
      useFactory: (log: Logger, { introspection, limits }: Config) => ({
        path: '/graphql',
        autoSchemaFile: true,
        sortSchema: true,
        graphiql: false,
        autoTransformHttpErrors: false,
        includeStacktraceInErrorResponses: false,
        introspection,
        hideSchemaDetailsFromClientErrors: !introspection,
        allowBatchedHttpRequests: false,
        csrfPrevention: true,
        persistedQueries: false,
        parseOptions: { maxLexicalTokens: limits.graphTokens },
        validationRules: documentRules(limits),
        context: (request: FastifyRequest, reply: FastifyReply) => contextOf(request, reply, limits.graphMs),
        transformSchema: bounded,
        formatError: shownError,
        plugins: [noteSuccess, logFaults(log)],
      }),
    }),
  ],
  providers: [
    EncountersResolver,
    EventResolver,
    ArchiveResolver,
    BranchesResolver,
    OddsResolver,
    CreationResolver,
    CommandsResolver,
    AccessResolver,
    SubscriptionsResolver,
    GraphSockets,
  ],
})
export class GraphModule {}
