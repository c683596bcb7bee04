import { Fault } from './fault.js';

/** How many bytes a line may have, its line feed left out. */
export const MAX_LINE = 16 * 1024 * 1024;

/** A line of a file, without its line feed. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;

/** Cuts a stream of bytes into lines, holding one at a time; the last one too must end with a line feed. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxLine = MAX_LINE): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      parts.push(bytes.subarray(start, end));
      requireLength(size + end - start, maxLine, number);
      yield { number, bytes: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts) };
      [parts, size, start] = [[], 0, end + 1];
      number += 1;
    }
    if (start < bytes.length) parts.push(bytes.subarray(start));
    size += bytes.length - start;
    requireLength(size, maxLine, number);
  }
  if (size > 0) throw new Fault('NO_LINE_FEED', { line: number, revision: null });
}

function requireLength(length: number, max: number, line: number): void {
  if (length > max) throw new Fault('LINE_TOO_LONG', { line, revision: null }, { max });
}
