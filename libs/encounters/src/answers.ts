const KEPT = 10_000;

interface Answer {
  readonly fingerprint: string;
  readonly revision: number;
}

/** Keys of commands that changed nothing, so that there is no event to keep them: the newest, in memory only. */
export class EmptyAnswers {
  readonly #answers = new Map<string, Answer>();

  get(command: string): Answer | undefined {
    return this.#answers.get(command);
  }

  put(command: string, answer: Answer): void {
    this.#answers.set(command, answer);
    if (this.#answers.size <= KEPT) return;
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined) this.#answers.delete(oldest);
  }
}
