import { knows, type Caller } from '@bitacora/access';
import {
  getOperationAST,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Gate } from '../access/gate.js';
import { malformedRequest } from '../problem.js';
import { isCommandName } from '../schema/read.js';
import { variableFaults, type Variables } from './variables.js';

/** An operation that was asked for. */
export interface Asked {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Variables;
  readonly caller: Caller;
}

/**
 * Checks the variables of an operation before it is executed, so that they are refused as REST refuses a body: with `MALFORMED` and
 * pointers, and with `NOT_IN_RULESET` before that where they are for a command that the encounter's rule set does not have (G-13).
 */
export async function checkVariables(schema: GraphQLSchema, gate: Gate, asked: Asked): Promise<void> {
  const { document, operationName, variables, caller } = asked;
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  const faults = variableFaults(schema, document, operation, variables);
  if (faults.length === 0) return;
  for (const field of new Set(faults.map((fault) => fault.field))) {
    const command = field?.name.value ?? '';
    const id = isMutation(operation) ? idFor(field, variables) : null;
    if (id !== null && isCommandName(command) && knows(caller, id))
      await gate.ensureInRules(id, command, caller.viewer);
  }
  throw malformedRequest(...faults.map(({ fault }) => fault));
}

function isMutation({ operation }: OperationDefinitionNode): boolean {
  return operation === OperationTypeNode.MUTATION;
}

/** The encounter that a field's argument `id` names. */
function idFor(field: FieldNode | null, variables: Variables): string | null {
  const value = field?.arguments?.find(({ name }) => name.value === 'id')?.value;
  if (value?.kind === Kind.STRING) return value.value;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : null;
  return typeof given === 'string' ? given : null;
}
