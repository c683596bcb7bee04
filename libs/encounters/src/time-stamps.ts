/** Times as text. Many commands come within one millisecond, and its text is written once. */
export class TimeStamps {
  #ms = NaN;
  #text = '';

  /** ISO 8601, in UTC. */
  of(time: Date): string {
    const ms = time.getTime();
    if (ms !== this.#ms) {
      this.#text = time.toISOString();
      this.#ms = ms;
    }
    return this.#text;
  }
}
