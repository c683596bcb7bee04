import { scopeOf } from '@bitacora/encounters';
import {
  execute,
  getOperationAST,
  Kind,
  visit,
  type ExecutionArgs,
  type FormattedExecutionResult,
  type OperationDefinitionNode,
} from 'graphql';
import type { GraphContext } from './context.js';
import { shownError } from './errors.js';

/** One executed result, ready for any number of sockets. */
export class SharedResult {
  private readonly frames = new Map<string, Buffer>();

  constructor(private readonly text: string) {}

  /** The `next` message for the operation `id`; clients mostly number theirs alike, and then share the bytes. */
  frame(id: string): Buffer {
    const known = this.frames.get(id);
    if (known !== undefined) return known;
    const frame = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":${this.text}}`);
    if (this.frames.size < 64) this.frames.set(id, frame);
    return frame;
  }
}

/**
 * Executes a subscription's document once for all who would get the same: the same payload (the very object), document,
 * variables, scope and language. Holds results no longer than their payload lives.
 */
export class SharedResults {
  private readonly results = new WeakMap<object, Map<string, Promise<SharedResult>>>();

  /** The result of `args` for `payload`. `key` comes from {@link sharingKey}. */
  of(payload: object, key: string, args: ExecutionArgs): Promise<SharedResult> {
    const ofPayload = this.results.get(payload) ?? new Map<string, Promise<SharedResult>>();
    this.results.set(payload, ofPayload);
    const known = ofPayload.get(key);
    if (known !== undefined) return known;
    const result = executed(payload, args);
    ofPayload.set(key, result);
    return result;
  }
}

async function executed(payload: object, args: ExecutionArgs): Promise<SharedResult> {
  const { data, errors } = await execute({ ...args, rootValue: payload });
  const result: FormattedExecutionResult = {
    ...(data !== undefined && { data }),
    ...(errors && { errors: errors.map((error) => shownError(error.toJSON(), error)) }),
  };
  return new SharedResult(JSON.stringify(result));
}

/** What the result of a subscription depends on besides its payload. `source` is the document's text. */
export function sharingKey(source: string, args: ExecutionArgs, context: GraphContext): string {
  const operation = getOperationAST(args.document, args.operationName);
  const variables = Object.entries(args.variableValues ?? {}).filter(([name]) => shapesResult(operation, name));
  return JSON.stringify([source, args.operationName, variables, scopeOf(context.viewer), context.language]);
}

/** Whether a variable is used elsewhere than in the arguments of the subscription's own field, which only say where it begins. */
function shapesResult(operation: OperationDefinitionNode | null | undefined, name: string): boolean {
  const fields = operation?.selectionSet.selections ?? [];
  const isPlain = fields.every((field) => field.kind === Kind.FIELD && (field.directives ?? []).length === 0);
  if (!isPlain) return true;
  let used = false;
  for (const field of fields) {
    if (field.kind !== Kind.FIELD || field.selectionSet === undefined) continue;
    visit(field.selectionSet, {
      Variable: (variable) => void (used ||= variable.name.value === name),
      FragmentSpread: () => void (used = true),
    });
  }
  return used;
}
