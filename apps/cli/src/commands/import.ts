import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { detailOf, openApi, read, type Api } from '../api/client.js';
import type { Context } from '../context.js';
import { Failure, reasonOf } from '../failure.js';
import { serverOf, tokenOption, urlOption, type ServerOptions } from '../options.js';
import { printable } from '../printable.js';

const LINE_FEED = 0x0a;

/** `import`: an export, taken in by a server, encounter by encounter. */
export function importCommand(context: Context): Command {
  const { texts } = context;
  return new Command('import')
    .description(texts.import.about)
    .argument('<FILE>', texts.import.file)
    .addOption(urlOption(texts.url, texts))
    .addOption(tokenOption(texts))
    .action(async (file: string, options: ServerOptions) => {
      const { url, token } = serverOf(options, context.env);
      const api = openApi(url, token, context);
      await withSeekable(file, context, async (source) => {
        for await (const part of partsOf(source, context)) {
          if (part.end < part.start) throw new Failure(context.texts.import.empty(file));
          await take(api, source, part, context);
        }
      });
    });
}

/** Parts are read twice, which a pipe does not allow: what it gives is kept in a file of its own while `use` runs. */
async function withSeekable(
  file: string,
  { texts, signal }: Context,
  use: (file: string) => Promise<void>,
): Promise<void> {
  const isPipe = await stat(file).then(
    (there) => !there.isFile() && !there.isDirectory(),
    () => false,
  );
  if (!isPipe) return use(file);
  const folder = await mkdtemp(join(tmpdir(), 'bitacora-import-'));
  try {
    const copy = join(folder, 'copy.ndjson');
    await pipeline(createReadStream(file), createWriteStream(copy, { mode: 0o600 }), { signal }).catch(
      (error: unknown) => {
        throw new Failure(texts.import.unreadable(file, reasonOf(error)));
      },
    );
    await use(copy);
  } finally {
    await rm(folder, { force: true, recursive: true });
  }
}

/** Where one encounter lies in the file. */
interface Part {
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly start: number;
  /** Inclusive; before the start where the file is empty. */
  readonly end: number;
}

/** The parts of a file, each up to its head; what stands behind the last head is a part too. */
async function* partsOf(file: string, { texts }: Context): AsyncGenerator<Part, void, undefined> {
  let at = 0;
  let start = 0;
  let line = 1;
  let first = 1;
  let begin = '';
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        begin = beginning(begin, chunk.subarray(from, end));
        if (isHead(begin)) {
          yield { line: first, start, end: at + end };
          start = at + end + 1;
          first = line + 1;
        }
        line += 1;
        begin = '';
        from = end + 1;
      }
      begin = beginning(begin, chunk.subarray(from));
      at += chunk.length;
    }
  } catch (error) {
    throw new Failure(texts.import.unreadable(file, reasonOf(error)));
  }
  if (start < at || at === 0) yield { line: first, start, end: at - 1 };
}

/** So much of a line tells which kind it is of: a head is short. */
const ENOUGH = 2_000;

function beginning(before: string, bytes: Buffer): string {
  return before.length >= ENOUGH ? before : before + bytes.subarray(0, ENOUGH).toString('latin1');
}

function isHead(line: string): boolean {
  return line.startsWith('{"encounter":') && line.includes('"kind":"head"');
}

async function take(api: Api, file: string, part: Part, { texts, out }: Context): Promise<void> {
  const { start, end } = part;
  const response = await api.send('POST', '/v1/import', {
    headers: { 'content-type': 'application/x-ndjson' },
    stream: () => Readable.toWeb(createReadStream(file, { start, end })),
  });
  const { body, error } = await read(response);
  if (error !== null) throw new Failure(printable(refusal(body, error, part, texts)));
  for (const { id, revision, outcome } of (body.encounters ?? []) as readonly Taken[]) {
    out(printable(texts.import.done(id, revision, texts.import.outcomes[outcome] ?? outcome)));
  }
}

interface Taken {
  readonly id: string;
  readonly revision: number;
  readonly outcome: string;
}

/** What the server says, with the line of the whole file. */
function refusal(body: Readonly<Record<string, unknown>>, code: string, part: Part, texts: Context['texts']): string {
  const [first] = (body.errors ?? []) as readonly { readonly pointer: string; readonly detail: string }[];
  if (code !== 'IMPORT_REFUSED' || first === undefined) return texts.refused(code, detailOf(body));
  return texts.import.refused(part.line + Number(first.pointer.slice(1)) - 1, first.detail);
}
