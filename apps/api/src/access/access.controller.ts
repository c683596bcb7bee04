import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessList, NewAccess, Ticket } from '../schema/access.js';
import { callerOf } from '../viewer.js';
import { Accesses } from './accesses.js';
import { DocGrant, DocListAccess, DocRevoke, DocTicket } from './documented.js';

/** Who may come in to an encounter, over REST. */
@ApiTags('Access')
@Controller('v1/encounters/:id/access')
export class AccessController {
  constructor(private readonly accesses: Accesses) {}

  @Post()
  @HttpCode(201)
  @DocGrant()
  async grant(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewAccess> {
    const access = await this.accesses.grant(callerOf(request), id, body);
    reply.headers({
      'Cache-Control': 'no-store',
      Location: `/v1/encounters/${encodeURIComponent(id)}/access/${access.id}`,
    });
    return access;
  }

  @Get()
  @DocListAccess()
  async list(@Param('id') id: string, @Req() request: FastifyRequest): Promise<AccessList> {
    return { items: await this.accesses.list(callerOf(request), id) };
  }

  @Delete(':accessId')
  @HttpCode(204)
  @DocRevoke()
  async revoke(
    @Param('id') id: string,
    @Param('accessId') accessId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.accesses.revoke(callerOf(request), id, accessId);
  }

  @Post('tickets')
  @HttpCode(201)
  @DocTicket()
  async ticket(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Ticket> {
    reply.header('Cache-Control', 'no-store');
    return this.accesses.ticket(callerOf(request), id);
  }
}
