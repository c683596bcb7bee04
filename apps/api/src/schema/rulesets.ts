import { ObjectType } from '@nestjs/graphql';
import { CommandName } from './enums.js';
import { Out } from './fields.js';
import { choice, flag, id, json, list, object, text } from './kinds.js';

@ObjectType({ description: 'A text in the languages of the product.' })
export class LocalText {
  @Out(text(10_000), 'English.')
  readonly en!: string;

  @Out(text(10_000), 'Spanish.')
  readonly es!: string;
}

@ObjectType({ description: 'A word of a rule set in both languages.' })
export class Label {
  @Out(text(200), 'The word as it stands in views and events.')
  readonly key!: string;

  @Out(text(10_000), 'In English.')
  readonly en!: string;

  @Out(text(10_000), 'In Spanish.')
  readonly es!: string;
}

@ObjectType({ description: 'A rule that codes, reasons and refusals cite.' })
export class Rule {
  @Out(id, 'Its id, such as `EP-5`.')
  readonly id!: string;

  @Out(text(10_000), 'In English.')
  readonly en!: string;

  @Out(text(10_000), 'In Spanish.')
  readonly es!: string;

  @Out(flag, 'Whether it is a ruling: the source is silent or contradicts itself there.')
  readonly ruling!: boolean;
}

@ObjectType({ description: 'What a rule set calls its rounds, passes and stages.' })
export class RuleSetLabels {
  @Out(object(() => LocalText), 'The round.')
  readonly round!: LocalText;

  @Out(object(() => LocalText), 'The pass.')
  readonly pass!: LocalText;

  @Out(
    list(
      object(() => Label),
      100,
    ),
    'The stages that it has.',
  )
  readonly stages!: readonly Label[];

  @Out(
    list(
      object(() => Label),
      100,
    ),
    'The entries that a combatant has.',
  )
  readonly entries!: readonly Label[];

  @Out(
    list(
      object(() => Label),
      100,
    ),
    'The resources.',
  )
  readonly resources!: readonly Label[];

  @Out(
    list(
      object(() => Label),
      100,
    ),
    'The kinds of action.',
  )
  readonly actionKinds!: readonly Label[];

  @Out(
    list(
      object(() => Label),
      100,
    ),
    'The words for parts of a score and for reasons.',
  )
  readonly parts!: readonly Label[];

  @Out(
    list(
      object(() => Label),
      100,
    ),
    'The conditions that mean something to the rules.',
  )
  readonly conditions!: readonly Label[];
}

@ObjectType({ description: 'The rules of one game.' })
export class RuleSet {
  @Out(id, 'Its id.')
  readonly id!: string;

  @Out(text(200), 'The family that it belongs to.')
  readonly family!: string;

  @Out(object(() => LocalText), 'What it is called.')
  readonly names!: LocalText;

  @Out(json, 'JSON Schema (2020-12) of a combatant’s `stats`; titles in both languages under `x-title`.')
  readonly stats!: Record<string, unknown>;

  @Out(json, 'JSON Schema (2020-12) of an encounter’s `options`.')
  readonly options!: Record<string, unknown>;

  @Out(
    json,
    'JSON Schema (2020-12) of the `action` of `declare`, by its kind; titles in both languages under `x-title`.',
  )
  readonly actions!: Record<string, unknown>;

  @Out(list(choice(CommandName), 100), 'The commands that it knows; some may need an option.')
  readonly commands!: readonly string[];

  @Out(object(() => RuleSetLabels), 'What it calls its rounds, passes and stages.')
  readonly labels!: RuleSetLabels;

  @Out(
    list(
      object(() => Rule),
      1_000,
    ),
    'The rules that it cites: its own, and those that all games share.',
  )
  readonly rules!: readonly Rule[];
}

/** All rule sets. */
export class RuleSetList {
  @Out(
    list(
      object(() => RuleSet),
      100,
    ),
    'The rule sets.',
  )
  readonly items!: readonly RuleSet[];
}
