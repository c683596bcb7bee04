import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parse } from 'yaml';
import type { Scenario } from '@bitacora/engine';
import { playScenario } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';

/** The project's own copies, and those of the workspace beside the repository where there is one. */
const FOLDERS = ['test/scenarios', '../shared/scenarios'].filter((folder) => existsSync(folder));

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
  .filter((name) => name.endsWith('.yaml'))
  .sort();

describe('every scenario takes its expected course upon the engine', () => {
  test.each(files.map((file) => [`${basename(dirname(file))}: ${basename(file, '.yaml')} (${file})`, file]))(
    '%s',
    (_, file) => {
      const scenario = parse(readFileSync(file, 'utf8')) as Scenario;
      const rules = rulesets.get(scenario.ruleset);
      if (rules === undefined) throw new Error(`no rule set ${scenario.ruleset}`);
      expect(playScenario(rules, scenario)).toEqual([]);
    },
  );
});
