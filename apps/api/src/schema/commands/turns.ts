import { InputType } from '@nestjs/graphql';
import { How } from '../enums.js';
import { In, Literal } from '../fields.js';
import { ActionInput, OutcomeInput, SHORT } from '../inputs.js';
import { byCombatant, choice, faces, flag, id, list, object, text } from '../kinds.js';
import { ForOne, reason, rolls, score } from './parts.js';

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
