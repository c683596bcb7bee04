import type { Type } from '@nestjs/common';
import { InputType } from '@nestjs/graphql';
import { AdjustmentSpan, CombatantStatus, How, When } from './enums.js';
import { In, Literal } from './fields.js';
import { ActionInput, CombatantChangesInput, CombatantInput, LastsInput, OutcomeInput, SHORT } from './inputs.js';
import { byCombatant, choice, dice, faces, flag, id, list, object, record, text, whole } from './kinds.js';

const combatant = 'The combatant’s id.';
const reason = 'Why; for the log.';
const rolls = 'Faces rolled at the table, in order, by the combatant’s id; the server rolls for whom none are given.';
const count = whole(0, 100);
const score = whole(-10_000, 10_000);
const netResult = whole(-999, 999);
/** How many fit is the combatant’s own (ST-5). */
const committed = whole(-1_000, 1_000);

@InputType({ isAbstract: true })
abstract class ForOne {
  @In(id, combatant, { example: 'ana' })
  readonly combatant!: string;
}

@InputType()
export class AddCombatantInput {
  @Literal('addCombatant')
  readonly type!: 'addCombatant';

  @In(object(() => CombatantInput), 'Who comes in.')
  readonly combatantData!: CombatantInput;

  @In(choice(When), 'When, once the encounter runs: by default at the next round.', { optional: true })
  readonly when?: 'now' | 'nextRound';
}

@InputType()
export class UpdateCombatantInput extends ForOne {
  @Literal('updateCombatant')
  readonly type!: 'updateCombatant';

  @In(object(() => CombatantChangesInput), 'What changes.')
  readonly changes!: CombatantChangesInput;

  @In(text(SHORT), reason, { optional: true })
  readonly reason?: string;
}

@InputType()
export class RemoveCombatantInput extends ForOne {
  @Literal('removeCombatant')
  readonly type!: 'removeCombatant';

  @In(text(SHORT), reason, { optional: true })
  readonly reason?: string;
}

export class StartInput {
  @Literal('start')
  readonly type!: 'start';
}

@InputType()
export class RollInitiativeInput {
  @Literal('rollInitiative')
  readonly type!: 'rollInitiative';

  @In(byCombatant(faces), rolls, { optional: true, example: { ana: [7], bo: [3] } })
  readonly rolls?: Record<string, readonly number[]>;

  @In(list(id, 1_000), 'Only for these; nobody else is rolled for.', { optional: true })
  readonly only?: readonly string[];

  @In(byCombatant(choice({ cool: 'cool', vigilance: 'vigilance' })), 'Star Wars: the skill, by combatant.', {
    optional: true,
  })
  readonly skills?: Record<string, string>;

  @In(byCombatant(record({ boost: count, setback: count }, [])), 'Star Wars: dice added to the pool, by combatant.', {
    optional: true,
  })
  readonly pools?: Record<string, unknown>;

  @In(
    byCombatant(record({ successes: netResult, advantages: netResult }, ['successes', 'advantages'])),
    'Star Wars: results read at the table, net; below 0 they count as 0.',
    {
      optional: true,
    },
  )
  readonly results?: Record<string, unknown>;

  @In(byCombatant(score), 'Yôkai Sensô: opening scores, by combatant.', { optional: true })
  readonly scores?: Record<string, number>;

  @In(byCombatant(committed), 'Storyteller: actions of Celerity committed this round, by combatant.', {
    optional: true,
  })
  readonly celerity?: Record<string, number>;
}

@InputType()
export class DecideTieInput {
  @Literal('decideTie')
  readonly type!: 'decideTie';

  @In(list(id, 1_000), 'The members of one of the sets in `pending.tie`, first to last.')
  readonly order!: readonly string[];
}

@InputType()
export class DeclareInput extends ForOne {
  @Literal('declare')
  readonly type!: 'declare';

  @In(object(() => ActionInput), 'What it does.')
  readonly action!: ActionInput;

  @In(object(() => OutcomeInput), 'How it came out: then it is resolved at once.', { optional: true })
  readonly outcome?: OutcomeInput;
}

@InputType()
export class ResolveInput {
  @Literal('resolve')
  readonly type!: 'resolve';

  @In(id, 'The declaration’s id.', { example: 'd1' })
  readonly declaration!: string;

