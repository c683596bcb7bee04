/** What a busy machine may add to a limit that is promised, in milliseconds. */
export const BUSY_MS = 3_000;
