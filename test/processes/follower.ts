import { get } from 'node:http';

/** Somebody who follows an encounter by server-sent events. */
export class Follower {
  readonly revisions: number[] = [];
  readonly #request;
  #waiting: (() => void)[] = [];
  #rest = '';

  constructor(url: string, encounter: string, after = 0) {
    const headers = { accept: 'text/event-stream' };
    this.#request = get(`${url}/v1/encounters/${encounter}/events?after=${after}`, { headers }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('error', () => undefined);
      answer.on('data', (chunk: string) => this.#take(chunk));
    });
    this.#request.on('error', () => undefined);
  }

  /** Waits until there are `count` events. */
  async have(count: number): Promise<readonly number[]> {
    while (this.revisions.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.revisions;
  }

  close(): void {
    this.#request.destroy();
  }

  #take(chunk: string): void {
    const blocks = (this.#rest + chunk).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    const lines = blocks.flatMap((block) => block.split('\n')).filter((line) => line.startsWith('data: '));
    for (const line of lines) this.revisions.push((JSON.parse(line.slice(6)) as { revision: number }).revision);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
