/** The longest line that an import takes, in bytes: more than any event of a store. */
export const MAX_LINE_BYTES = 1 << 20;

const LINE_FEED = 0x0a;

/** A line without its end, or what is wrong with it. */
export type Line = { readonly text: string } | { readonly wrong: 'lineTooLong' | 'notUtf8' | 'lineNotEnded' };

/** The lines of a stream of bytes, in constant memory. Ends with the first line that is none. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      parts.push(chunk.subarray(from, end));
      length += end - from;
      if (length > MAX_LINE_BYTES) {
        yield { wrong: 'lineTooLong' };
        return;
      }
      const text = decoded(decoder, parts);
      if (text === null) {
        yield { wrong: 'notUtf8' };
        return;
      }
      yield { text };
      parts = [];
      length = 0;
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    if (length > MAX_LINE_BYTES) {
      yield { wrong: 'lineTooLong' };
      return;
    }
    if (rest.length > 0) parts.push(Uint8Array.from(rest));
  }
  if (length > 0) yield { wrong: 'lineNotEnded' };
}

function decoded(decoder: TextDecoder, parts: readonly Uint8Array[]): string | null {
  try {
    return decoder.decode(Buffer.concat(parts));
  } catch {
    return null;
  }
}
