import type { JsonObject } from '@bitacora/engine';
import { differingPair } from '../testing/two-worlds.js';
import type { EventEnvelope } from '../envelope.js';
import { SeenEncounter } from './seen-encounter.js';
import { SeenLog } from './seen-log.js';
import { Numbers } from './sight.js';

/** So many pairs are played at most until a leak shows. */
const PATIENCE = 24;

/** Puts a leak into a class of ours; the function returned takes it out again. */
type Leak = () => () => void;

function patched(owner: object, name: string, change: (original: PropertyDescriptor) => PropertyDescriptor): Leak {
  return () => {
    const original = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
    Object.defineProperty(owner, name, { ...change(original), configurable: true });
    return () => Object.defineProperty(owner, name, original);
  };
}

/** A view that says more than it should. */
function view(more: (seen: SeenEncounter) => object): Leak {
  return patched(SeenEncounter.prototype, 'viewJson', ({ value }) => ({
    value(this: SeenEncounter) {
      const shown = JSON.parse((value as () => string).call(this)) as object;
      return JSON.stringify({ ...shown, ...more(this) });
    },
  }));
}

/** Events that say more than they should; what they really were is at hand. */
function events(more: (event: EventEnvelope, truth: SeenLog, cause: readonly EventEnvelope[]) => JsonObject): Leak {
  return patched(SeenLog.prototype, 'take', ({ value }) => ({
    value(this: SeenLog, taken: readonly EventEnvelope[]) {
      const from = this.revision;
      (value as (taken: readonly EventEnvelope[]) => void).call(this, taken);
      for (const event of this.events.slice(from)) Object.assign(event.data, more(event, this, taken));
    },
  }));
}

function numbers(prefix: string): Leak {
  return patched(Numbers.prototype, 'show', ({ value }) => ({
    value(this: Numbers, id: string, since: number) {
      const shown = (value as (id: string, since: number) => string).call(this, id, since);
      return this.prefix === prefix ? id : shown;
    },
  }));
}

const LEAKS: Readonly<Record<string, Leak>> = {
  'the order, with all who stand in it': view(({ frame }) => ({ order: frame.encounter.now.order })),
  'who acts, and who is suspended': view(({ frame }) => ({
    acting: frame.encounter.now.frames.at(-1)?.members.map((m) => m.key) ?? [],
  })),
  'how many there are': view(({ frame }) => ({ count: frame.encounter.now.combatants.length })),
  'the true revision': patched(SeenLog.prototype, 'revision', () => ({
    get(this: SeenLog) {
      return this.trueRevision;
    },
  })),
  'the true numbers of declarations': numbers('d'),
  'the true numbers of conditions': numbers('c'),
  'the true numbers of activations': events((event, log) =>
    event.type === 'TurnStarted' ? { activation: log.truth.activations } : {},
  ),
  'whose turn ends a condition': events((event, _, cause) =>
    event.type === 'ConditionApplied' ? { condition: cause[0]?.data.condition ?? null } : {},
  ),
  'where a wound comes from': events((event, _, cause) =>
    event.type === 'WoundsInflicted' ? { source: cause[0]?.data.source ?? null } : {},
  ),
  'the rule set’s notes on somebody': events((event, log) =>
    event.type === 'TurnEnded' ? { memory: JSON.stringify(log.truth.combatants.map((c) => c.memory)) } : {},
  ),
  'how many rolls there have been': events((event, log) =>
    event.type === 'InitiativeRolled' ? { rolled: log.head.frame.encounter.counters.hiddenRolls } : {},
  ),
  'the place in the store': patched(SeenLog.prototype, 'take', ({ value }) => ({
    value(this: SeenLog, taken: readonly EventEnvelope[]) {
      const from = this.revision;
      (value as (taken: readonly EventEnvelope[]) => void).call(this, taken);
      for (const event of this.events.slice(from)) Object.assign(event, { position: taken[0]?.position });
    },
  })),
  'the facts of a refusal': patched(SeenLog.prototype, 'judging', () => ({
    get(this: SeenLog) {
      return { ...this.head.frame.encounter, now: this.truth, past: null, future: null };
    },
  })),
};

describe('a leak that is put in on purpose is found by the two worlds', () => {
  it.each(Object.keys(LEAKS))('%s', async (name) => {
    const remove = (LEAKS[name] as Leak)();
    try {
      expect(await isFound()).toBe(true);
    } finally {
      remove();
    }
  });
});

async function isFound(): Promise<boolean> {
  for (let seed = 0; seed < PATIENCE; seed += 1) {
    const found = await differingPair(seed).catch(() => 'broken');
    if (found !== null && found !== 'broken') return true;
  }
  return false;
}
