/** What the streams of encounters begin with; no other stream does. */
export const STREAM_PREFIX = 'encounter-';

/** Ids that can be an encounter's; anything else is nobody's. */
const ID = /^[A-Za-z0-9_-]{1,100}$/;

/** The stream of encounter `id`, or null where no encounter can have that id. */
export function streamOf(id: string): string | null {
  return ID.test(id) ? STREAM_PREFIX + id : null;
}

/** The encounter whose stream this is. */
export function encounterOf(stream: string): string {
  return stream.slice(STREAM_PREFIX.length);
}
