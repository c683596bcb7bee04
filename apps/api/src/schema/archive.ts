import { ArgsType, Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { LOG_PROBLEMS } from '@bitacora/encounters';
import { DifferenceKind } from './enums.js';
import { Head } from './events.js';
import { Out } from './fields.js';
import { choice, counted, flag, id, json, type Kind, list, many, object, shortText, text } from './kinds.js';
import { JsonScalar } from './scalars.js';

/** Any JSON value. */
const anything: Kind = { graphql: () => JsonScalar, openapi: () => ({}), check: () => null };

const words = (values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, value]));

@ObjectType({ description: 'One thing that is not as it was.' })
export class Difference {
  @Out(choice(DifferenceKind), 'What it is.')
  readonly what!: string;

  @Out(id, 'Whose it is; null for what is the encounter’s.', { nullable: true })
  readonly combatant!: string | null;

  @Out(text(1_000), 'Which, where there are several: a resource, a stat, a condition, a declaration.', {
    nullable: true,
  })
  readonly key!: string | null;

  @Out(anything, 'As it was; null where it was not there.', { nullable: true })
  readonly from!: unknown;

  @Out(anything, 'As it is; null where it is not there any more.', { nullable: true })
  readonly to!: unknown;

  @Out(shortText, 'The same as a sentence, in the language of `Accept-Language`.')
  readonly text!: string;
}

@ObjectType({ description: 'What changed between two revisions.' })
export class EncounterDiff {
  @Out(id, 'The encounter’s id.')
  readonly encounter!: string;

  @Out(counted, 'The revision that is compared.')
  readonly from!: number;

  @Out(counted, 'The revision that it is compared with.')
  readonly to!: number;

  @Out(many(object(() => Difference)), 'What is not as it was; empty where nothing is.')
  readonly changes!: readonly Difference[];
}

@ArgsType()
export class DiffArgs {
  @Field(() => ID, { description: 'The encounter’s id.' })
  readonly id!: string;

  @Field(() => Int, { description: 'The revision to compare.' })
  readonly from!: number;

  @Field(() => Int, { nullable: true, description: 'The revision to compare it with; the present one by default.' })
  readonly to?: number | null;
}

/** A head with the key that signed it. */
export class SignedHead extends Head {
  @Out(text(100), 'The public key, 32 bytes in base64url.')
  readonly publicKey!: string;
}

/** The first thing that is wrong with a log. */
export class LogProblem {
  @Out(choice(words(LOG_PROBLEMS)), 'What is wrong.')
  readonly code!: string;

  @Out(counted, 'The revision of the bad event.')
  readonly revision!: number;

  @Out(id, 'Its id, where it can be read.', { nullable: true })
  readonly event!: string | null;

  @Out(text(200), 'Its type, where it can be read.', { nullable: true })
  readonly type!: string | null;

  @Out(json, 'The facts: mostly `found` and `expected`.')
  readonly params!: Record<string, unknown>;

  @Out(shortText, 'The same as a sentence, in the language of `Accept-Language`.')
  readonly detail!: string;
}

/** Rolls by whether they were computed again. */
export class RollCounts {
  @Out(counted, 'Computed again from their seed.')
  readonly verified!: number;

  @Out(counted, 'The server’s, from a seed that is neither revealed nor this server’s.')
  readonly unrevealed!: number;

  @Out(counted, 'The table’s own.')
  readonly table!: number;
}

/** Commands by whether they were decided again. */
export class DecisionCounts {
  @Out(counted, 'Decided again, with the same events.')
  readonly checked!: number;

  @Out(counted, 'With events that only a newer program knows.')
  readonly unknown!: number;
}

/** What an audit found. */
export class AuditReport {
  @Out(id, 'The encounter’s id.')
  readonly encounter!: string;

  @Out(flag, 'Whether nothing is wrong.')
  readonly ok!: boolean;

  @Out(counted, 'The revision up to which everything holds.')
  readonly revision!: number;

  @Out(counted, 'How many events there are.')
  readonly events!: number;

  @Out(object(() => SignedHead), 'The signed end of the chain; null where something is wrong.', { nullable: true })
  readonly head!: SignedHead | null;

  @Out(flag, 'Whether this server signed the head; false for an imported log that nothing has followed.')
  readonly signedHere!: boolean;

  @Out(object(() => RollCounts), 'The rolls.')
  readonly rolls!: RollCounts;

  @Out(object(() => DecisionCounts), 'The commands.')
  readonly decisions!: DecisionCounts;

  @Out(object(() => LogProblem), 'The first thing that is wrong.', { nullable: true })
  readonly problem!: LogProblem | null;
}

/** An encounter that an import has taken in. */
export class ImportedEncounter {
  @Out(id, 'Its id.')
  readonly id!: string;

  @Out(id, 'Its rule set.')
  readonly ruleset!: string;

  @Out(counted, 'Its last revision in the file.')
  readonly revision!: number;

  @Out(
    choice(words(['imported', 'extended', 'unchanged'])),
    '`imported` it was not here, `extended` it went on, `unchanged` all of it was here.',
  )
  readonly outcome!: string;
}

/** What an import has done. */
export class ImportReport {
  @Out(counted, 'How many encounters the file holds.')
  readonly count!: number;

  @Out(
    list(
      object(() => ImportedEncounter),
      1_000,
    ),
    'The first thousand of them.',
  )
  readonly encounters!: readonly ImportedEncounter[];
}
