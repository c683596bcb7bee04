import { CommanderError } from 'commander';
import type { Context } from './context.js';
import { Failure, isCut, reasonOf } from './failure.js';
import { createProgram, usageFailure } from './program.js';

/** What a shell expects of a tool that its user stopped. */
const STOPPED = 130;

/** Runs the tool with `args`; resolves to its exit code: 0, 1 where it could not be done or something differs, 2 for wrong usage, 130 where its user stopped it. */
export async function run(args: readonly string[], context: Context): Promise<number> {
  const program = createProgram(context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const failure = error instanceof CommanderError ? usageFailure(error, context.texts) : error;
    if (failure === null) return 0;
    if (context.signal.aborted) return STOPPED;
    if (!(failure instanceof Failure)) {
      const { cutShort, fault } = context.texts;
      context.err(`bitacora: ${(isCut(failure) ? cutShort : fault)(reasonOf(failure))}`);
      return 1;
    }
    if (failure.message !== '') context.err(`bitacora: ${failure.message}`);
    if (failure.message !== '' && failure.exitCode === 2) context.err(context.texts.wrongUsage.hint('bitacora'));
    return failure.exitCode;
  }
}
