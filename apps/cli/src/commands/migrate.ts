import { existsSync } from 'node:fs';
import { openStore, StoreError, type EventStore } from '@bitacora/event-store';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';
import { fileOf, isLasting, isSame, shown } from '../migrate/addresses.js';
import { migrate, type Progress } from '../migrate/migrate.js';
import { MigrationStopped, type Obstacle } from '../migrate/stop.js';
import { printable } from '../printable.js';
import type { Texts } from '../texts.js';

interface Options {
  readonly from: string;
  readonly to: string;
}

/** How many lines tell of the progress, about. */
const LINES = 20;
const SMALLEST_STEP = 500;

/** `migrate`: copies everything of one store into another, and verifies it. */
export function migrateCommand(context: Context): Command {
  const { texts } = context;
  return new Command('migrate')
    .description(texts.migrate.about)
    .addOption(storeOption('--from <STORE>', texts.migrate.from, texts))
    .addOption(storeOption('--to <STORE>', texts.migrate.to, texts))
    .action(({ from, to }: Options) => run(from, to, context));
}

function storeOption(flags: string, description: string, { migrate: { notAStore } }: Texts): Option {
  const option = new Option(flags, description).makeOptionMandatory();
  return option.argParser((given: string) => {
    if (isLasting(given)) return given;
    throw new InvalidArgumentError(notAStore(option.long ?? flags));
  });
}

async function run(from: string, to: string, context: Context): Promise<void> {
  const { texts, out, signal } = context;
  const words = texts.migrate;
  if (isSame(from, to)) throw new Failure(words.sameStore, 2);
  const file = fileOf(from);
  if (file !== undefined && !existsSync(file)) throw new Failure(words.noFile(printable(file)));
  const opened: EventStore[] = [];
  // The stores' own timers keep no process alive while they wait for a server.
  const alive = setInterval(() => undefined, 60_000);
  try {
    for (const store of [from, to]) opened.push(await openStore(store));
    const [source, target] = opened as [EventStore, EventStore];
    const verified = await migrate(source, target, teller(context), signal);
    out(words.verified(verified.events, verified.streams, verified.hash));
    const keys = file === undefined ? undefined : `${file}.keys`;
    out(keys !== undefined && existsSync(keys) ? words.keysAt(printable(keys)) : words.keys);
  } catch (error) {
    throw failureOf(error, texts);
  } finally {
    for (const store of opened) await store.close();
    clearInterval(alive);
  }
}

function teller({ out, texts: { migrate: words } }: Context): Progress {
  let total = 0;
  let told = 0;
  let step = SMALLEST_STEP;
  return {
    found: ({ events, streams, copied, retired }) => {
      total = events;
      told = copied;
      step = Math.max(SMALLEST_STEP, Math.ceil(events / LINES));
      out(words.found(events, streams.length));
      if (copied > 0) out(words.resumed(copied));
      for (const stream of retired) out(words.retired(printable(stream)));
    },
    copied: (events) => {
      if (events - told < step && events < total) return;
      told = events;
      out(words.copied(events, total));
    },
  };
}

function failureOf(error: unknown, { migrate: words }: Texts): unknown {
  if (error instanceof MigrationStopped) return new Failure(sentence(error.obstacle, words));
  if (error instanceof StoreError) return new Failure(words.storeFailed(error.code, printable(shown(error.message))));
  return error;
}

function sentence(obstacle: Obstacle, words: Texts['migrate']): string {
  switch (obstacle.name) {
    case 'otherData':
    case 'notWhole':
    case 'differs':
      return words[obstacle.name](printable(obstacle.stream), obstacle.number);
    case 'retiredThere':
    case 'writtenMeanwhile':
    case 'grown':
      return words[obstacle.name](printable(obstacle.stream));
    case 'unclear':
    case 'stopped':
      return words[obstacle.name];
  }
}
