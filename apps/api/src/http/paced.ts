/** `texts`, each of which must be taken within `ms` milliseconds; else `cut` is called. A pull that waits for a text is not slow. */
export async function* paced(
  texts: AsyncIterable<string>,
  ms: number,
  cut: () => void,
): AsyncGenerator<string, void, undefined> {
  for await (const text of texts) {
    const timer = setTimeout(cut, ms);
    try {
      yield text;
    } finally {
      clearTimeout(timer);
    }
  }
}
