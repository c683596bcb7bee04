import { Command } from 'commander';
import { ensureDone, encounterPath, openApi, pause, read, type Api } from '../api/client.js';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';
import { integerOption, numberOption, serverOf, tokenOption, urlOption, type ServerOptions } from '../options.js';
import { printable } from '../printable.js';
import { drawOrder, drawScreen, type ClockWords, type DrawnView } from '../replay/draw.js';
import { playByKeys, playByTime, type Film } from '../replay/player.js';

type Options = ServerOptions & { readonly from?: number; readonly to?: number; readonly speed?: number };

const MAX_REVISION = 1_000_000_000;
/** How many lines of the story stand on one screen. */
const LINES = 5;

/** `replay`: a fight again, step by step. */
export function replayCommand(context: Context): Command {
  const { texts } = context;
  return new Command('replay')
    .description(texts.replay.about)
    .argument('<ID>', texts.encounterId)
    .addOption(urlOption(texts.url, texts))
    .addOption(integerOption('--from <N>', texts.replay.from, texts, 1, MAX_REVISION))
    .addOption(integerOption('--to <N>', texts.replay.to, texts, 1, MAX_REVISION))
    .addOption(numberOption('--speed <N>', texts.replay.speed, texts, 0.01, 1000))
    .addOption(tokenOption(texts))
    .action(async (id: string, options: Options) => {
      const { url, token } = serverOf(options, context.env);
      const api = openApi(url, token, context);
      const story = await storyOf(api, id, context);
      const shown = story.filter(
        ({ revision }) => revision >= (options.from ?? 1) && revision <= (options.to ?? MAX_REVISION),
      );
      if (shown.length === 0) throw new Failure(texts.replay.nothing);
      const past = new Past(api, id, context);
      if (context.terminal === undefined) await tell(shown, past, options, context);
      else await show(story, shown, past, options, context);
    });
}

/** One event: its revision, and its line as the server tells it. */
interface Told {
  readonly revision: number;
  readonly line: string;
}

async function storyOf(api: Api, id: string, context: Context): Promise<readonly Told[]> {
  const response = await api.send('GET', `${encounterPath(id)}/events`, { headers: { accept: 'text/plain' } });
  await ensureDone(response, 'text/plain', context);
  const text = await response.text();
  return text.split('\n').flatMap((line) => {
    const revision = Number(/^ *(\d+) /u.exec(line)?.[1]);
    return revision > 0 ? [{ revision, line }] : [];
  });
}

/** The encounter as it stood; what was read is kept. */
class Past {
  readonly #views = new Map<number, DrawnView>();

  constructor(
    readonly api: Api,
    readonly id: string,
    readonly context: Context,
  ) {}

  async at(revision: number): Promise<DrawnView> {
    const known = this.#views.get(revision);
    if (known !== undefined) return known;
    const response = await this.api.send('GET', `${encounterPath(this.id)}?revision=${String(revision)}`);
    await ensureDone(response, 'application/json', this.context);
    const view = (await read(response)).body as unknown as DrawnView;
    this.#views.set(revision, view);
    return view;
  }

  /** The rule set's words for the clock. */
  async words(): Promise<ClockWords> {
    const { ruleset } = (await this.at(1)) as DrawnView & { readonly ruleset: string };
    const response = await this.api.send('GET', `/v1/rulesets/${encodeURIComponent(ruleset)}`);
    await ensureDone(response, 'application/json', this.context);
    const { labels } = (await read(response)).body as unknown as { readonly labels: ServerLabels };
    const { language } = this.context;
    return {
      round: labels.round[language],
      pass: labels.pass[language],
      stages: Object.fromEntries(labels.stages.map((stage) => [stage.key, stage[language]])),
    };
  }
}

interface ServerText {
  readonly en: string;
  readonly es: string;
}

interface ServerLabels {
  readonly round: ServerText;
  readonly pass: ServerText;
  readonly stages: readonly (ServerText & { readonly key: string })[];
}

function pauseAt({ speed }: Options, { signal }: Context): () => Promise<void> {
  return speed === undefined ? async () => undefined : () => pause(1 / speed, signal);
}

/** On a terminal: a screen a step, by keys, or by time where a speed was given. */
async function show(
  story: readonly Told[],
  shown: readonly Told[],
  past: Past,
  options: Options,
  context: Context,
): Promise<void> {
  const { terminal, signal, texts } = context;
  if (terminal === undefined) return;
  const words = await past.words();
  const last = story.at(-1)?.revision ?? 0;
  const film: Film = {
    length: shown.length,
    screen: async (step) => {
      const { revision } = shown[step] as Told;
      const lines = story.filter((told) => told.revision <= revision && told.revision > revision - LINES);
      const view = await past.at(revision);
      return drawScreen(
        view,
        { revision, last },
        lines.map((told) => told.line),
        words,
        texts.replay,
      );
    },
  };
  if (options.speed === undefined) await playByKeys(film, terminal.keys(signal), terminal.show);
  else await playByTime(film, pauseAt(options, context), terminal.show, signal);
}

/** Without a terminal: line by line, and the order where it has become another one. */
async function tell(shown: readonly Told[], past: Past, options: Options, context: Context): Promise<void> {
  const { texts, out, signal } = context;
  let before = '';
  const film: Film = {
    length: shown.length,
    screen: async (step) => {
      const { revision, line } = shown[step] as Told;
      const order = drawOrder(await past.at(revision), texts.replay).join('\n');
      const isNew = order !== before && order !== '';
      before = order;
      return isNew ? `${printable(line)}\n${order}` : printable(line);
    },
  };
  await playByTime(film, pauseAt(options, context), out, signal);
}
