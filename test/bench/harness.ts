/** Something that is measured: a round does a fixed amount of work and answers its figure. */
export interface Subject {
  readonly name: string;
  /** A rate (the higher the better) or a time (the lower the better), in the section's unit. */
  readonly round: () => Promise<number>;
}

/** Subjects that are compared with each other; the first is the bare limit that the others are held against. */
export interface Section {
  /** The letter under which it is asked for, such as `b`. */
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly subjects: readonly [Subject, ...Subject[]];
  /** What a subject's ratio to the bare limit is to reach: at least where higher is better, else at most. */
  readonly targets?: Readonly<Record<string, number>>;
  /** Said below the figures: what was measured. */
  readonly note?: string;
  /** How many rounds are run first and not counted, so that what is measured runs as compiled as it does in a server. Default 1. */
  readonly warmUp?: number;
  readonly close?: () => Promise<void>;
}

/** The figures of one subject. `ratio`: its median over the bare limit's. */
export interface Figures {
  readonly section: string;
  readonly subject: string;
  readonly unit: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly ratio: number;
  /** Whether the target was reached; null where there is none. */
  readonly reached: boolean | null;
}

/** Runs `rounds` rounds of every subject, interleaved so that what disturbs the machine disturbs all alike, after those that warm up. */
export async function measure(section: Section, rounds: number): Promise<Figures[]> {
  const values = section.subjects.map((): number[] => []);
  for (let round = -(section.warmUp ?? 1); round < rounds; round += 1) {
    for (const [i, subject] of section.subjects.entries()) {
      globalThis.gc?.();
      const value = await subject.round();
      if (round >= 0) values[i]?.push(value);
    }
  }
  await section.close?.();
  const bare = median(values[0] ?? []);
  return section.subjects.map((subject, i) => figures(section, subject, values[i] ?? [], bare));
}

function figures(section: Section, { name }: Subject, values: readonly number[], bare: number): Figures {
  const ratio = median(values) / bare;
  const target = section.targets?.[name];
  const reached = target === undefined ? null : section.better === 'higher' ? ratio >= target : ratio <= target;
  return {
    section: section.id,
    subject: name,
    unit: section.unit,
    median: median(values),
    min: Math.min(...values),
    max: Math.max(...values),
    ratio,
    reached,
  };
}

/** The middle value; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** The figures as lines for people. */
export function table(section: Section, figures: readonly Figures[]): string {
  const width = Math.max(...figures.map((f) => f.subject.length));
  const lines = figures.map((f) => {
    const target = section.targets?.[f.subject];
    const sign = section.better === 'higher' ? '≥' : '≤';
    const verdict = target === undefined ? '' : `  ${f.reached === true ? 'reached' : 'MISSED'} (${sign} ${target})`;
    const spread = `${show(f.min)}–${show(f.max)}`;
    return `  ${f.subject.padEnd(width)}  ${show(f.median).padStart(9)} ${section.unit}  (${spread})  × ${f.ratio.toFixed(2)}${verdict}`;
  });
  const note = section.note === undefined ? [] : [`  ${section.note}`];
  return [`(${section.id}) ${section.title}`, ...lines, ...note].join('\n');
}

function show(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** How many a second: runs `work` once. */
export async function rate(count: number, work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - begun);
}
