/** One message of an event stream. */
export interface Message {
  readonly id: string | null;
  readonly data: string;
}

/** Reads an event stream (the HTML standard's `text/event-stream`); ends when the stream ends. */
export async function* messages(body: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  let id: string | null = null;
  let data: string[] = [];
  for await (const line of lines(body)) {
    if (line === '') {
      if (data.length > 0) yield { id, data: data.join('\n') };
      data = [];
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/su.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'id' && !value.includes('\0')) id = value;
  }
}

/** The lines of a UTF-8 stream; a last one without its end is left out. */
async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/u);
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
