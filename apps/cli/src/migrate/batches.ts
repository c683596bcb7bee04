import { MAX_APPEND_BYTES, type StoredEvent } from '@bitacora/event-store';

/** Enough to make the way to the store and its disk worth it. */
const MAX_EVENTS = 250;

/**
 * Cuts a log into appends: each holds events of one stream that follow one another in the log, and whole commands, so that
 * neither the order of the log nor what belongs together is ever broken, not even by a kill.
 */
export async function* batchesOf(log: AsyncIterable<StoredEvent>): AsyncGenerator<StoredEvent[], void, undefined> {
  let batch: StoredEvent[] = [];
  let bytes = 0;
  for await (const command of commandsOf(log)) {
    const more = command.reduce((sum, event) => sum + sizeOf(event), 0);
    const isOther = batch[0] !== undefined && batch[0].stream !== command[0]?.stream;
    if (isOther || bytes + more > MAX_APPEND_BYTES || batch.length + command.length > MAX_EVENTS) {
      if (batch.length > 0) yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(...command);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

async function* commandsOf(log: AsyncIterable<StoredEvent>): AsyncGenerator<StoredEvent[], void, undefined> {
  let command: StoredEvent[] = [];
  for await (const event of log) {
    const [first] = command;
    if (first !== undefined && !belongTogether(first, event)) {
      yield command;
      command = [];
    }
    command.push(event);
  }
  if (command.length > 0) yield command;
}

function belongTogether(one: StoredEvent, other: StoredEvent): boolean {
  const { command } = one.metadata;
  return one.stream === other.stream && command !== undefined && command === other.metadata['command'];
}

function sizeOf({ type, dataText, metadataText }: StoredEvent): number {
  return Buffer.byteLength(type) + Buffer.byteLength(dataText) + Buffer.byteLength(metadataText);
}
