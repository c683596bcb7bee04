/** Why a migration ends before it is done; `name` is also that of its text in the catalogue. */
export type Obstacle =
  /** The target holds other events in `stream`, from its event `number` on, counted from 1. Nothing was written. */
  | { readonly name: 'otherData'; readonly stream: string; readonly number: number }
  /** The target's `stream` was closed for good, so that nothing can be compared with it. Nothing was written. */
  | { readonly name: 'retiredThere'; readonly stream: string }
  /** Somebody else wrote to `stream` of the target meanwhile. */
  | { readonly name: 'writtenMeanwhile'; readonly stream: string }
  /** Events of the source's `stream` are gone, so that its revisions could not be kept. Nothing was written. */
  | { readonly name: 'notWhole'; readonly stream: string; readonly number: number }
  /** After copying, event `number` of `stream` is not the same on both sides. */
  | { readonly name: 'differs'; readonly stream: string; readonly number: number }
  /** The source was written to after it had been copied. */
  | { readonly name: 'grown'; readonly stream: string }
  /** The target did not tell what became of an append. */
  | { readonly name: 'unclear' }
  /** The user stopped it. */
  | { readonly name: 'stopped' };

/** Ends a migration; running it again goes on where it was. */
export class MigrationStopped extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(obstacle.name);
  }
}
