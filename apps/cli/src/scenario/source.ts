import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { Scenario } from '@bitacora/engine';
import { Failure, reasonOf } from '../failure.js';
import type { Texts } from '../texts.js';
import { scenarioProblem, type Place } from './shape.js';

const SCENARIO_FILE = /\.(ya?ml|json)$/iu;

/** A scenario file that was read: what it holds, or the first thing that is wrong with it, with its place. */
export type Source = { readonly file: string } & ({ readonly scenario: Scenario } | { readonly problem: string });

/** The scenario files that `paths` name, folders searched through; in the order given, within a folder by name. */
export function scenarioFiles(paths: readonly string[], texts: Texts): readonly string[] {
  return paths.flatMap((path) => {
    if (!isFolder(path)) return [path];
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => SCENARIO_FILE.test(name) && !/(^|[/\\])(node_modules|\.)/u.test(name))
      .sort()
      .map((name) => join(path, name));
    if (files.length === 0) throw new Failure(texts.play.noFiles(path));
    return files;
  });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Reads a scenario file and checks its shape; what the commands in it mean is the server's to judge. */
export function readScenario(file: string, texts: Texts): Source {
  let text: string;
  try {
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) return { file, problem: `${file}: ${texts.play.notUtf8}` };
    text = bytes.toString('utf8');
  } catch (error) {
    return { file, problem: `${file}: ${texts.scenario.unreadable(reasonOf(error))}` };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number | undefined) => {
    const { line, col } = lines.linePos(offset ?? 0);
    return `${file}:${String(line)}:${String(col)}`;
  };
  const [error] = document.errors;
  if (error !== undefined)
    return { file, problem: `${at(error.pos[0])}: ${texts.scenario.syntax(error.message, error.code)}` };
  let value: unknown;
  try {
    value = document.toJS();
  } catch (fault) {
    return { file, problem: `${at(0)}: ${texts.scenario.syntax(reasonOf(fault))}` };
  }
  const problem = scenarioProblem(value, texts.scenario);
  return problem === null
    ? { file, scenario: value as Scenario }
    : { file, problem: `${at(offsetOf(document, problem.path))}: ${problem.text}` };
}

/** Where `path` begins in the text, with its key; where there is nothing, what it would be in. */
function offsetOf(document: Document, path: Place): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const parent: unknown = document.getIn(path.slice(0, length - 1), true) ?? document.contents;
    const last = path[length - 1];
    const key = isMap(parent) ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === last)?.key : null;
    const node = key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && Array.isArray(node.range)) return node.range[0];
  }
  return isNode(document.contents) ? document.contents.range?.[0] : undefined;
}
