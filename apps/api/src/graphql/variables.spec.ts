import fc from 'fast-check';
import { buildSchema, getOperationAST, getVariableValues, parse, type OperationDefinitionNode } from 'graphql';
import { variableFaults, type Variables } from './variables.js';

const schema = buildSchema(`
  enum Colour { red green }
  input Inner { n: Int! label: String colours: [Colour!] }
  input Outer { inner: Inner! inners: [Inner!] flag: Boolean = true of: ID }
  type Query { ask(input: Outer, id: ID, ids: [ID!]): Int }
`);

function faultsOf(source: string, variables: Variables): [string, string, string][] {
  const document = parse(source);
  const operation = getOperationAST(document) as OperationDefinitionNode;
  return variableFaults(schema, document, operation, variables).map(({ fault }) => [
    fault.in,
    fault.pointer,
    fault.problem,
  ]);
}

const WHOLE = 'query ($input: Outer!) { ask(input: $input) }';

describe('wrong variables', () => {
  it('are told by pointers into the input, all of them', () => {
    const input = {
      inner: { label: 7, loud: 1 },
      inners: [{ n: 1 }, { n: 'x', colours: ['red', 'blue'] }],
      flag: 'no',
    };
    expect(faultsOf(WHOLE, { input })).toEqual([
      ['body', '/inner/loud', 'unknownField'],
      ['body', '/inner/n', 'missing'],
      ['body', '/inner/label', 'notSuchAText'],
      ['body', '/inners/1/n', 'notInRange'],
      ['body', '/inners/1/colours/1', 'notAChoice'],
      ['body', '/flag', 'notABoolean'],
    ]);
    expect(faultsOf(WHOLE, {})).toEqual([['body', '', 'missing']]);
  });

  it.each([
    ['query ($n: Int!) { ask(input: { inner: { n: $n } }) }', ['body', '/inner/n', 'missing']],
    [
      'query ($n: Int!) { ask(input: { inner: { n: 1 }, inners: [{ n: 2 }, { n: $n }] }) }',
      ['body', '/inners/1/n', 'missing'],
    ],
    ['query ($n: ID!) { ask(id: $n) }', ['query', 'id', 'missing']],
    ['query ($n: ID!) { ask(ids: ["a", $n]) }', ['query', 'ids/1', 'missing']],
    ['query ($n: ID!) { ...f } fragment f on Query { ask(id: $n) }', ['query', 'id', 'missing']],
    ['query ($n: Boolean!) { ask @include(if: $n) }', ['query', 'if', 'missing']],
  ])('of %s are told by where they are used', (source, fault) => {
    expect(faultsOf(source, {})).toEqual([fault]);
  });

  it('are those that GraphQL itself does not take, and no others', () => {
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(null, true, 1, -1, 1.5, 2 ** 40, '', 'a', 'red', 'green', [], {}),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const inner = fc.oneof(
      leaf,
      fc.record({ n: leaf, label: leaf, colours: fc.oneof(leaf, fc.array(leaf)) }, { requiredKeys: [] }),
    );
    const outer = fc.record(
      { inner, inners: fc.oneof(inner, fc.array(inner)), flag: leaf, of: leaf },
      { requiredKeys: [] },
    );
    const document = parse(WHOLE);
    const operation = getOperationAST(document) as OperationDefinitionNode;
    fc.assert(
      fc.property(fc.record({ input: fc.oneof(outer, leaf) }, { requiredKeys: [] }), (variables) => {
        const { errors = [] } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
        expect(variableFaults(schema, document, operation, variables).length > 0).toBe(errors.length > 0);
      }),
      { numRuns: 500 },
    );
  });
});
