import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The settings that a text speaks of. */
export function settingsIn(text: string): string[] {
  return [...new Set(text.match(/\bBITACORA_[A-Z]+(?:_[A-Z]+)*\b/g))].toSorted();
}

/** What the command line tool and the tests read of the environment by themselves. */
export function settingsOfTools(): string[] {
  const sources = ['apps/cli/src', 'libs', 'test'].flatMap(filesUnder).filter((file) => file.endsWith('.ts'));
  const read = sources.flatMap((file) => readFileSync(file, 'utf8').match(/\benv\.BITACORA_[A-Z_]+/g) ?? []);
  return settingsIn(read.join('\n'));
}

/** The settings that the server reads. */
export function settingsOfServer(): string[] {
  const sources = ['config.ts', 'limits.ts'].map((name) => readFileSync(join('apps/api/src', name), 'utf8'));
  return settingsIn(sources.join('\n').replaceAll(/\/\*\*.*?\*\//gs, ''));
}

/** Every file for people: under docs, beside it, and under docker. */
export function filesForPeople(): string[] {
  return [...filesUnder('docs'), ...filesUnder('docker'), 'README.md', 'README.es.md'];
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[/\\]dist\b/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
}
