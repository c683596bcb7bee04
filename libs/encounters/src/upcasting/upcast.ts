import type { JsonObject } from '@bitacora/engine';

/** One step of an event type's data from one version to the next. */
export interface Upcast {
  readonly type: string;
  /** The version that it takes; it gives the next one. */
  readonly from: number;
  readonly up: (data: JsonObject) => JsonObject;
}

/** Brings events to the version that this program writes. */
export interface Upcaster {
  /** The version that is written now: 1, and one more for each step. */
  versionOf(type: string): number;
  /** The version in which data of `version` is given: the present one, or as it is where the type is unknown here. */
  readAs(type: string, version: number): number;
  /**
   * Data of `version`, brought up to the present one; as it is where the type is unknown here, which folds as nothing.
   * @throws NewerEvent when a newer program wrote a type that is known: nobody here knows what it means.
   */
  up(type: string, version: number, data: JsonObject): JsonObject;
}

/** The log holds an event of a version that this program does not know yet. */
export class NewerEvent extends Error {
  constructor(
    readonly type: string,
    readonly version: number,
    readonly known: number,
  ) {
    super(`${type} of version ${version} was written by a newer program; this one knows up to ${known}.`);
    this.name = 'NewerEvent';
  }
}

/** Makes an upcaster of `steps` for the types that this program knows. @throws Error when a type's steps leave a gap or stand twice. */
export function upcaster(steps: readonly Upcast[], types: readonly string[]): Upcaster {
  const isKnown = new Set(types);
  const chains = new Map<string, Upcast['up'][]>();
  for (const step of [...steps].sort((a, b) => a.from - b.from)) {
    const chain = chains.get(step.type) ?? [];
    if (step.from !== chain.length + 1)
      throw new Error(`${step.type}: no single step from version ${chain.length + 1}`);
    chains.set(step.type, [...chain, step.up]);
  }
  const versionOf = (type: string): number => (chains.get(type)?.length ?? 0) + 1;
  return {
    versionOf,
    readAs: (type, version) => (isKnown.has(type) ? versionOf(type) : version),
    up: (type, version, data) => {
      const known = versionOf(type);
      if (version === known || !isKnown.has(type)) return data;
      if (version > known) throw new NewerEvent(type, version, known);
      return (chains.get(type) ?? []).slice(version - 1).reduce((older, up) => up(older), data);
    },
  };
}
