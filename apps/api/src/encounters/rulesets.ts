import {
  SHARED_COMMANDS,
  SHARED_RULES,
  SHARED_WORDS,
  toJsonSchema,
  type ActionField,
  type RuleSet as Rules,
  type Text,
} from '@bitacora/engine';
import type { RuleSet } from '../schema/rulesets.js';

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
    actions: Object.fromEntries(
      Object.entries(rules.actions.kinds).map(([kind, fields]) => [
        kind,
        actionSchema(kind, fields, labels.actionKinds?.[kind]),
      ]),
    ),
    commands: [...new Set([...SHARED_COMMANDS, ...Object.keys(rules.handlers)])],
    labels: {
      round: labels.round,
      pass: labels.pass,
      stages: listed(labels.stages),
      entries: listed(labels.entries),
      resources: listed(labels.resources),
      actionKinds: listed(labels.actionKinds),
      parts: listed({ ...SHARED_WORDS, ...labels.parts }),
      conditions: listed(labels.conditions),
    },
    rules: [...SHARED_RULES, ...rules.rules].map(({ id: rule, en, es, ruling = false }) => ({
      id: rule,
      en,
      es,
      ruling,
    })),
  };
  described.set(rules, description);
  return description;
}

function listed(texts: Readonly<Record<string, Text | undefined>> = {}): { key: string; en: string; es: string }[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [{ key, en: text.en, es: text.es }],
  );
}

const MAX_TEXT = 2_000;

/** What `declare` takes as an action of one kind. */
function actionSchema(kind: string, fields: readonly ActionField[], title: Text | undefined): Record<string, unknown> {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['kind', ...fields.filter((field) => field.required === true).map((field) => field.name)],
    ...titled(title),
    properties: {
      kind: { const: kind },
      label: { type: 'string', maxLength: MAX_TEXT },
      ...Object.fromEntries(fields.map((field) => [field.name, { ...fieldSchema(field), ...titled(field.title) }])),
    },
  };
}

function fieldSchema(field: ActionField): Record<string, unknown> {
  switch (field.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
      return { type: 'string', maxLength: MAX_TEXT };
    case 'choice':
      return { type: 'string', enum: field.choices ?? [] };
    case 'task':
      return {
        type: 'object',
        additionalProperties: false,
        properties: {
          id: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
          timeframe: { type: 'integer', minimum: 1, maximum: 1_000_000 },
        },
      };
    case 'own':
      return { ...field.schema };
  }
}

function titled(title: Text | undefined): Record<string, unknown> {
  return title === undefined ? {} : { title: title.en, 'x-title': { ...title } };
}
