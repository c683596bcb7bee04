import { InputType } from '@nestjs/graphql';
import { In } from '../fields.js';
import { id, whole } from '../kinds.js';

/** Why somebody does something; for the log. */
export const reason = 'Why; for the log.';

/** What rolls of the table are given by. */
export const rolls =
  'Faces rolled at the table, in order, by the combatant’s id; the server rolls for whom none are given.';

/** A score, or what changes one. */
export const score = whole(-10_000, 10_000);

/** What every command upon one combatant has. */
@InputType({ isAbstract: true })
export abstract class ForOne {
  @In(id, 'The combatant’s id.', { example: 'ana' })
  readonly combatant!: string;
}
