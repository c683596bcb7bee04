import {
  counted,
  refuse,
  theCombatant,
  type Action,
  type ActionRules,
  type Activation,
  type Core,
  type Refusal,
} from '@bitacora/engine';

/** What a turn holds once each; `free` has no limit (D20-3). */
const LIMITED = ['action', 'bonusAction', 'move'];

/** Whether the action of this turn has been used, to ready something or otherwise (D20-3, D20-5). */
export function actionIsUsed(core: Core, activation: Activation): boolean {
  const readied =
    activation.combatant !== null && theCombatant(core, activation.combatant).memory.readied === activation.id;
  return readied || counted(core, activation).some((d) => d.action.kind === 'action');
}

/** Whether nothing but free activities has been done in the activation. */
export function isUntouched(core: Core, activation: Activation): boolean {
  return !actionIsUsed(core, activation) && counted(core, activation).every((d) => d.action.kind === 'free');
}

function check(core: Core, activation: Activation, { kind }: Action): Refusal | null {
  if (!LIMITED.includes(kind)) return null;
  const used =
    kind === 'action' ? actionIsUsed(core, activation) : counted(core, activation).some((d) => d.action.kind === kind);
  if (used) return refuse('ACTION_LIMIT', 'D20-3', { kind, limit: 1 });
  return activation.source === 'prepared' ? notReadied(core, activation, kind) : null;
}

/** A triggered activation holds what was readied and nothing else (D20-6). */
function notReadied(core: Core, activation: Activation, kind: string): Refusal | null {
  const readied = theCombatant(core, activation.combatant ?? '').memory.readiedKind;
  return kind === readied ? null : refuse('ACTION_LIMIT', 'D20-6', { kind, readied: readied ?? null });
}

/** The activities of a d20 game. */
export const actions: ActionRules = {
  kinds: { action: [], bonusAction: [], move: [], free: [] },
  may: () => null,
  check,
};
