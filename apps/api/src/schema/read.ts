import type { CommandInput, CreateInput } from '@bitacora/encounters';
import type { CommandName } from '@bitacora/engine';
import type { Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { malformedRequest, type Fault } from '../problem.js';
import { AccessInput } from './access.js';
import { BranchInput } from './branches.js';
import { COMMAND_INPUTS } from './commands.js';
import { kindOf } from './fields.js';
import { CreateEncounterInput } from './inputs.js';
import { OddsInput } from './odds.js';
import { escapePointer } from './kinds.js';

const MAX_FAULTS = 20;

/** The command that a body's `type` names; null where it names none. */
export function commandNameIn(body: unknown): CommandName | null {
  const type = isObject(body) ? body.type : undefined;
  return typeof type === 'string' && isCommandName(type) ? type : null;
}

/** Whether there is a command of that name. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMAND_INPUTS, name);
}

/** A body as a command of the name in its `type`. Throws a `MALFORMED` error that says what is wrong where. */
export function readCommand(body: unknown): CommandInput {
  if (!isObject(body)) throw malformedRequest({ in: 'body', pointer: '', problem: 'notAnObject' });
  const { type } = body;
  if (type === undefined) throw malformedRequest({ in: 'body', pointer: '/type', problem: 'missing' });
  if (typeof type !== 'string' || !isCommandName(type)) {
    throw malformedRequest({ in: 'body', pointer: '/type', problem: 'unknownCommand', params: { given: type } });
  }
  checkShape(COMMAND_INPUTS[type], body);
  return body as unknown as CommandInput;
}

/** A body as a new encounter. Throws a `MALFORMED` error that says what is wrong where. */
export function readCreation(body: unknown): CreateInput {
  if (!isObject(body)) throw malformedRequest({ in: 'body', pointer: '', problem: 'notAnObject' });
  checkShape(CreateEncounterInput, body);
  return body as unknown as CreateInput;
}

/** A body as a new access. Throws a `MALFORMED` error that says what is wrong where. */
export function readAccess(body: unknown): AccessInput {
  if (!isObject(body)) throw malformedRequest({ in: 'body', pointer: '', problem: 'notAnObject' });
  checkShape(AccessInput, body);
  return body as unknown as AccessInput;
}

/** A body as a new branch. Throws a `MALFORMED` error that says what is wrong where. */
export function readBranch(body: unknown): BranchInput {
  if (!isObject(body)) throw malformedRequest({ in: 'body', pointer: '', problem: 'notAnObject' });
  checkShape(BranchInput, body);
  return body as unknown as BranchInput;
}

/** A body as a question for odds. Throws a `MALFORMED` error that says what is wrong where. */
export function readOdds(body: unknown): OddsInput {
  if (!isObject(body)) throw malformedRequest({ in: 'body', pointer: '', problem: 'notAnObject' });
  checkShape(OddsInput, body);
  return body;
}

function checkShape(of: Type, body: Readonly<Record<string, unknown>>): void {
  const errors = validateSync(instanceOf(of, body, ''), { whitelist: true, forbidNonWhitelisted: true });
  if (errors.length === 0) return;
  const faults = new Map(
    errors.flatMap((error) => faultsIn(error, '')).map((fault) => [`${fault.pointer} ${fault.problem}`, fault]),
  );
  throw malformedRequest(...[...faults.values()].slice(0, MAX_FAULTS));
}

/** `body` as an object of `of`, its classes included; what is no class stays as it was sent, whatever its keys are called. */
function instanceOf(of: Type, body: Readonly<Record<string, unknown>>, at: string): object {
  const instance = new of() as Record<string, unknown>;
  for (const [key, value] of Object.entries(body)) {
    const pointer = `${at}/${escapePointer(key)}`;
    if (key === 'constructor') throw malformedRequest({ in: 'body', pointer, problem: 'unknownField' });
    instance[key] = nestedIn(kindOf(instance, key)?.nested, value, pointer);
  }
  return instance;
}

function nestedIn(nested: (() => Type) | undefined, value: unknown, at: string): unknown {
  if (nested === undefined) return value;
  if (Array.isArray(value)) return value.map((item, i) => nestedIn(nested, item, `${at}/${String(i)}`));
  return isObject(value) ? instanceOf(nested(), value, at) : value;
}

function faultsIn(error: ValidationError, at: string): Fault[] {
  const pointer = `${at}/${escapePointer(error.property)}`;
  const below = (error.children ?? []).flatMap((child) => faultsIn(child, pointer));
  return error.constraints === undefined ? below : [ownFault(error, pointer), ...below];
}

function ownFault({ constraints = {}, target = {}, property, value }: ValidationError, pointer: string): Fault {
  if ('whitelistValidation' in constraints) return { in: 'body', pointer, problem: 'unknownField' };
  if (value === undefined) return { in: 'body', pointer, problem: 'missing' };
  const wrong = kindOf(target, property)?.check(value) ?? { pointer: '', problem: 'notAnObject' };
  return {
    in: 'body',
    pointer: pointer + wrong.pointer,
    problem: wrong.problem,
    ...(wrong.params && { params: wrong.params }),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
