import { randomUUID } from 'node:crypto';
import { openEncounters, ServerKeys, UPCASTER } from '@bitacora/encounters';
import { EVENT_TYPES } from '@bitacora/engine';
import { openStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { recordedLogs, restore, toldBy } from './corpus.js';

const LOGS = recordedLogs();
const ADMIN = { role: 'admin', combatants: [], actor: 'admin' } as const;

describe('what was once written', () => {
  it.each(LOGS.map((log) => [log.name, log] as const))('replays for ever to what it led to: %s', async (_, log) => {
    const store = await openStore('memory:');
    await restore(log, store);
    const keys = ServerKeys.ephemeral();
    const encounters = await openEncounters({ store, rulesets, keys, clock: () => new Date(0), ids: randomUUID });
    expect(log.views).not.toEqual([]);
    for (const recorded of log.views) {
      const loaded = await encounters.load(log.encounter, { revision: recorded.revision });
      const view = loaded.kind === 'found' ? loaded.folded.view(ADMIN) : null;
      // A view may gain fields, never lose or change one.
      expect(view && JSON.parse(JSON.stringify(toldBy(view)))).toMatchObject(recorded);
    }
    expect(log.views.at(-1)?.revision).toBe(log.lines.length);
    await encounters.close();
  });

  it('is there for every type of event in every version', () => {
    const recorded = new Set(LOGS.flatMap((log) => log.lines.map(({ type, metadata }) => `${type}/${metadata.version}`)));
    const all = EVENT_TYPES.flatMap((type) =>
      Array.from({ length: UPCASTER.versionOf(type) }, (_, i) => `${type}/${i + 1}`),
    );
    expect(all.filter((kind) => !recorded.has(kind))).toEqual([]);
  });
});
