import { transformFile } from '@swc/core';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url));

/** The library as JavaScript in a folder of its own, for tests that start other processes. */
export interface Compiled {
  /** The path of a compiled file, named as its source is: `testing/power/writer.ts`. */
  path(source: string): string;
  remove(): Promise<void>;
}

export async function compileLibrary(): Promise<Compiled> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'event-store-'));
  const sources = (await readdir(SOURCES, { recursive: true })).filter((name) => /(?<!\.spec)\.ts$/.test(name));
  const path = (source: string): string => join(folder, source.replace(/\.ts$/, '.js'));
  for (const source of sources) {
    const { code } = await transformFile(join(SOURCES, source), {
      swcrc: false,
      module: { type: 'es6' },
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    });
    await mkdir(dirname(path(source)), { recursive: true });
    await writeFile(path(source), code);
  }
  return { path, remove: () => rm(folder, { recursive: true }) };
}
