import type { Encounters, PublicKey, Readiness, ServerKeys } from '@bitacora/encounters';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Metrics } from '../http/metrics.js';
import { ENCOUNTERS, KEYS } from '../tokens.js';
import { VERSION } from './version.js';

const OK = { schema: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } } as const;

/** What operators ask. */
@ApiTags('Operation')
@Controller()
export class HealthController {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    @Inject(KEYS) private readonly keys: ServerKeys,
    private readonly metrics: Metrics,
  ) {}

  @Get('livez')
  @ApiOperation({ operationId: 'livez', summary: 'Whether the process answers' })
  @ApiResponse({ status: 200, description: 'It does.', ...OK })
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @ApiOperation({ operationId: 'readyz', summary: 'Whether the store is reached and the projections are caught up' })
  @ApiResponse({ status: 200, description: 'Both.', ...OK })
  @ApiResponse({ status: 503, description: 'Not now; the body says what is missing.', ...OK })
  async ready(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: string } & Pick<Readiness, 'store' | 'summaries'>> {
    const { ok, store, summaries } = await this.encounters.ready();
    reply.code(ok ? 200 : 503).header('Cache-Control', 'no-store');
    return { status: ok ? 'ok' : 'unavailable', store, summaries };
  }

  @Get('version')
  @ApiOperation({ operationId: 'version', summary: 'Which version this is' })
  @ApiResponse({
    status: 200,
    description: 'Name, version and API.',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        version: { type: 'string' },
        api: { type: 'string' },
        node: { type: 'string' },
      },
    },
  })
  version(): { name: string; version: string; api: string; node: string } {
    return { name: 'bitacora', version: VERSION, api: 'v1', node: process.versions.node };
  }

  @Get('.well-known/bitacora-keys')
  @ApiOperation({ operationId: 'keys', summary: 'The public keys that sign heads' })
  @ApiResponse({
    status: 200,
    description: 'The keys.',
    schema: {
      type: 'object',
      properties: {
        keys: {
          type: 'array',
          items: {
            type: 'object',
            properties: { id: { type: 'string' }, algorithm: { type: 'string' }, publicKey: { type: 'string' } },
          },
        },
      },
    },
  })
  publicKeys(): { keys: readonly PublicKey[] } {
    return { keys: [this.keys.public] };
  }

  @Get('metrics')
  @ApiOperation({ operationId: 'metrics', summary: 'Measurements for Prometheus' })
  @ApiResponse({
    status: 200,
    description: 'In the text format.',
    content: { 'text/plain': { schema: { type: 'string' } } },
  })
  async measurements(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.header('Content-Type', this.metrics.contentType);
    return this.metrics.text();
  }
}
