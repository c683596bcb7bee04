import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The file of a store that is one, else undefined. */
export function fileOf(store: string): string | undefined {
  return /^sqlite:(.+)$/s.exec(store)?.[1];
}

/** Whether a text is the address of a store that lasts. */
export function isLasting(store: string): boolean {
  return /^(sqlite:.+|esdb(\+discover)?:\/\/.+)$/s.test(store);
}

/** Whether two addresses name one store, as far as can be told from them. */
export function isSame(one: string, other: string): boolean {
  const [file, otherFile] = [fileOf(one), fileOf(other)];
  return file === undefined || otherFile === undefined ? one === other : real(file) === real(otherFile);
}

/** The address without name and password. */
export function shown(store: string): string {
  return store.replace(/\/\/[^@/]*@/, '//…@');
}

function real(file: string): string {
  const path = resolve(file);
  if (existsSync(path)) return realpathSync(path);
  return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path;
}
