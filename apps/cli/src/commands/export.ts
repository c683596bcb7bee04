import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Command } from 'commander';
import { ensureDone, encounterPath, openApi } from '../api/client.js';
import type { Context } from '../context.js';
import { Failure, reasonOf } from '../failure.js';
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
      await ensureDone(response, context);
      const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
      if (options.out === undefined) await toStandardOutput(body, context);
      else await toFile(body, options.out, context);
    });
}

async function toStandardOutput(body: Readable, { texts }: Context): Promise<void> {
  try {
    await pipeline(body, process.stdout, { end: false });
  } catch (error) {
    throw new Failure(texts.cutShort(reasonOf(error)));
  }
}

/** Writes beside the file first: whatever goes wrong, the file is whole or as it was. */
async function toFile(body: Readable, file: string, { texts, err }: Context): Promise<void> {
  const draft = `${file}.${String(process.pid)}.part`;
  try {
    await pipeline(body, createWriteStream(draft, { flags: 'wx' }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Failure(texts.export.notWritten(file, reasonOf(error)));
  }
  err(texts.export.done(file));
}
