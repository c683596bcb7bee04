import { EMPTY, view } from '@bitacora/engine';
import { playGame } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import { Checkpoints } from './checkpoints.js';
import type { EventEnvelope } from './envelope.js';
import { FoldedEncounter } from './folded.js';
import { foldOn } from './history.js';

describe('a kept state', () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'leads to the same as nothing does, for every revision of random fights of %s',
    (_, rules) => {
      for (let seed = 1; seed <= 3; seed += 1) {
        const { log } = playGame({ rules, seed, combatants: 4, rounds: 2 });
        const events = log.map((event, i) => ({
          ...event,
          revision: i + 1,
          at: String(i + 1).padStart(6, '0'),
        })) as unknown as EventEnvelope[];
        const nothing = new FoldedEncounter(EMPTY, rules, '');
        const checkpoints = new Checkpoints(8);
        let present = nothing;
        events.forEach((event, i) => {
          present = foldOn(present, [event]);
          if (event.command !== events[i + 1]?.command) checkpoints.note(present);
        });
        let used = 0;
        let zero = nothing;
        for (const event of events) {
          zero = foldOn(zero, [event]);
          const kept = checkpoints.at(event.revision);
          if (kept !== undefined) used += 1;
          expect(checkpoints.atTime(event.at)).toBe(kept);
          const from = kept ?? nothing;
          const there = foldOn(from, events.slice(from.revision, event.revision));
          expect(there.revision).toBe(event.revision);
          expect(JSON.stringify(view(there.encounter, rules))).toBe(JSON.stringify(view(zero.encounter, rules)));
        }
        expect(used).toBeGreaterThan(events.length / 2);
      }
    },
  );
});
