import { GraphQLSchemaHost } from '@nestjs/graphql';
import { printSchema } from 'graphql';
import { pino } from 'pino';
import { readConfig } from './config.js';
import { openApiDocument } from './openapi.js';
import { createApp } from './server.js';

/** The descriptions of both edges as texts: the OpenAPI document and the GraphQL schema. */
export async function describeApi(): Promise<{ readonly openApi: string; readonly graphql: string }> {
  const app = await createApp(readConfig({ BITACORA_STORE: 'memory:' }), pino({ level: 'silent' }));
  await app.init();
  const openApi = `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  const graphql = `${printSchema(app.get(GraphQLSchemaHost).schema)}\n`;
  await app.close();
  return { openApi, graphql };
}
