import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Command } from 'commander';
import { ensureDone, encounterPath, openApi } from '../api/client.js';
import type { Context } from '../context.js';
import { Failure, isCut, reasonOf } from '../failure.js';
import { serverOf, tokenOption, urlOption, type ServerOptions } from '../options.js';

type Options = ServerOptions & { readonly out?: string };

/** `export`: an encounter in the format that can be verified and imported, streamed. */
export function exportCommand(context: Context): Command {
  const { texts } = context;
  return new Command('export')
    .description(texts.export.about)
    .argument('<ID>', texts.encounterId)
    .addOption(urlOption(texts.url, texts))
    .option('--out <FILE>', texts.export.out)
    .addOption(tokenOption(texts))
    .action(async (id: string, options: Options) => {
      const { url, token } = serverOf(options, context.env);
      const response = await openApi(url, token, context).send('GET', `${encounterPath(id)}/export`);
      await ensureDone(response, 'application/x-ndjson', context);
      const body = response.body as ReadableStream<Uint8Array>;
      if (options.out === undefined) await toStandardOutput(body, context);
      else await toFile(body, options.out, context);
    });
}

async function toStandardOutput(body: ReadableStream<Uint8Array>, { texts }: Context): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(body), process.stdout, { end: false });
  } catch (error) {
    throw new Failure(texts.cutShort(reasonOf(error)));
  }
}

async function toFile(body: ReadableStream<Uint8Array>, file: string, { texts, err }: Context): Promise<void> {
  try {
    const target = await realpath(file).catch(() => file);
    const there = await stat(target).catch(() => undefined);
    if (there === undefined || there.isFile() || there.isDirectory()) await replace(target, body);
    else await pipeline(Readable.fromWeb(body), createWriteStream(target));
  } catch (error) {
    throw new Failure(isCut(error) ? texts.cutShort(reasonOf(error)) : texts.export.notWritten(file, reasonOf(error)));
  }
  err(texts.export.done(file));
}

/** Writes beside the file first: whatever goes wrong, the file is whole or as it was. */
async function replace(file: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const draft = `${file}.${String(process.pid)}.part`;
  try {
    await pipeline(Readable.fromWeb(body), createWriteStream(draft, { flags: 'wx' }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
