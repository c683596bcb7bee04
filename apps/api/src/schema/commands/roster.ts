import { InputType } from '@nestjs/graphql';
import { CombatantStatus, When } from '../enums.js';
import { In, Literal } from '../fields.js';
import { CombatantChangesInput, CombatantInput, LastsInput, SHORT } from '../inputs.js';
import { choice, id, object, text, whole } from '../kinds.js';
import { ForOne, reason } from './parts.js';

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
