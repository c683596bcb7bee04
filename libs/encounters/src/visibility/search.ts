/** The index of the last of `items`, sorted by `key`, whose key is at most `wanted`; -1 where there is none. */
export function lastAtMost<T, K extends number | string>(items: readonly T[], wanted: K, key: (item: T) => K): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(items[middle] as T) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
