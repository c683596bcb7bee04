import { reasonOf } from './failure.js';
import { openTerminal } from './replay/terminal.js';
import { run } from './run.js';
import { languageOf, textsIn } from './texts.js';

const { env, stdin, stdout, stderr } = process;
const stop = new AbortController();
const language = languageOf(env);
const texts = textsIn(language);
/** Set when nobody can read on: 0 where the reader has left, as `head` does, 1 where the output cannot be written. */
let ended: 0 | 1 | undefined;

for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (ended === undefined && error.code !== 'EPIPE' && stream === stdout)
      stderr.write(`bitacora: ${texts.notWritten(reasonOf(error))}\n`);
    ended ??= error.code === 'EPIPE' ? 0 : 1;
    process.exitCode = ended;
    stop.abort();
  });
}

let listening = false;
/** Signals are ours only once a command asks for this: those that cannot stop by themselves are ended at once. */
function stopSignal(): AbortSignal {
  if (!listening) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  listening = true;
  return stop.signal;
}

const code = await run(process.argv.slice(2), {
  env,
  language,
  texts,
  out: (line) => stdout.write(`${line}\n`),
  err: (line) => stderr.write(`${line}\n`),
  get signal() {
    return stopSignal();
  },
  ...(stdin.isTTY && stdout.isTTY && { terminal: openTerminal(stdin, stdout) }),
});
process.exitCode = ended ?? code;
