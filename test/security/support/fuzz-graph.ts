import fc from 'fast-check';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

const WORDS = fc.constantFrom(
  '"ana"',
  '"bo"',
  '"nobody"',
  '""',
  '"\\u0000"',
  '"d20"',
  '"\\ud83d"',
  '"2030-01-01T00:00:00Z"',
);
const NUMBERS = fc.constantFrom('0', '1', '-1', '100', '101', '2147483648', '1.5', '1e400');
const JUNK = fc.constantFrom('null', '$x', '{', '{a: 1}', '[[]]', 'true', 'SOMETHING', '"');
const WRONG = fc.constantFrom(
  '',
  '{',
  '}',
  '...f',
  '@skip',
  '(',
  '$',
  '"""',
  '#',
  '\ufeff',
  'on',
  '@include(if: "x")',
  '__schema { types { name } }',
);

/** Documents that mostly fit the schema, and then have something wrong in them. */
export class FromSdl {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly ids: readonly string[],
  ) {}

  /** A whole document. */
  document(): fc.Arbitrary<string> {
    const { schema } = this;
    const kinds = [
      ['query', schema.getQueryType()],
      ['mutation', schema.getMutationType()],
      ['subscription', schema.getSubscriptionType()],
    ] as const;
    const right = fc.oneof(
      ...kinds.flatMap(([kind, type]) => (type ? [this.selection(type, 0).map((fields) => `${kind} ${fields}`)] : [])),
    );
    const wrong = fc
      .tuple(right, fc.nat(), WRONG)
      .map(([text, at, junk]) => text.slice(0, at % text.length) + junk + text.slice(at % text.length));
    return fc.oneof(
      { arbitrary: right, weight: 3 },
      { arbitrary: wrong, weight: 2 },
      { arbitrary: fc.string(), weight: 1 },
    );
  }

  private selection(type: GraphQLObjectType, depth: number): fc.Arbitrary<string> {
    const fields = Object.values(type.getFields());
    const most = depth === 0 ? 2 : 4;
    return fc
      .uniqueArray(fc.nat(fields.length - 1), { minLength: 1, maxLength: most })
      .chain((chosen) => fc.tuple(...chosen.map((i) => this.field(fields[i]!, depth))))
      .map((texts) => `{ ${texts.join(' ')} }`);
  }

  private field(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> {
    const given = field.args.map(({ name, type }) =>
      this.input(type, 0).map((value) => (value === '' ? '' : `${name}: ${value}`)),
    );
    return fc.tuple(fc.tuple(...given), this.below(field.type, depth)).map(([args, below]) => {
      const said = args.filter((arg) => arg !== '');
      return `${field.name}${said.length > 0 ? `(${said.join(', ')})` : ''}${below}`;
    });
  }

  private below(type: GraphQLOutputType, depth: number): fc.Arbitrary<string> {
    const named = getNamedType(type);
    if (isLeafType(named) || !isObjectType(named)) return fc.constant('');
    return depth > 4 ? fc.constant(' { __typename }') : this.selection(named, depth + 1).map((text) => ` ${text}`);
  }

  /** A literal; empty where an optional one is left out. */
  private input(type: GraphQLInputType, depth: number): fc.Arbitrary<string> {
    if (isNonNullType(type))
      return fc.oneof({ arbitrary: this.value(type.ofType, depth), weight: 15 }, { arbitrary: JUNK, weight: 1 });
    return fc.oneof(fc.constant(''), this.value(type, depth));
  }

  private value(type: GraphQLInputType, depth: number): fc.Arbitrary<string> {
    if (isNonNullType(type)) return this.value(type.ofType, depth);
    if (isListType(type)) {
      const item = this.value(type.ofType, depth + 1);
      return fc.array(item, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`);
    }
    if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
    if (isInputObjectType(type)) return this.inputObject(Object.values(type.getFields()), depth);
    if (type.name === 'Int' || type.name === 'Float') return NUMBERS;
    if (type.name === 'Boolean') return fc.constantFrom('true', 'false');
    if (type.name === 'ID') return fc.oneof(fc.constantFrom(...this.ids.map((id) => JSON.stringify(id))), WORDS);
    return type.name === 'String'
      ? WORDS
      : fc.oneof(WORDS, NUMBERS, fc.constantFrom('{ana: 1}', '{}', '{ana: [1, 2]}'));
  }

  private inputObject(
    fields: readonly { readonly name: string; readonly type: GraphQLInputType }[],
    depth: number,
  ): fc.Arbitrary<string> {
    if (depth > 3) return fc.constant('{}');
    return fc
      .tuple(
        ...fields.map(({ name, type }) =>
          this.input(type, depth + 1).map((value) => (value === '' ? '' : `${name}: ${value}`)),
        ),
      )
      .map((given) => `{${given.filter((each) => each !== '').join(', ')}}`);
  }
}
