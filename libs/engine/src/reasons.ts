import { total, type Entry, type Part } from './encounter.js';
import type { Reason } from './ruleset.js';

/**
 * What the score of `entry` is made of: `parts`, each by the rule that `cite` names for its word. An entry keeps the
 * score with which it came up: where that of its owner has changed since, both scores, for the parts would not add up.
 */
export function scoreReasons(
  entry: Pick<Entry, 'score'>,
  parts: readonly Part[],
  cite: (what: string) => string,
): readonly Reason[] {
  const now = total(parts);
  if (now === entry.score) return parts.map(({ what, value }) => ({ rule: cite(what), what, value }));
  const kept: Reason = { rule: 'G-17', what: 'scoreKept', value: entry.score };
  return parts.length === 0 ? [kept] : [kept, { rule: 'G-17', what: 'scoreNow', value: now }];
}
