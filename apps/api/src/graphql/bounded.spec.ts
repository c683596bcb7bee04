import { jest } from '@jest/globals';
import { graphql, GraphQLInt, GraphQLObjectType, GraphQLSchema, type ExecutionResult } from 'graphql';
import { bounded } from './bounded.js';
import { GraphContext } from './context.js';
import { Patience } from './patience.js';

const never = new Promise<number>(() => undefined);
const nap = (ms: number): Promise<number> => new Promise((resolve) => setTimeout(resolve, ms, ms));

const field = (resolve: () => unknown) => ({ type: GraphQLInt, resolve });
const schema = bounded(
  new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: { short: field(() => nap(50)), long: field(() => never), plain: field(() => 7) },
    }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: { slow: field(() => nap(150)) } }),
  }),
);

const caller = {
  viewer: { role: 'admin', combatants: [], actor: 'admin' },
  encounter: null,
  credential: null,
} as const;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Runs `source` with 100 ms, over `ms` milliseconds. */
async function run(source: string, ms: number): Promise<{ result: ExecutionResult; patience: Patience }> {
  const patience = new Patience(100);
  const contextValue = new GraphContext(caller, 'r1', 'en', patience);
  const result = graphql({ schema, source, contextValue });
  await jest.advanceTimersByTimeAsync(ms);
  return { result: await result, patience };
}

const codes = ({ errors = [] }: ExecutionResult): unknown[] => errors.map(({ extensions }) => extensions['code']);

describe('a query', () => {
  it('that is done in time is answered, and nothing is called off', async () => {
    const { result, patience } = await run('{ short plain }', 60);
    expect(result).toEqual({ data: { short: 50, plain: 7 } });
    expect([patience.signal.aborted, jest.getTimerCount()]).toEqual([false, 0]);
  });

  it('that is not done in time has what was done, an error for the rest, and is called off', async () => {
    const { result, patience } = await run('{ short long }', 100);
    expect([{ ...result.data }, codes(result)]).toEqual([{ short: 50, long: null }, ['OPERATION_TIMEOUT']]);
    expect(patience.signal.aborted).toBe(true);
  });
});

describe('a mutation', () => {
  it('that was begun is waited for, and none is begun after the time', async () => {
    const { result } = await run('mutation { first: slow second: slow }', 400);
    expect([{ ...result.data }, codes(result)]).toEqual([{ first: 150, second: null }, ['OPERATION_TIMEOUT']]);
  });
});
