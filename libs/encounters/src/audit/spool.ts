import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** So many bytes are kept in memory; what goes beyond is in a file. */
const IN_MEMORY = 1 << 20;
const CHUNK = 1 << 16;

/** Texts, each on a line, that are written once and read once: in memory while they are few, in a file of their own beyond. */
export class Spool {
  #kept: string[] = [];
  #size = 0;
  #file: { readonly folder: string; readonly handle: number } | null = null;

  add(text: string): void {
    this.#kept.push(text);
    this.#size += text.length;
    if (this.#size > IN_MEMORY) this.#spill();
  }

  /** All texts, oldest first. */
  *all(): Generator<string, void, undefined> {
    if (this.#file !== null) yield* linesOf(this.#file.handle);
    yield* this.#kept;
  }

  /** Takes away what it holds. */
  drop(): void {
    this.#kept = [];
    if (this.#file === null) return;
    closeSync(this.#file.handle);
    rmSync(this.#file.folder, { recursive: true, force: true });
    this.#file = null;
  }

  #spill(): void {
    this.#file ??= made();
    writeSync(this.#file.handle, this.#kept.map((text) => `${text}\n`).join(''));
    this.#kept = [];
    this.#size = 0;
  }
}

function made(): { folder: string; handle: number } {
  const folder = mkdtempSync(join(tmpdir(), 'bitacora-import-'));
  return { folder, handle: openSync(join(folder, 'lines'), 'ax+', 0o600) };
}

function* linesOf(handle: number): Generator<string, void, undefined> {
  const decoder = new TextDecoder();
  const bytes = Buffer.alloc(CHUNK);
  let rest = '';
  for (let at = 0; ;) {
    const length = readSync(handle, bytes, 0, CHUNK, at);
    if (length === 0) return;
    at += length;
    const parts = (rest + decoder.decode(bytes.subarray(0, length), { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
