import { Command } from 'commander';
import type { View } from '@bitacora/engine';
import { playGame, type Played, type Turn } from '@bitacora/engine/testing';
import { rulesets } from '@bitacora/rulesets';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';
import { integerOption } from '../options.js';
import type { Texts } from '../texts.js';

interface Options {
  readonly combatants?: number;
  readonly rounds?: number;
  readonly seed?: number;
  readonly json?: true;
}

/** `simulate`: a random legal game, on the engine alone and with reproducible dice. */
export function simulateCommand(context: Context): Command {
  const { texts } = context;
  const words = texts.simulate;
  return new Command('simulate')
    .description(words.about)
    .argument('<RULESET>', words.ruleset)
    .addOption(integerOption('--combatants <N>', words.combatants, texts, 1, 50))
    .addOption(integerOption('--rounds <N>', words.rounds, texts, 1, 1000))
    .addOption(integerOption('--seed <S>', words.seed, texts, -(2 ** 31), 2 ** 32 - 1))
    .option('--json', words.json)
    .action((id: string, { combatants = 4, rounds = 3, seed = 1, json }: Options) => {
      const rules = rulesets.get(id);
      if (rules === undefined) {
        const known = rulesets.all().map((one) => one.id);
        throw new Failure(words.unknown(id, known.join(', ')), 2);
      }
      let last: View['order'] = [];
      const watch = ({ view: { order } }: Turn) => {
        if (order.length > 0) last = order;
      };
      const played = playGame({ rules, seed, combatants, rounds, watch });
      if (json === true) context.out(JSON.stringify(report(id, seed, played, last), null, 2));
      else lines(id, seed, played, last, words).forEach(context.out);
      if (!played.finished) throw new Failure(words.stuck);
    });
}

function report(ruleset: string, seed: number, played: Played, last: View['order']): object {
  const { rounds, commands, refusals, log, finished } = played;
  const order = last.map((group) => group.entries.map(({ key, score, state }) => ({ key, score, state })));
  return {
    ruleset,
    seed,
    finished,
    rounds,
    commands: commands.length,
    refused: total(refusals),
    events: log.length,
    refusals,
    order,
  };
}

function lines(
  ruleset: string,
  seed: number,
  { rounds, commands, refusals, log }: Played,
  last: View['order'],
  words: Texts['simulate'],
): readonly string[] {
  const order = last.map(
    (group) => `  ${group.entries.map(({ key, score, state }) => `${key} (${String(score)}, ${state})`).join(' + ')}`,
  );
  const often = Object.entries(refusals).sort((a, b) => b[1] - a[1]);
  return [
    words.played(ruleset, seed),
    words.roundsPlayed(rounds),
    words.commands(commands.length, total(refusals)),
    words.events(log.length),
    words.order,
    ...(order.length === 0 ? [`  ${words.noOrder}`] : order),
    ...(often.length === 0
      ? []
      : [words.refusals, ...often.map(([what, count]) => `  ${String(count).padStart(5)} ${what}`)]),
  ];
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
