import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Runs a tool of `node_modules` with this very Node; resolves to its exit code, and its output when it is captured. */
export function runNode(args, { capture = false, nodeArgs = [] } = {}) {
  const stdio = capture ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  return run(process.execPath, [...nodeArgs, join(root, args[0]), ...args.slice(1)], { stdio });
}

/** Runs a program in the repository's folder, and hands on to it what is to end this process. */
export function run(program, args, options) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(program, args, { cwd: root, ...options });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const signals = ['SIGINT', 'SIGTERM'];
    let stopped = false;
    const forward = (signal) => {
      stopped = true;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    child.on('error', ({ message }) => (output += message));
    child.on('close', (code) => {
      if (stopped) process.exit(1);
      for (const signal of signals) process.off(signal, forward);
      resolve({ code: code ?? 1, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}

/** Jest in ESM mode. */
export function runJest(args) {
  return runNode(['node_modules/jest/bin/jest.js', ...args], {
    nodeArgs: ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'],
  });
}