  @In(object(() => OutcomeInput), 'How it came out.', { optional: true })
  readonly outcome?: OutcomeInput;

  @In(list(id, 1_000), 'Yôkai Sensô: who opposes it.', { optional: true })
  readonly opposedBy?: readonly string[];
}

@InputType()
export class VetoInput {
  @Literal('veto')
  readonly type!: 'veto';

  @In(id, 'The declaration’s id.', { example: 'd1' })
  readonly declaration!: string;

  @In(text(SHORT), reason, { optional: true })
  readonly reason?: string;
}

@InputType()
export class EndTurnInput extends ForOne {
  @Literal('endTurn')
  readonly type!: 'endTurn';
}

@InputType()
export class DelayInput extends ForOne {
  @Literal('delay')
  readonly type!: 'delay';
}

@InputType()
export class ActInput extends ForOne {
  @Literal('act')
  readonly type!: 'act';
}

@InputType()
export class DefendInput extends ForOne {
  @Literal('defend')
  readonly type!: 'defend';

  @In(text(SHORT), 'Turno de Juego: `physical` or `mental`.', { optional: true })
  readonly kind?: string;

  @In(text(SHORT), 'What it is, in the table’s words.', { optional: true })
  readonly label?: string;
}

@InputType()
export class PrepareInput extends ForOne {
  @Literal('prepare')
  readonly type!: 'prepare';

  @In(object(() => ActionInput), 'What it will do.')
  readonly action!: ActionInput;

  @In(text(SHORT), 'On which condition.')
  readonly condition!: string;

  @In(flag, 'Whether it moves.', { optional: true })
  readonly moving?: boolean;
}

@InputType()
export class TriggerInput extends ForOne {
  @Literal('trigger')
  readonly type!: 'trigger';
}

@InputType()
export class WaiveInput extends ForOne {
  @Literal('waive')
  readonly type!: 'waive';
}

@InputType()
export class ReactInput extends ForOne {
  @Literal('react')
  readonly type!: 'react';

  @In(object(() => ActionInput), 'How it reacts.')
  readonly action!: ActionInput;
}

@InputType()
export class RecoverInput extends ForOne {
  @Literal('recover')
  readonly type!: 'recover';
}

@InputType()
export class ReserveDieInput extends ForOne {
  @Literal('reserveDie')
  readonly type!: 'reserveDie';

  @In(byCombatant(faces), rolls, { optional: true })
  readonly rolls?: Record<string, readonly number[]>;
}

@InputType()
export class WithdrawInput extends ForOne {
  @Literal('withdraw')
  readonly type!: 'withdraw';

  @In(choice(How), 'Whether it hides or steps aside.')
  readonly how!: 'hide' | 'stepAside';

  @In(score, 'The total of the roll that hiding takes.', { optional: true })
  readonly total?: number;
}

@InputType()
export class JoinInput extends ForOne {
  @Literal('join')
  readonly type!: 'join';

  @In(score, 'The score with which it comes in.', { optional: true })
  readonly score?: number;
}

@InputType()
export class SpendMoxieInput extends ForOne {
  @Literal('spendMoxie')
  readonly type!: 'spendMoxie';
}

@InputType({ isAbstract: true })
abstract class Harm extends ForOne {
  @In(whole(1, 1_000), 'How many; 1 when absent.', { optional: true })
  readonly count?: number;

  @In(text(SHORT), 'Of which kind; a label.', { optional: true })
  readonly kind?: string;

  @In(text(SHORT), 'Where it comes from; a label.', { optional: true })
  readonly source?: string;
}

@InputType()
export class WoundInput extends Harm {
  @Literal('wound')
  readonly type!: 'wound';
}

@InputType()
export class HealInput extends Harm {
  @Literal('heal')
  readonly type!: 'heal';
}

@InputType()
export class SetStatusInput extends ForOne {
  @Literal('setStatus')
  readonly type!: 'setStatus';

  @In(choice(CombatantStatus), 'Its status from now on.')
  readonly status!: string;

  @In(text(SHORT), reason, { optional: true })
  readonly reason?: string;
}

@InputType()
export class ApplyConditionInput extends ForOne {
  @Literal('applyCondition')
  readonly type!: 'applyCondition';

