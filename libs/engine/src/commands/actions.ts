import type { Action, CommandOf, Outcome, Resolve, Veto } from '../command.js';
import type { Draft } from '../draft.js';
import type { Activation, Core, Declaration } from '../encounter.js';
import { findLast } from '../log.js';
import { refuse, type Refusal } from '../refusal.js';
import type { Handler, RuleSet } from '../ruleset.js';
import { declarationsOf, endActivation } from '../turn/activation.js';
import { activationOf, gateRefusal, notActing, statusRefusal, unknownCombatant } from '../turn/may-act.js';

/** `declare` in one's own activation: what the family lets it do, resolved at once with `outcome`. */
export function declareHandler(rules: RuleSet): Handler<'declare'> {
  return {
    first: (core, { combatant: id, action }) =>
      unknownKind(rules, action) ?? rules.actions.fits?.(core, activationOf(core, id) as Activation, action) ?? null,
    may: (core, id) => rules.actions.may(core, activationOf(core, id) as Activation),
    run: (draft, { combatant: id, action, outcome }) => {
      const activation = activationOf(draft.core, id) as Activation;
      const refused = rules.actions.check(draft.core, activation, action);
      if (refused !== null) return refused;
      declareAction(draft, id, action, activation.id, outcome ?? null);
      return null;
    },
  };
}

/** Refuses an action kind that the family does not have (G-13). */
export function unknownKind(
  rules: { readonly actions: Pick<RuleSet['actions'], 'kinds'> },
  action: Action,
): Refusal | null {
  if (Object.hasOwn(rules.actions.kinds, action.kind)) return null;
  return refuse('WRONG_ACTION_KIND', 'G-13', { kind: action.kind, allowed: Object.keys(rules.actions.kinds) });
}

/** Records a declaration with its costs; resolves it at once where its outcome is given. */
export function declareAction(
  draft: Draft,
  combatant: string,
  action: Action,
  activation: number | null,
  outcome: Outcome | null,
): Declaration {
  const id = `d${String(draft.encounter.counters.declarations + 1)}`;
  const { round, pass } = draft.core.clock;
  const complete = draft.rules.actions.complete?.(draft, id, action, activation) ?? action;
  const declaration: Declaration = {
    action: complete,
    activation,
    combatant,
    id,
    outcome: null,
    pass,
    round,
    state: 'declared',
  };
  draft.emit('ActionDeclared', { declaration, ...draft.rules.actions.outcomes?.(draft.core, declaration, 'declared') });
  draft.rules.actions.declared?.(draft, declaration);
  if (outcome !== null) resolveDeclaration(draft, declaration, outcome, []);
  return declaration;
}

/** Resolves a declaration with all that follows from it. */
export function resolveDeclaration(
  draft: Draft,
  declaration: Declaration,
  outcome: Outcome | null,
  opposedBy: readonly string[],
): void {
  draft.emit('ActionResolved', { combatant: declaration.combatant, declaration: declaration.id, opposedBy, outcome });
  draft.rules.actions.resolved?.(draft, declaration, outcome, opposedBy);
}

/** The declaration `id` that is still to be decided, or why it is not. */
export function undecided(core: Core, id: string): Declaration | Refusal {
  const open = core.open.find((d) => d.id === id);
  if (open?.state === 'declared') return open;
  const known = open ?? findLast(core.closed, (d) => d.id === id);
  return known === undefined
    ? refuse('UNKNOWN_DECLARATION', 'G-12', { declaration: id })
    : refuse('ALREADY_RESOLVED', 'G-12', { declaration: id, state: known.state });
}

/** Whether `id` has something to resolve now: what `available` says. */
export function mayResolve(core: Core, rules: RuleSet, id: string): Refusal | null {
  const refused = gateRefusal(core, id, 'resolve', 'turn');
  if (refused !== null) return refused;
  const activation = activationOf(core, id) as Activation;
  const some = declarationsOf(core, rules, activation).some((d) => d.state === 'declared');
  return some ? null : refuse('UNKNOWN_DECLARATION', 'G-12');
}

/** `resolve`: what was declared in the present activation has come out (G-12). */
export function resolve(draft: Draft, { declaration: id, outcome, opposedBy = [] }: Resolve): Refusal | null {
  const { core, rules } = draft;
  const declaration = statusRefusal(core) ?? undecided(core, id);
  if ('refused' in declaration) return declaration;
  const refused = gateRefusal(core, declaration.combatant, 'resolve', 'turn') ?? firstUnknown(core, opposedBy);
  if (refused !== null) return refused;
  const activation = activationOf(core, declaration.combatant) as Activation;
  if (!declarationsOf(core, rules, activation).includes(declaration)) return notActing(core, declaration.combatant);
  resolveDeclaration(draft, declaration, outcome ?? null, opposedBy);
  return null;
}

function firstUnknown(core: Core, ids: readonly string[]): Refusal | null {
  for (const id of ids) {
    const unknown = unknownCombatant(core, id);
    if (unknown !== null) return unknown;
  }
  return null;
}

/** `veto`: the activity never happened and costs nothing. */
export function veto(draft: Draft, { declaration: id, reason }: Veto): Refusal | null {
  const declaration = statusRefusal(draft.core) ?? undecided(draft.core, id);
  if ('refused' in declaration) return declaration;
  const outcomes = draft.rules.actions.outcomes?.(draft.core, declaration, 'vetoed');
  draft.emit('ActionVetoed', {
    combatant: declaration.combatant,
    declaration: id,
    reason: reason ?? null,
    ...outcomes,
  });
  draft.rules.actions.vetoed?.(draft, declaration);
  return null;
}

/** `endTurn`: what it did not resolve is cancelled. */
export const endTurn: Handler<'endTurn'> = {
  may: () => null,
  run: (draft, { combatant: id }: CommandOf<'endTurn'>) => {
    endActivation(draft, activationOf(draft.core, id) as Activation, 'ended');
    return null;
  },
};

/** Declarations in `activation` that count for limits: not the vetoed ones (G-15). */
export function counted(core: Core, activation: Pick<Activation, 'id'>): readonly Declaration[] {
  return core.open.filter((d) => d.activation === activation.id && d.state !== 'vetoed');
}
