import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, whatever the working directory is. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** The folders of all workspaces, relative to the repository. */
export const workspaces = ['apps', 'libs'].flatMap((kind) =>
  readdirSync(join(root, kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${kind}/${entry.name}`),
);

/** Every file under a folder, relative to the repository, with `/` between the names; none if the folder is absent. */
export function filesUnder(folder) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      );
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