  @In(text(200, 1), 'What the condition is called.', { example: 'immobilized' })
  readonly name!: string;

  @In(object(() => LastsInput), 'When it ends by itself; never when absent.', { optional: true })
  readonly lasts?: LastsInput;
}

@InputType()
export class RemoveConditionInput {
  @Literal('removeCondition')
  readonly type!: 'removeCondition';

  @In(id, 'The condition’s id.', { example: 'c1' })
  readonly condition!: string;
}

@InputType()
export class AdjustInitiativeInput extends ForOne {
  @Literal('adjustInitiative')
  readonly type!: 'adjustInitiative';

  @In(score, 'By how much.')
  readonly by!: number;

  @In(text(SHORT), reason)
  readonly reason!: string;

  @In(choice(AdjustmentSpan), 'For how long; for the encounter when absent.', { optional: true })
  readonly lasts?: 'round' | 'encounter';
}

@InputType()
export class MoveInOrderInput {
  @Literal('moveInOrder')
  readonly type!: 'moveInOrder';

  @In(id, 'The entry’s key.', { example: 'ana' })
  readonly key!: string;

  @In(id, 'The key of the entry that it goes before. Exactly one of `before` and `after`.', { optional: true })
  readonly before?: string;

  @In(id, 'The key of the entry that it goes behind.', { optional: true })
  readonly after?: string;

  @In(text(SHORT), reason)
  readonly reason!: string;
}

@InputType()
export class RollInput {
  @Literal('roll')
  readonly type!: 'roll';

  @In(id, 'Who rolls; the table when absent.', { optional: true })
  readonly combatant?: string;

  @In(dice, 'An expression such as `3d10+2`, or a narrative pool.', { example: '3d10+2' })
  readonly dice!: string | Record<string, number>;

  @In(text(SHORT), 'What it is for.', { optional: true })
  readonly label?: string;

  @In(faces, 'Faces rolled at the table, in order; rolled by the server when absent.', { optional: true })
  readonly rolls?: readonly number[];
}

@InputType()
export class NoteInput {
  @Literal('note')
  readonly type!: 'note';

  @In(text(10_000), 'What the table wants to remember.')
  readonly text!: string;
}

@InputType()
export class ContributeSeedInput {
  @Literal('contributeSeed')
  readonly type!: 'contributeSeed';

  @In(text(256, 1), 'A text of 1 to 256 bytes that goes into every die that the server rolls.')
  readonly seed!: string;
}

export class AdvanceInput {
  @Literal('advance')
  readonly type!: 'advance';
}

export class UndoInput {
  @Literal('undo')
  readonly type!: 'undo';
}

export class RedoInput {
  @Literal('redo')
  readonly type!: 'redo';
}

@InputType()
export class EndInput {
  @Literal('end')
  readonly type!: 'end';

  @In(text(SHORT), reason, { optional: true })
  readonly reason?: string;
}

/** The class of every command's body, by its name: the same for both edges. */
export const COMMAND_INPUTS = {
  addCombatant: AddCombatantInput,
  updateCombatant: UpdateCombatantInput,
  removeCombatant: RemoveCombatantInput,
  start: StartInput,
  rollInitiative: RollInitiativeInput,
  decideTie: DecideTieInput,
  declare: DeclareInput,
  resolve: ResolveInput,
  veto: VetoInput,
  endTurn: EndTurnInput,
  delay: DelayInput,
  act: ActInput,
  defend: DefendInput,
  prepare: PrepareInput,
  trigger: TriggerInput,
  waive: WaiveInput,
  react: ReactInput,
  recover: RecoverInput,
  reserveDie: ReserveDieInput,
  withdraw: WithdrawInput,
  join: JoinInput,
  spendMoxie: SpendMoxieInput,
  wound: WoundInput,
  heal: HealInput,
  setStatus: SetStatusInput,
  applyCondition: ApplyConditionInput,
  removeCondition: RemoveConditionInput,
  adjustInitiative: AdjustInitiativeInput,
  moveInOrder: MoveInOrderInput,
  roll: RollInput,
  note: NoteInput,
  contributeSeed: ContributeSeedInput,
  advance: AdvanceInput,
  undo: UndoInput,
  redo: RedoInput,
  end: EndInput,
} as const satisfies Readonly<Record<string, Type>>;
