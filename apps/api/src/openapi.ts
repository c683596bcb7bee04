import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { VERSION } from './pages/version.js';

/** The description of the REST edge, made from its controllers and classes. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Bitácora')
    .setDescription(
      'The logbook of a combat: commands that the rules allow become events, and an encounter is the fold of its events. Errors are problem details (RFC 9457) with a stable `code`.',
    )
    .setVersion(VERSION)
    .setLicense('MIT', '')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A key of an application, or an access token.' })
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, { ...config, openapi: '3.1.0' });
  closeInputs(document);
  return document;
}

/** What clients send has no fields but its own: unknown ones are refused. */
function closeInputs(document: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (name.endsWith('Input') && 'properties' in schema) schema.additionalProperties = false;
  }
}
