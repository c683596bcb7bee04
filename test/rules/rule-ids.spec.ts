import { readdirSync, readFileSync } from 'node:fs';
import { rulesets } from '@bitacora/rulesets';

const PAGES = 'docs/rules';

const pages = readdirSync(PAGES).map((file) => ({ file, ids: idsOf(readFileSync(`${PAGES}/${file}`, 'utf8')) }));

/** The ids that a page defines: the bold words at the heads of its list. */
function idsOf(page: string): readonly string[] {
  return [...page.matchAll(/^- \*\*([A-Z0-9]+-\d+)\*\*/gm)].map((match) => match[1] ?? '');
}

/** The titles and comments of all specs. */
const said = ['libs', 'apps', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules'))
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => /\b(describe|it|test)(\.each)?\b.*\(|^\s*\]?\)\(|^\s*['`].*['`],$|\/\/|\/?\*/.test(line))
  .join('\n');

describe('the pages of docs/rules', () => {
  it('are one a family, and one for what all share', () => {
    const families = new Set(rulesets.all().map((rules) => rules.family));
    expect(pages.map(({ file }) => file.replace('.md', '')).sort()).toEqual(['general', ...families].sort());
  });

  it.each(pages.flatMap(({ file, ids }) => ids.map((id) => [id, file] as const)))(
    '%s of %s has a test that bears it in its title or a comment',
    (id) => {
      expect(said).toMatch(new RegExp(`\\b${id}\\b`));
    },
  );

  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'have an entry for every rule that %s describes to clients, and no other',
    (_, { family, rules }) => {
      const page = pages.find(({ file }) => file === `${family}.md`);
      const own = rules.map((rule) => rule.id).filter((id) => !id.startsWith('G-'));
      expect(own).toEqual(page?.ids);
    },
  );

  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'tell of %s in English and Spanish, a sentence or two a rule',
    (_, { rules }) => {
      for (const { id, en, es } of rules) {
        expect([id, en, es]).toEqual([
          id,
          expect.stringMatching(/^\S.{20,}\.$/u),
          expect.stringMatching(/^\S.{20,}\.$/u),
        ]);
        expect(es).not.toBe(en);
      }
    },
  );
});
