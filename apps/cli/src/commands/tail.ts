import { Command } from 'commander';
import { ensureDone, encounterPath, openApi, pause, type Api } from '../api/client.js';
import { messages } from '../api/sse.js';
import type { Context } from '../context.js';
import { lineOf, type TailedEvent } from '../event-line.js';
import { Refused } from '../failure.js';
import { integerOption, serverOf, tokenOption, urlOption, type ServerOptions } from '../options.js';

type Options = ServerOptions & { readonly after?: number; readonly json?: true };

const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_WAIT_SECONDS = 15;
const EVENTS = 'text/event-stream';
/** Statuses after which it is worth trying again. */
const PASSING = /^(5..|429)$/u;

/** `tail`: the events of an encounter as they happen. */
export function tailCommand(context: Context): Command {
  const { texts } = context;
  return new Command('tail')
    .description(texts.tail.about)
    .argument('<ID>', texts.encounterId)
    .addOption(urlOption(texts.url, texts))
    .addOption(integerOption('--after <N>', texts.tail.after, texts, 0, Number.MAX_SAFE_INTEGER))
    .addOption(tokenOption(texts))
    .option('--json', texts.tail.json)
    .action(async (id: string, options: Options) => {
      const { url, token } = serverOf(options, context.env);
      const show = (data: string) =>
        context.out(options.json === true ? data : lineOf(JSON.parse(data) as TailedEvent));
      await tail(openApi(url, token, context), id, String(options.after ?? 0), show, context);
    });
}

/** Shows every event after `after` once and in order; after a cut it goes on from the last one that it has shown. */
async function tail(
  api: Api,
  id: string,
  after: string,
  show: (data: string) => void,
  context: Context,
): Promise<void> {
  let last = after;
  let wait = FIRST_WAIT_SECONDS;
  let connected = false;
  while (!context.signal.aborted) {
    try {
      const response = await api.send('GET', `${encounterPath(id)}/events`, {
        headers: { accept: EVENTS, 'last-event-id': last },
      });
      if (!connected || !PASSING.test(String(response.status))) await ensureDone(response, EVENTS, context);
      connected = true;
      if (response.body === null) continue;
      for await (const message of messages(response.body)) {
        show(message.data);
        last = message.id ?? last;
        wait = FIRST_WAIT_SECONDS;
      }
    } catch (error) {
      if (!connected || error instanceof Refused) throw error;
    }
    if (context.signal.aborted) return;
    context.err(context.texts.tail.cut(String(wait)));
    await pause(wait, context.signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_SECONDS);
  }
}
