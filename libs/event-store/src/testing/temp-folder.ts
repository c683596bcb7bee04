import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a test with a folder of its own, which is gone afterwards. */
export function inFolder(test: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bitacora-'));
    try {
      await test(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}
