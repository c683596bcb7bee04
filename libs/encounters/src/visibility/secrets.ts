import type { Core, Declaration, Stage } from '@bitacora/engine';
import type { EventEnvelope } from '../envelope.js';
import { isWithheld } from './mask.js';
import { shownDeclaration, type Moment, type Seen, type Shown } from './moment.js';
import type { Withheld } from './sight.js';

/** Whether what is declared now is a secret (option `secretDeclarations`). */
export function inSecret({ options, status }: Core, stage: Stage): boolean {
  return options.secretDeclarations === true && stage === 'declaration' && status === 'running';
}

/** What is withheld once this event is, or null where it is not one to withhold (option `secretDeclarations`). */
export function withholding(
  event: EventEnvelope,
  { before, hidden, sight, stages, withheld }: Moment,
): Withheld | null {
  if (event.type !== 'ActionDeclared' || !inSecret(before, stages.before)) return null;
  const { combatant, id } = event.data.declaration as unknown as Declaration;
  if (hidden.has(combatant) || sight.scope.owned.includes(combatant)) return null;
  const known = Object.hasOwn(withheld, combatant) ? withheld[combatant] : undefined;
  const resources = known?.resources ?? before.combatants.find((one) => one.id === combatant)?.resources ?? {};
  return { ...withheld, [combatant]: { resources, declarations: [...(known?.declarations ?? []), id] } };
}

/** That somebody has declared, or must again, shows by whom the stage asks next; what it was does not. */
export function askedNext(before: Withheld, now: Withheld, { after, stages }: Moment): readonly Shown[] {
  if (Object.keys(before).length === Object.keys(now).length) return [];
  return [{ type: 'StageEntered', data: { stage: stages.after, resume: after.resume } }];
}

/** What was withheld shows when its stage has ended; what was taken back meanwhile never does. */
export function releasing(moment: Moment): Omit<Seen, 'turns'> {
  const { after, hidden, stages, withheld } = moment;
  if (Object.keys(withheld).length === 0) return { shown: [], withheld };
  if (inSecret(after, stages.after)) {
    const still = stillSecret(withheld, after);
    return { shown: askedNext(withheld, still, moment), withheld: still };
  }
  const shown = after.open
    .filter((d) => d.state === 'declared' && !hidden.has(d.combatant) && isWithheld(withheld, d))
    .map((d): Shown => ({
      type: 'ActionDeclared',
      data: { declaration: shownDeclaration(d, moment) },
      released: true,
    }));
  return { shown, withheld: {} };
}

/** One whose intent was vetoed may declare another: what it has is no secret until then. */
function stillSecret(withheld: Withheld, { open }: Core): Withheld {
  const ids = Object.keys(withheld);
  const secret = ids.filter((id) =>
    open.some((d) => d.state === 'declared' && isWithheld(withheld, { ...d, combatant: id })),
  );
  return secret.length === ids.length ? withheld : Object.fromEntries(secret.map((id) => [id, withheld[id] as never]));
}
