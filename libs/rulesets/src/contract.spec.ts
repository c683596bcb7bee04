import { Ajv2020 } from 'ajv/dist/2020.js';
import { testRuleSetContract } from '@bitacora/engine/testing';
import { rulesets } from './registry.js';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
for (const keyword of ['x-title', 'x-unit', 'x-enumTitles', 'x-format']) ajv.addKeyword(keyword);

describe.each(rulesets.all().map((rules) => [rules.id, rules] as const))('%s', (_, rules) => {
  testRuleSetContract(rules, { validator: (schema) => ajv.compile(schema) });
});
