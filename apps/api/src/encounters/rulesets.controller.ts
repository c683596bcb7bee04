import type { RuleSetRegistry } from '@bitacora/encounters';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiError } from '../problem.js';
import type { RuleSet, RuleSetList } from '../schema/rulesets.js';
import { RULESETS } from '../tokens.js';
import { DocGetRuleSet, DocListRuleSets } from './documented.js';
import { describeRules } from './rulesets.js';

/** The rule sets over REST. */
@ApiTags('Rule sets')
@Controller('v1/rulesets')
export class RuleSetsController {
  constructor(@Inject(RULESETS) private readonly rulesets: RuleSetRegistry) {}

  @Get()
  @DocListRuleSets()
  list(): RuleSetList {
    return { items: this.rulesets.all().map(describeRules) };
  }

  @Get(':id')
  @DocGetRuleSet()
  get(@Param('id') id: string): RuleSet {
    const rules = this.rulesets.get(id);
    if (rules === undefined) throw new ApiError('RULESET_NOT_FOUND', { params: { id } });
    return describeRules(rules);
  }
}
