import type { JsonObject } from '@bitacora/engine';
import type { EventToAppend, StoredEvent } from '@bitacora/event-store';
import { v5 } from 'uuid';
import { hashAfter, newSalt } from '../audit/chain.js';
import { metadataOf, storedContent, type EventMetadata } from '../envelope.js';
import { eventIds } from '../identity.js';
import type { ForkedFrom } from '../types.js';

const NAMESPACE = '0f6c7f0a-9d3c-4c35-8a54-6f1d0a3c2b7e';

/** A branch in the making. */
export interface NewBranch {
  readonly id: string;
  readonly name: string;
  readonly forkedFrom: ForkedFrom;
  readonly requestId: string;
  /** Where it was asked for with a key: what tells one body from another. */
  readonly fingerprint: string | null;
}

/** The id of the branch that `actor` makes of encounter `parent` under `key`. */
export function keyedBranch(parent: string, actor: string, key: string): string {
  return v5(JSON.stringify(['branch', parent, actor, key]), NAMESPACE);
}

/** The id that a command of the past has in branch `id`: the same whenever it is asked for. */
export function branchedCommand(id: string, command: string): string {
  return v5(JSON.stringify([id, command]), NAMESPACE);
}

/** What a whole command of the parent is in the branch, after the branch's chain has come to `hash`. */
export function rewritten(
  command: readonly StoredEvent[],
  branch: NewBranch,
  hash: string,
): { readonly events: readonly EventToAppend[]; readonly hash: string } {
  const id = branchedCommand(branch.id, metadataOf(command[0] as StoredEvent).command);
  const ids = eventIds(id, command.length);
  let end = hash;
  const events = command.map((stored, index): EventToAppend => {
    const { revision, type, version, at, actor, data } = storedContent(stored);
    const content = {
      revision,
      id: ids[index] as string,
      type,
      version,
      at,
      actor,
      command: id,
      data: dataIn(branch, type, data),
    };
    const salt = newSalt();
    end = hashAfter(end, content, salt);
    const metadata: EventMetadata = {
      version,
      at,
      actor,
      command: id,
      requestId: branch.requestId,
      proof: { salt, hash: end },
      ...(revision === 1 && branch.fingerprint !== null && { fingerprint: branch.fingerprint }),
    };
    return { id: content.id, type, data: content.data, metadata: metadata as unknown as JsonObject };
  });
  return { events, hash: end };
}

/** The data of an event: the same but for what says whose they are. */
function dataIn({ id, name, forkedFrom }: NewBranch, type: string, data: JsonObject): JsonObject {
  switch (type) {
    case 'EncounterCreated':
      return {
        ...data,
        id,
        name,
        forkedFrom: { ...forkedFrom },
        ...(data.dice !== undefined && { dice: ofParent(data.dice, forkedFrom) }),
      };
    case 'SeedCommitted':
      return { ...data, dice: ofParent(data.dice, forkedFrom) };
    case 'CommandUndone':
      return { ...data, undone: branchedCommand(id, data.undone as string) };
    case 'CommandRedone':
      return { ...data, redone: branchedCommand(id, data.redone as string) };
    default:
      return data;
  }
}

/** A commitment that says whose id its dice are derived with: the first that it stood with (docs/audit.md, 6). */
function ofParent(dice: unknown, { encounter }: ForkedFrom): JsonObject {
  return { encounter, ...(dice as JsonObject) };
}
