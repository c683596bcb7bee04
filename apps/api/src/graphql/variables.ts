import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Fault } from '../problem.js';
import { escapePointer } from '../schema/kinds.js';

/** The values of an operation's variables, as they were sent. */
export type Variables = Readonly<Record<string, unknown>>;

/** What is wrong with the value of a variable, and the field that it was meant for. */
export interface VariableFault {
  readonly fault: Fault;
  readonly field: FieldNode | null;
}

const MAX_FAULTS = 20;

/** Where a variable is used: below which argument of which field. */
interface Use {
  readonly argument: string;
  readonly pointer: string;
  readonly field: FieldNode | null;
}

/** What is wrong with the `variables` of an operation, told as REST tells it: by pointers into the input, and by the argument's name. */
export function variableFaults(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): readonly VariableFault[] {
  const faults: VariableFault[] = [];
  let uses: ReadonlyMap<string, Use> | undefined;
  for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (type === undefined || (value === undefined && defaultValue !== undefined)) continue;
    for (const wrong of wrongIn(value, type, '')) {
      uses ??= usesIn(document);
      faults.push(placed(wrong, uses.get(name) ?? { argument: name, pointer: '', field: null }));
    }
  }
  return faults.slice(0, MAX_FAULTS);
}

type Wrong = Pick<Fault, 'pointer' | 'problem' | 'params'>;

function placed(wrong: Wrong, { argument, pointer, field }: Use): VariableFault {
  const below = `${pointer}${wrong.pointer}`;
  const place =
    argument === 'input'
      ? ({ in: 'body', pointer: below } as const)
      : ({ in: 'query', pointer: argument + below } as const);
  return { fault: { ...wrong, ...place }, field };
}

/** As GraphQL itself takes values in, but that it says all that is wrong, and where. */
function wrongIn(value: unknown, type: GraphQLInputType, at: string): Wrong[] {
  if (isNonNullType(type))
    return value === undefined || value === null
      ? [{ pointer: at, problem: 'missing' }]
      : wrongIn(value, type.ofType, at);
  if (value === undefined || value === null) return [];
  if (isListType(type))
    return Array.isArray(value)
      ? value.flatMap((item, i) => wrongIn(item, type.ofType, `${at}/${String(i)}`))
      : wrongIn(value, type.ofType, at);
  if (!isInputObjectType(type)) return wrongLeaf(value, type, at);
  if (typeof value !== 'object' || Array.isArray(value)) return [{ pointer: at, problem: 'notAnObject' }];
  const given = value as Variables;
  const fields = type.getFields();
  const unknown = Object.keys(given)
    .filter((key) => !Object.hasOwn(fields, key))
    .map((key) => ({ pointer: `${at}/${escapePointer(key)}`, problem: 'unknownField' }));
  const below = Object.values(fields).flatMap((field) => {
    const item = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    return item === undefined && field.defaultValue !== undefined
      ? []
      : wrongIn(item, field.type, `${at}/${field.name}`);
  });
  return [...unknown, ...below];
}

function wrongLeaf(value: unknown, type: GraphQLLeafType, at: string): Wrong[] {
  try {
    if (type.parseValue(value) !== undefined) return [];
  } catch {
    // What it cannot be is said below, in our own words.
  }
  if (isEnumType(type)) {
    const choices = type.getValues().map(({ name }) => name);
    return [{ pointer: at, problem: 'notAChoice', params: { choices } }];
  }
  return [{ pointer: at, problem: LEAVES[type.name] ?? 'notSuchAText' }];
}

const LEAVES: Readonly<Record<string, string>> = {
  Int: 'notInRange',
  Float: 'notANumber',
  Boolean: 'notABoolean',
  JSONObject: 'notAnObject',
  ByCombatant: 'notAnObject',
  Dice: 'NOT_DICE',
};

/** The first use of every variable. */
function usesIn(document: DocumentNode): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: (node, _key, parent, _path, ancestors) => {
      const name = node.name.value;
      if (!uses.has(name)) uses.set(name, useAmong([...ancestors, parent ?? node, node], name));
    },
  });
  return uses;
}

/** `ancestors`: from the document down to the variable itself. */
function useAmong(ancestors: readonly (ASTNode | readonly ASTNode[])[], name: string): Use {
  const nodes = ancestors.filter((one): one is ASTNode => 'kind' in one);
  const start = nodes.findLastIndex(({ kind }) => kind === Kind.ARGUMENT);
  const [argument, ...below] = nodes.slice(Math.max(start, 0));
  const owner = nodes[start - 1];
  const pointer = below.map((node, i) => stepTo(node, below[i + 1])).join('');
  return {
    argument: argument?.kind === Kind.ARGUMENT ? argument.name.value : name,
    pointer,
    field: owner?.kind === Kind.FIELD ? owner : null,
  };
}

/** What a node on the way to a variable adds to its pointer. */
function stepTo(node: ASTNode, next: ASTNode | undefined): string {
  if (node.kind === Kind.OBJECT_FIELD) return `/${node.name.value}`;
  return node.kind === Kind.LIST && next !== undefined ? `/${String(node.values.indexOf(next as never))}` : '';
}
