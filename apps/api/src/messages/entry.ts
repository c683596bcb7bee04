import type { Sentences } from './template.js';

/** A code that clients see: the HTTP status that it has at the REST edge, a title that never changes, and what to tell people. */
export interface CodeEntry {
  readonly status: number;
  readonly title: Readonly<Record<'en' | 'es', string>>;
  readonly detail: Sentences;
}
