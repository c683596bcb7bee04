import { SHARED_COMMANDS, toJsonSchema, type RuleSet as Rules, type Text } from '@bitacora/engine';
import type { RuleSet } from '../schema/answers.js';

const described = new WeakMap<Rules, RuleSet>();

/** A rule set as clients see it; made once. */
export function describeRules(rules: Rules): RuleSet {
  const known = described.get(rules);
  if (known !== undefined) return known;
  const { id, family, names, labels } = rules;
  const description: RuleSet = {
    id,
    family,
    names,
    stats: toJsonSchema(rules.stats),
    options: toJsonSchema(rules.options),
    commands: [...SHARED_COMMANDS, ...Object.keys(rules.handlers)],
    labels: {
      round: labels.round,
      pass: labels.pass,
      stages: listed(labels.stages),
      entries: listed(labels.entries),
      resources: listed(labels.resources),
      actionKinds: listed(labels.actionKinds),
    },
    rules: rules.rules.map((rule) => ({ id: rule.id, en: rule.en, es: rule.es })),
  };
  described.set(rules, description);
  return description;
}

function listed(texts: Readonly<Record<string, Text | undefined>> = {}): { key: string; en: string; es: string }[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [{ key, en: text.en, es: text.es }],
  );
}
