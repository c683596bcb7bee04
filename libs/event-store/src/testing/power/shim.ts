import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The shim as a shared library, or the reason why it cannot be had here. */
export function buildShim(): { readonly path: string } | { readonly missing: string } {
  if (process.platform !== 'linux') return { missing: 'The shim needs Linux.' };
  const source = fileURLToPath(new URL('shim.c', import.meta.url));
  const path = join(mkdtempSync(join(tmpdir(), 'bitacora-shim-')), 'shim.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', path, source, '-ldl'], { stdio: 'pipe' });
    return { path };
  } catch (error) {
    return { missing: `There is no working C compiler here (${String(error).split('\n')[0]}).` };
  }
}
