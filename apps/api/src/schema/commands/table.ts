import { InputType } from '@nestjs/graphql';
import { AdjustmentSpan } from '../enums.js';
import { In, Literal } from '../fields.js';
import { SHORT } from '../inputs.js';
import { byCombatant, choice, dice, faces, id, list, record, text, whole } from '../kinds.js';
import { ForOne, reason, rolls, score } from './parts.js';

const count = whole(0, 100);
const netResult = whole(-999, 999);
/** How many fit is the combatant’s own (ST-5). */
const committed = whole(-1_000, 1_000);

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
