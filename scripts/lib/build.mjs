import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesUnder, root, workspaces } from './paths.mjs';
import { swcOptions } from './swc.mjs';

const manifestFile = join(root, '.cache/build.json');

/** Compiles what changed since the last build, file by file, and removes what lost its source; a few milliseconds when nothing did. */
export async function ensureBuilt() {
  const before = readManifest();
  const sources = [...workspaces.flatMap((workspace) => filesUnder(`${workspace}/src`)).filter(isShipped), ...tools()];
  const outputs = new Set([...workspaces, 'test'].flatMap((folder) => filesUnder(`${folder}/dist`)));
  const files = Object.fromEntries(sources.map((source) => [source, fingerprint(source, before[source])]));

  const stale = sources.filter(
    (source) => before[source]?.hash !== files[source].hash || !outputs.has(outputOf(source)),
  );
  if (stale.length > 0) await Promise.all((await compilers(stale)).map((compile) => compile()));

  const wanted = new Set(sources.map(outputOf));
  const orphans = [...outputs].filter((output) => !wanted.has(output.replace(/\.map$/, '')));
  for (const orphan of orphans) rmSync(join(root, orphan), { force: true });

  if (JSON.stringify(files) !== JSON.stringify(before)) writeManifest(files);
  return { compiled: stale.length, removed: orphans.length };
}

/** Specs stay sources; everything else, data files included, ships. */
function isShipped(file) {
  return !/\.spec\.ts$|\.d\.ts$|\.md$/.test(file);
}

/** What under `test` is no spec: benches and their helpers, which run against the build. */
function tools() {
  return filesUnder('test').filter((file) => /(?<!\.spec|\.d)\.ts$/.test(file) && !file.startsWith('test/dist/'));
}

/** Where a source's compiled form is. */
export function outputOf(source) {
  return source
    .replace('/src/', '/dist/')
    .replace(/^test\//, 'test/dist/')
    .replace(/\.ts$/, '.js');
}

/** The content is read only when time or size differ. */
function fingerprint(source, known) {
  const { mtimeMs, size } = statSync(join(root, source));
  if (known && known.mtimeMs === mtimeMs && known.size === size) return known;
  const hash = createHash('sha256')
    .update(readFileSync(join(root, source)))
    .digest('hex');
  return { mtimeMs, size, hash };
}

async function compilers(sources) {
  const { transformFile } = await import('@swc/core');
  return sources.map((source) => async () => {
    const output = join(root, outputOf(source));
    mkdirSync(dirname(output), { recursive: true });
    if (!source.endsWith('.ts')) return copyFileSync(join(root, source), output);
    const { code, map } = await transformFile(join(root, source), { ...swcOptions, sourceMaps: true });
    replaceFile(`${output}.map`, map);
    replaceFile(output, `${code}\n//# sourceMappingURL=${basename(output)}.map\n`);
  });
}

/** By renaming, so that a server that starts meanwhile never reads half a file. */
function replaceFile(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

function readManifest() {
  if (!existsSync(manifestFile)) return {};
  const { compiler, files } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  return compiler === compilerVersion() ? files : {};
}

function writeManifest(files) {
  mkdirSync(dirname(manifestFile), { recursive: true });
  replaceFile(manifestFile, JSON.stringify({ compiler: compilerVersion(), files }));
}

function compilerVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@swc/core/package.json'), 'utf8'));
  return `${version} ${JSON.stringify(swcOptions)}`;
}
