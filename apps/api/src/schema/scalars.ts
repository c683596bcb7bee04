import { GraphQLError, GraphQLScalarType, Kind as Node, type ValueNode } from 'graphql';

/** A scalar that carries JSON as it is; `valid` says what it lets in. */
function jsonScalar(name: string, description: string, valid: (value: unknown) => boolean): GraphQLScalarType {
  const read = (value: unknown): unknown => {
    if (valid(value)) return value;
    throw new GraphQLError(`${name} cannot be ${Array.isArray(value) ? 'a list' : typeof value}.`);
  };
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => value,
    parseValue: read,
    parseLiteral: (node, variables) => read(literal(node, variables ?? {})),
  });
}

function literal(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Node.INT:
    case Node.FLOAT:
      return Number(node.value);
    case Node.STRING:
    case Node.ENUM:
    case Node.BOOLEAN:
      return node.value;
    case Node.NULL:
      return null;
    case Node.VARIABLE:
      return variables[node.name.value];
    case Node.LIST:
      return node.values.map((value) => literal(value, variables));
    case Node.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, literal(field.value, variables)]));
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object whose fields are the rule set's. */
export const JsonObjectScalar = jsonScalar(
  'JSONObject',
  'A JSON object whose fields are the rule set’s own, or an event’s.',
  isObject,
);

/** Any JSON value. */
export const JsonScalar = jsonScalar('JSON', 'Any JSON value.', () => true);

/** Something by combatant. */
export const ByCombatantScalar = jsonScalar(
  'ByCombatant',
  'A JSON object whose keys are ids of combatants, such as {"ana": [7], "bo": [3]} for rolled faces.',
  isObject,
);

/** Dice as they are written. */
export const DiceScalar = jsonScalar(
  'Dice',
  'Dice: an expression such as "3d10+2", or a narrative pool, as a text ("2 ability + 1 proficiency") or as an object ({"ability": 2}).',
  (value) => typeof value === 'string' || isObject(value),
);
