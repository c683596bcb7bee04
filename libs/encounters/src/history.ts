import { EMPTY, evolve } from '@bitacora/engine';
import { genesisOf } from './audit/chain.js';
import { fromStored, metadataOf, recorded, type EventEnvelope } from './envelope.js';
import { FoldedEncounter } from './folded.js';
import type { Live } from './live.js';
import { pageOf } from './stream.js';

/** A little more than lies between two checkpoints, so that mostly one page does. */
const PAGE = 160;

/** The encounter after event `revision`, 0 to the present one; at 0 nothing has happened yet. */
export async function foldedAt(live: Live, revision: number): Promise<FoldedEncounter> {
  if (revision === live.revision) return live.head;
  return replay(live, live.checkpoints.at(revision), (event) => event.revision <= revision);
}

/** The encounter at `time`; at revision 0 where it was not made yet. */
export async function foldedAtTime(live: Live, time: string): Promise<FoldedEncounter> {
  if (live.head.at <= time) return live.head;
  return replay(live, live.checkpoints.atTime(time), (event) => event.at <= time);
}

/** The chain's hash after event `revision`, in hex. */
export async function hashAt(live: Live, revision: number): Promise<string> {
  if (revision === live.revision) return live.hash;
  if (revision === 0) return genesisOf(live.id);
  const [stored] = await pageOf(live.reading.store, live.id, revision - 1, 1);
  if (stored === undefined) throw new Error(`event ${revision} of encounter ${live.id} is gone`);
  return metadataOf(stored).proof.hash;
}

async function replay(
  live: Live,
  from: FoldedEncounter | undefined,
  isIn: (event: EventEnvelope) => boolean,
): Promise<FoldedEncounter> {
  let folded = from ?? new FoldedEncounter(EMPTY, live.rules, '');
  for (;;) {
    const page = await pageOf(live.reading.store, live.id, folded.revision, PAGE);
    const events = page.map((stored) => fromStored(stored, live.reading.upcaster));
    const stop = events.findIndex((event) => !isIn(event));
    const wanted = stop < 0 ? events : events.slice(0, stop);
    folded = foldOn(folded, wanted);
    if (stop >= 0 || page.length < PAGE) return folded;
  }
}

/** The state after `events`, which follow on `folded`. */
export function foldOn(folded: FoldedEncounter, events: readonly EventEnvelope[]): FoldedEncounter {
  const last = events.at(-1);
  if (last === undefined) return folded;
  const encounter = events.reduce((state, event) => evolve(state, recorded(event)), folded.encounter);
  return new FoldedEncounter(encounter, folded.rules, last.at);
}
