import { applyDecorators } from '@nestjs/common';
import { Field } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import type { Kind, OpenApi } from './kinds.js';

/** How a field stands in its class. */
export interface FieldOptions {
  /** It may be absent. */
  readonly optional?: boolean;
  /** It may be null. */
  readonly nullable?: boolean;
  /** An example for the documents. */
  readonly example?: unknown;
}

const kinds = new WeakMap<object, Map<string, Kind>>();

/** The kind of a field of `target`, also where its class inherited it. */
export function kindOf(target: object, property: string): Kind | undefined {
  for (
    let of: object | null = Object.getPrototypeOf(target) as object | null;
    of !== null;
    of = Object.getPrototypeOf(of) as object | null
  ) {
    const found = kinds.get(of)?.get(property);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A field that clients send: checked, and described in both schemas at once. */
export function In(kind: Kind, description: string, options: FieldOptions = {}): PropertyDecorator {
  const { optional = false, nullable = false } = options;
  return applyDecorators(
    remember(kind),
    ValidateBy({ name: 'kind', validator: { validate: (value) => kind.check(value) === null } }),
    ...(optional ? [ValidateIf(isGiven)] : []),
    ...(kind.nested ? [ValidateNested({ each: kind.isList === true })] : []),
    Field(kind.graphql, { description, nullable: optional || nullable }),
    describe(kind, description, options),
  );
}

/** A field that the server gives, in both schemas. */
export function Out(kind: Kind, description: string, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Field(kind.graphql, { description, nullable: options.nullable === true || options.optional === true }),
    describe(kind, description, options),
  );
}

/** A field of REST alone: what is the mutation's name in GraphQL. */
export function Literal(value: string): PropertyDecorator {
  const kind: Kind = {
    graphql: () => String,
    openapi: () => ({ type: 'string', enum: [value] }),
    check: (given) => (given === value ? null : { pointer: '', problem: 'notAChoice', params: { choices: [value] } }),
  };
  return applyDecorators(
    remember(kind),
    ValidateBy({ name: 'kind', validator: { validate: (given) => given === value } }),
    describe(kind, 'The command’s name.', {}),
  );
}

/** A field of a REST answer that GraphQL gives in another shape. */
export function RestOut(schema: OpenApi, description: string): PropertyDecorator {
  return ApiProperty({ ...schema, description });
}

function isGiven(_owner: object, value: unknown): boolean {
  return value !== undefined;
}

function remember(kind: Kind): PropertyDecorator {
  return (target, property) => {
    const fields = kinds.get(target) ?? new Map<string, Kind>();
    kinds.set(target, fields.set(String(property), kind));
  };
}

function describe(
  kind: Kind,
  description: string,
  { optional = false, nullable = false, example }: FieldOptions,
): PropertyDecorator {
  const schema = openApiOf(kind);
  return ApiProperty({
    ...schema,
    description,
    required: !optional,
    ...(nullable && { nullable: true }),
    ...(example !== undefined && { example }),
  });
}

/** Classes are given to swagger as such, so that it collects them; it knows a function of a class by its name, `type`. */
function openApiOf(kind: Kind): OpenApi {
  const { nested } = kind;
  if (nested === undefined) return kind.openapi();
  if (kind.isList !== true) return { type: () => nested() };
  return { type: () => nested(), isArray: true, maxItems: (kind.openapi() as { readonly maxItems?: number }).maxItems };
}
