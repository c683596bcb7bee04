import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, View } from '@bitacora/engine';
import type { EventStore } from '@bitacora/event-store';

/** Where the recorded logs are. */
export const CORPUS = join(process.cwd(), 'test', 'events', 'corpus');

/** An event as it was once written to a store. */
export interface Line {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject & { readonly version: number; readonly command: string };
}

/** A log that was recorded once and is never changed, with what it led to at some of its revisions. */
export interface RecordedLog {
  readonly name: string;
  readonly encounter: string;
  readonly lines: readonly Line[];
  readonly views: readonly Told[];
}

/** All recorded logs. */
export function recordedLogs(): RecordedLog[] {
  const names = readdirSync(CORPUS).flatMap((file) => /^(.*)\.events\.ndjson$/.exec(file)?.[1] ?? []);
  return names.map((name) => {
    const lines = read(`${name}.events.ndjson`) as Line[];
    return { name, encounter: lines[0]?.data['id'] as string, lines, views: read(`${name}.views.ndjson`) as Told[] };
  });
}

function read(file: string): unknown[] {
  const text = readFileSync(join(CORPUS, file), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

/** Puts a recorded log into a store, command by command. */
export async function restore({ encounter, lines }: RecordedLog, store: EventStore): Promise<void> {
  let from = 0;
  while (from < lines.length) {
    const command = lines[from]?.metadata.command;
    const next = lines.findIndex((line, i) => i > from && line.metadata.command !== command);
    const events = lines.slice(from, next < 0 ? undefined : next);
    const result = await store.append(`encounter-${encounter}`, events, from === 0 ? 'no_stream' : BigInt(from - 1));
    if (result.kind !== 'appended') throw new Error(result.kind);
    from += events.length;
  }
}

/** What the events alone tell: later versions of the rules may explain, allow or wait for something else. */
export type Told = Omit<View, 'available' | 'pending' | 'order'> & { readonly order: readonly unknown[] };

/** The part of a view that the events alone tell. */
export function toldBy({ available: _available, pending: _pending, order, ...rest }: View): Told {
  const bare = order.map(({ entries }) => ({ entries: entries.map(({ why: _why, ...entry }) => entry) }));
  return { ...rest, order: bare };
}
