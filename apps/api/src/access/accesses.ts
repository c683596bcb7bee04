import type { Access, Caller, Grant, GrantInput, Issued, Ticket } from '@bitacora/access';
import type { Encounters } from '@bitacora/encounters';
import { Inject, Injectable } from '@nestjs/common';
import { found } from '../encounters/settled.js';
import { ApiError, malformedRequest } from '../problem.js';
import { ACCESS, CLOCK, ENCOUNTERS } from '../tokens.js';
import type { AccessInput, AccessView, NewAccess } from '../schema/access.js';
import { readAccess } from '../schema/read.js';
import { ensureKnows, ensureMay } from './gate.js';

/** Who may come in to an encounter, for both edges. */
@Injectable()
export class Accesses {
  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    @Inject(CLOCK) private readonly clock: () => Date,
  ) {}

  /** Gives access to an encounter; the token is in this answer and nowhere else. */
  async grant(caller: Caller, id: string, body: unknown): Promise<NewAccess> {
    await this.ensureManages(caller, id);
    const input = readAccess(body);
    await this.ensurePossible(caller, id, input);
    const { role, combatants = [], expiresAt } = input;
    const until = expiresAt ? new Date(expiresAt).toISOString() : null;
    return newAccess(await this.access.grant({ encounter: id, role, combatants, expiresAt: until }));
  }

  /** The game master's token that whoever makes an encounter with an API key gets; null where there is no key. */
  async grantMaster({ credential }: Caller, encounter: string): Promise<NewAccess | null> {
    if (credential === null) return null;
    const master: GrantInput = { encounter, role: 'gm', combatants: [], expiresAt: null };
    return newAccess(await this.access.grant(master));
  }

  /** The accesses to an encounter that were not revoked. */
  async list(caller: Caller, id: string): Promise<readonly AccessView[]> {
    await this.ensureManages(caller, id);
    return (await this.access.list(id)).map(shown);
  }

  /** Ends an access at once. */
  async revoke(caller: Caller, id: string, accessId: string): Promise<void> {
    await this.ensureManages(caller, id);
    if (!(await this.access.revoke(id, accessId))) throw new ApiError('ACCESS_NOT_FOUND', { params: { id: accessId } });
  }

  /** A ticket that opens one stream of events of the encounter, once. */
  async ticket(caller: Caller, id: string): Promise<Ticket> {
    ensureKnows(caller, id);
    ensureMay(caller.viewer, 'issueTicket');
    found(await this.encounters.load(id), id);
    return this.access.issueTicket(caller, id);
  }

  private async ensureManages(caller: Caller, id: string): Promise<void> {
    ensureKnows(caller, id);
    ensureMay(caller.viewer, 'manageAccess');
    found(await this.encounters.load(id), id);
  }

  private async ensurePossible(caller: Caller, id: string, input: AccessInput): Promise<void> {
    const { role, combatants = [], expiresAt } = input;
    if (role !== 'player' && combatants.length > 0)
      throw malformedRequest({ in: 'body', pointer: '/combatants', problem: 'playersOnly' });
    if (expiresAt && Date.parse(expiresAt) <= this.clock().getTime())
      throw malformedRequest({ in: 'body', pointer: '/expiresAt', problem: 'notInFuture' });
    const { combatants: present } = found(await this.encounters.load(id, {}, caller.viewer), id).view(caller.viewer);
    const unknown = combatants.find((combatant) => present.every((known) => known.id !== combatant));
    if (unknown !== undefined) throw new ApiError('UNKNOWN_COMBATANT', { params: { combatant: unknown } });
  }
}

function newAccess({ about, token }: Issued<Grant>): NewAccess {
  return Object.assign(shown(about), { token });
}

function shown({ id, role, combatants, expiresAt, createdAt }: Grant): AccessView {
  return { id, role, combatants, expiresAt, createdAt };
}
