import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Variables of the command line tool and of the tests, which the server does not read. */
const OTHERS = new Set(['BITACORA_TOKEN', 'BITACORA_TESTS']);

/** The settings that a text speaks of. */
export function settingsIn(text: string): string[] {
  const names = text.match(/\bBITACORA_[A-Z]+(?:_[A-Z]+)*\b/g) ?? [];
  return [...new Set(names)].filter((name) => !OTHERS.has(name)).toSorted();
}

/** The settings that the server reads. */
export function settingsOfServer(): string[] {
  const sources = ['config.ts', 'limits.ts'].map((name) => readFileSync(join('apps/api/src', name), 'utf8'));
  return settingsIn(sources.join('\n').replaceAll(/\/\*\*.*?\*\//gs, ''));
}

/** Every file for people: under docs, beside it, and under docker. */
export function filesForPeople(): string[] {
  const under = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return [...under('docs'), ...under('docker'), 'README.md', 'README.es.md'];
}
