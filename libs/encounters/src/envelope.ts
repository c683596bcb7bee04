import type { DomainEvent, EventType, JsonObject, Recorded } from '@bitacora/engine';
import type { EventToAppend, StoredEvent } from '@bitacora/event-store';
import { canonical, written } from './audit/canonical.js';
import { leafOfText, linked, newSalt, type EventContent, type Proof } from './audit/chain.js';
import type { KeptHead } from './audit/head.js';
import { eventIds } from './identity.js';
import type { Upcaster } from './upcasting/upcast.js';

/** An event as clients see it: docs/events.md. */
export interface EventEnvelope {
  /** Its place in the encounter, from 1. */
  readonly revision: number;
  /** Its place in the whole store. Opaque. */
  readonly position: string;
  /** A UUID. */
  readonly id: string;
  /** One of `EventType`, or of a newer program's own: those change nothing here. */
  readonly type: EventType;
  /** The version of the data's shape, from 1; old ones are brought up to date where they are read. */
  readonly version: number;
  /** ISO 8601, UTC; never before the encounter's event before it. */
  readonly at: string;
  readonly actor: string;
  /** The id that all events of one command share. A UUID. */
  readonly command: string;
  readonly data: JsonObject;
}

/** What is kept beside the data of an event. The first of a command that came with a key has `key` and `fingerprint`. */
export interface EventMetadata {
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  readonly command: string;
  readonly requestId: string;
  readonly key?: string;
  readonly fingerprint?: string;
  /** What binds it to all before it (docs/audit.md). */
  readonly proof: Proof;
  /** Of the last event of an imported log: the head that came with it. */
  readonly head?: KeptHead;
}

/** What is the same for all events of one command. */
export interface Stamp {
  readonly at: string;
  readonly actor: string;
  readonly command: string;
  readonly requestId: string;
  readonly key?: string | undefined;
  readonly fingerprint?: string | undefined;
}

/** The metadata of an event of ours. */
export function metadataOf(stored: StoredEvent): EventMetadata {
  return stored.metadata as unknown as EventMetadata;
}

/** A stored event, brought up to the present version. */
export function fromStored(stored: StoredEvent, upcaster: Upcaster): EventEnvelope {
  const { version, at, actor, command } = metadataOf(stored);
  return {
    revision: Number(stored.revision) + 1,
    position: stored.position,
    id: stored.id,
    type: stored.type as EventType,
    version: upcaster.readAs(stored.type, version),
    at,
    actor,
    command,
    data: upcaster.up(stored.type, version, stored.data),
  };
}

/** What the chain says of a stored event: as it was written, whatever later versions make of it. */
export function storedContent(stored: StoredEvent): EventContent {
  const { version, at, actor, command } = metadataOf(stored);
  const { id, type, data } = stored;
  return { revision: Number(stored.revision) + 1, id, type: type as EventType, version, at, actor, command, data };
}

/** The end of an encounter's chain. */
export interface ChainEnd {
  readonly revision: number;
  /** In hex. */
  readonly hash: string;
}

/** A command's events after `end`, bound to it and ready for the store, and the chain's new end. */
export function toAppend(
  events: readonly DomainEvent[],
  stamp: Stamp,
  upcaster: Upcaster,
  end: ChainEnd,
): { readonly events: EventToAppend[]; readonly hash: string } {
  const { at, actor, command, requestId, key, fingerprint } = stamp;
  const ids = eventIds(command, events.length);
  const texts = stampTexts(stamp);
  let { hash } = end;
  const bound = events.map((event, index): EventToAppend => {
    const { type } = event;
    const { data, text: dataText } = written(event.data as JsonObject);
    const version = upcaster.versionOf(type);
    const id = ids[index] as string;
    const salt = newSalt();
    const revision = end.revision + index + 1;
    const content = `${texts.content}${dataText},"id":"${id}","revision":${revision},"type":"${type}","version":${version}}`;
    hash = linked(hash, leafOfText(content, salt));
    const metadata = { version, at, actor, command, requestId, proof: { salt, hash } };
    if (index === 0 && key !== undefined)
      return { id, type, data, dataText, metadata: { ...metadata, key, fingerprint } };
    const metadataText = `{"version":${version}${texts.metadata}"proof":{"salt":"${salt}","hash":"${hash}"}}`;
    return { id, type, data, dataText, metadata, metadataText };
  });
  return { events: bound, hash };
}

/** What all events of a command have in common: the beginning of their canonical JSON, and the middle of their metadata's. */
function stampTexts(stamp: Stamp): { readonly content: string; readonly metadata: string } {
  const [at, actor, command, requestId] = [stamp.at, stamp.actor, stamp.command, stamp.requestId].map(canonical);
  return {
    content: `{"actor":${actor},"at":${at},"command":${command},"data":`,
    metadata: `,"at":${at},"actor":${actor},"command":${command},"requestId":${requestId},`,
  };
}

/** A command's events as they stand in the store now, after `revision` others. */
export function fromAppended(
  appended: readonly EventToAppend[],
  stamp: Stamp,
  revision: number,
  positions: readonly string[],
): EventEnvelope[] {
  const { at, actor, command } = stamp;
  return appended.map(({ id, type, data, metadata }, index) => ({
    revision: revision + index + 1,
    position: positions[index] ?? '',
    id,
    type: type as EventType,
    version: (metadata as unknown as EventMetadata).version,
    at,
    actor,
    command,
    data,
  }));
}

/** What a fold reads of an event. */
export function recorded(envelope: EventEnvelope): Recorded {
  return envelope as unknown as Recorded;
}
