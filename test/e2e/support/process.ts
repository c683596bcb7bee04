import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../../../apps/api/dist/main.js');

/** A server in a process of its own, as people run it. */
export class ServerProcess {
  readonly said: string[] = [];
  private readonly child: ChildProcess;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;

  constructor(environment: Readonly<Record<string, string>>) {
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(process.execPath, [main], {
      env: { PATH, HOME, BITACORA_PORT: '0', BITACORA_LOG: 'error', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.ended = once(this.child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.said.push(line));
    }
  }

  /** The process’s number. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The address that it prints when it is ready. */
  async url(): Promise<string> {
    const { stdout } = this.child;
    let gone = false;
    void this.ended.then(() => (gone = true));
    while (!gone) {
      const url = this.said.map((line) => /http:\/\/\S+/.exec(line)?.[0]).find((found) => found !== undefined);
      if (url !== undefined) return url;
      await Promise.race([this.ended, ...(stdout === null ? [] : [once(stdout, 'data')])]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error(`The server ended: ${this.said.join('\n')}`);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}
