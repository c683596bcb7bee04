import type { EventEnvelope } from '@bitacora/encounters';
import type { RuleSet } from '@bitacora/engine';
import type { Language } from '../messages/index.js';
import { Teller } from './teller.js';

/** A log told, a line an event, as it comes; those that are not wanted are heard and not told. */
export async function* storyOf(
  events: AsyncIterable<EventEnvelope>,
  rules: RuleSet,
  language: Language,
  wanted: (event: EventEnvelope) => boolean,
): AsyncGenerator<string, void, undefined> {
  const teller = new Teller(rules, language);
  for await (const event of events) {
    const line = teller.line(event);
    if (wanted(event)) yield `${line}\n`;
  }
}
