import { knows, may, verdictOn, type Caller, type Operation, type Seen } from '@bitacora/access';
import type { CallContext, CommandInput, Encounters, Viewer } from '@bitacora/encounters';
import { Inject, Injectable } from '@nestjs/common';
import { found, noSuchEncounter, settled, type Done } from '../encounters/settled.js';
import { ApiError } from '../problem.js';
import { ENCOUNTERS } from '../tokens.js';

/** Sends commands for callers whom the policy lets. */
@Injectable()
export class Gate {
  constructor(@Inject(ENCOUNTERS) private readonly encounters: Encounters) {}

  /** Sends a command. Throws what the policy, the rules or the store say against it. */
  async execute(id: string, command: CommandInput, context: CallContext): Promise<Done> {
    const { viewer } = context;
    const verdict = await verdictOn(viewer, command, () => this.seen(id, viewer));
    switch (verdict.kind) {
      case 'forbidden':
        throw new ApiError('FORBIDDEN');
      case 'unknown':
        throw verdict.what === 'combatant'
          ? new ApiError('UNKNOWN_COMBATANT', { rule: 'G-13', params: { combatant: verdict.id } })
          : new ApiError('UNKNOWN_DECLARATION', { rule: 'G-13', params: { declaration: verdict.id } });
      case 'allowed':
        return settled(await this.encounters.execute(id, command, context), id);
    }
  }

  /** The policy asks nobody but the viewer's own view: what that does not show is not there. */
  private async seen(id: string, viewer: Viewer): Promise<Seen> {
    const { combatants, declarations } = found(await this.encounters.load(id, {}, viewer), id).view(viewer);
    const owners = new Map(declarations.map(({ id: declaration, combatant }) => [declaration, combatant]));
    const shown = new Set(combatants.filter(({ hidden }) => !hidden).map((combatant) => combatant.id));
    return {
      hasCombatant: (combatant) => shown.has(combatant),
      ownerOf: (declaration) => {
        const owner = owners.get(declaration);
        return owner !== undefined && shown.has(owner) ? owner : undefined;
      },
    };
  }
}

/** Throws `FORBIDDEN` unless `viewer` may do this. */
export function ensureMay(viewer: Viewer, operation: Operation): void {
  if (!may(viewer, operation)) throw new ApiError('FORBIDDEN');
}

/** Throws `ENCOUNTER_NOT_FOUND` unless `caller` may know of encounter `id`. */
export function ensureKnows(caller: Caller, id: string): void {
  if (!knows(caller, id)) throw noSuchEncounter(id);
}
