/** One line of a Dockerfile, with its continuations. */
export interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

/** A stage of a build. */
export interface Stage {
  readonly name: string;
  /** An image, or the name of an earlier stage. */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Reads as much of a Dockerfile as ours uses. Throws for what it does not know. */
export function parseDockerfile(text: string): Stage[] {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const line of joined(text)) {
    const [, keyword = '', rest = ''] = /^([A-Z]+)\s+(.+)$/s.exec(line) ?? [];
    if (!KNOWN.has(keyword)) throw new Error(`not understood: ${line}`);
    if (keyword === 'FROM') {
      const [, from = '', name = ''] = /^(\S+) AS (\S+)$/.exec(rest) ?? [];
      if (name === '') throw new Error(`a stage without a name: ${line}`);
      stages.push({ name, from, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`before the first stage: ${line}`);
    stage.instructions.push({ keyword, text: rest });
  }
  return stages;
}

const KNOWN = new Set(['FROM', 'RUN', 'COPY', 'WORKDIR', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']);

function joined(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** What a stage has of one kind, its base stages' first. */
export function all(stages: readonly Stage[], name: string, keyword: string): string[] {
  const stage = stages.find((one) => one.name === name);
  if (stage === undefined) return [];
  const own = stage.instructions.filter((one) => one.keyword === keyword).map((one) => one.text);
  return [...all(stages, stage.from, keyword), ...own];
}
