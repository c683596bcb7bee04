import { openTerminal } from './replay/terminal.js';
import { run } from './run.js';
import { languageOf, textsIn } from './texts.js';

const { env, stdin, stdout, stderr } = process;
const stop = new AbortController();
const language = languageOf(env);

/** Whoever reads our output may stop reading: that is no failure. */
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

process.exitCode = await run(process.argv.slice(2), {
  env,
  language,
  texts: textsIn(language),
  out: (line) => stdout.write(`${line}\n`),
  err: (line) => stderr.write(`${line}\n`),
  signal: stop.signal,
  ...(stdin.isTTY && stdout.isTTY && { terminal: openTerminal(stdin, stdout) }),
});
