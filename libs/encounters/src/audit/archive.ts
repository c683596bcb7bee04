import type { LiveCache } from '../cache.js';
import type { EncountersDeps } from '../types.js';
import type { Upcaster } from '../upcasting/upcast.js';
import { seesAll, type Viewer } from '../viewer.js';
import { lengthOf } from '../stream.js';
import { auditOf, type AuditReport, type KnownHead } from './audit.js';
import { fullCopy, seenCopy } from './copy.js';
import { importLines, type ImportedEncounter, type ImportResult } from './import.js';

const NEVER = new AbortController().signal;

/** What goes out of the log and comes into it as files, and what proves it. */
export interface Archive {
  /**
   * Encounter `id` in the format of docs/audit.md, 4, some lines at a time, in constant memory. Null where there is no such
   * encounter for this viewer.
   */
  copy(id: string, viewer: Viewer, signal?: AbortSignal): Promise<AsyncIterable<string> | null>;
  /** Takes in a file of that format: see `importLines`. */
  take(
    bytes: AsyncIterable<Uint8Array>,
    requestId: string,
    tell: (encounter: ImportedEncounter) => void,
  ): Promise<ImportResult>;
  /** Checks encounter `id`: see `auditOf`. Null where there is no such encounter for this viewer. */
  audit(id: string, viewer: Viewer, known?: readonly KnownHead[], signal?: AbortSignal): Promise<AuditReport | null>;
}

/** What the archive shares with the rest. */
export interface ArchiveParts {
  readonly deps: EncountersDeps;
  readonly upcaster: Upcaster;
  readonly cache: LiveCache;
  /** To be told what was written. */
  readonly expect: (id: string, revision: number) => void;
}

/** Opens the archive of a store. */
export function openArchive({ deps, upcaster, cache, expect }: ArchiveParts): Archive {
  const { store, rulesets, keys } = deps;
  return {
    copy: async (id, viewer, signal = NEVER) => {
      if (seesAll(viewer)) return (await lengthOf(store, id)) === 0 ? null : fullCopy({ store, keys }, id, signal);
      const live = await cache.get(id);
      if (live === null) return null;
      await live.sync();
      return inTurns(seenCopy(keys, await live.seenBy(viewer), signal));
    },
    take: (bytes, requestId, tell) =>
      importLines({ store, rulesets, keys, upcaster, cache }, bytes, requestId, (encounter) => {
        if (encounter.outcome !== 'unchanged') expect(encounter.id, encounter.revision);
        tell(encounter);
      }),
    audit: async (id, viewer, known = [], signal = NEVER) => {
      if (!seesAll(viewer)) return null;
      const live = cache.peek(id);
      // What this process has seen must still be there.
      const seen = live === undefined || live.revision === 0 ? [] : [{ revision: live.revision, hash: live.hash }];
      return auditOf({ store, rulesets, keys, upcaster }, id, [...known, ...seen], signal);
    },
  };
}

async function* inTurns(lines: Iterable<string>): AsyncGenerator<string, void, undefined> {
  yield* lines;
}
