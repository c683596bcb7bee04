import { knows, may, verdictOn, type Caller, type Operation, type Seen } from '@bitacora/access';
import type { CallContext, CommandInput, Encounters, Viewer } from '@bitacora/encounters';
import { knows as isInRules, refuse, type CommandName } from '@bitacora/engine';
import { Inject, Injectable } from '@nestjs/common';
import { found, noSuchEncounter, settled, type Done } from '../encounters/settled.js';
import { ApiError, refusedBy } from '../problem.js';
import { commandNameIn, readCommand } from '../schema/read.js';
import { ENCOUNTERS } from '../tokens.js';

/** Sends commands for callers whom the policy lets. */
@Injectable()
export class Gate {
  constructor(@Inject(ENCOUNTERS) private readonly encounters: Encounters) {}

  /**
   * Reads `body` as a command and sends it. Throws `MALFORMED` where it is none, and what the policy, the rules or the store say
   * against it; that the rule set does not have it is said before anything else that is wrong with it (G-13).
   */
  async send(id: string, body: unknown, context: CallContext): Promise<Done> {
    return this.execute(id, await this.read(id, body, context.viewer), context);
  }

  /** Throws `NOT_IN_RULESET` where encounter `id` is there and its rule set does not have the command. */
  async ensureInRules(id: string, command: CommandName, viewer: Viewer): Promise<void> {
    const loaded = await this.encounters.load(id, {}, viewer);
    if (loaded.kind !== 'found') return;
    const { rules, encounter, revision } = loaded.folded;
    if (isInRules(rules, encounter.now, command)) return;
    throw refusedBy(refuse('NOT_IN_RULESET', 'G-13', { command, ruleset: rules.id }), revision);
  }

  private async read(id: string, body: unknown, viewer: Viewer): Promise<CommandInput> {
    const command = commandNameIn(body);
    try {
      return readCommand(body);
    } catch (error) {
      if (command !== null) await this.ensureInRules(id, command, viewer);
      throw error;
    }
  }

  private async execute(id: string, command: CommandInput, context: CallContext): Promise<Done> {
    const { viewer } = context;
    const verdict = await verdictOn(viewer, command, () => this.seen(id, viewer));
    switch (verdict.kind) {
      case 'forbidden':
        throw new ApiError('FORBIDDEN');
      case 'unknown':
        await this.ensureInRules(id, command.type, viewer);
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
