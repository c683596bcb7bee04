import { GraphContext } from './context.js';
import { Patience } from './patience.js';

/** As the framework copies a context before the resolvers get it. */
function copyOf(context: GraphContext): GraphContext {
  return Object.assign(Object.create(Object.getPrototypeOf(context) as object) as GraphContext, context);
}

const context = (): GraphContext =>
  new GraphContext(
    ...([
      { role: 'admin', combatants: [], actor: 'admin' },
      'r1',
      'en',
      new Patience(1_000),
    ] as unknown as ConstructorParameters<typeof GraphContext>),
  );

describe('what an answer was made from', () => {
  it('is known to the call although the resolvers noted it on a copy', () => {
    const original = context();
    const copy = copyOf(original);
    copy.usesState('e1', 7);
    copy.succeeds();
    expect(original.dependencies).toEqual([{ id: 'e1', revision: 7 }]);
  });

  it('is nothing where the query failed, or used what changes unseen', () => {
    const failed = context();
    failed.usesState('e1', 7);
    expect(failed.dependencies).toEqual([]);
    const other = context();
    other.usesState('e1', 7);
    other.usesOther();
    other.succeeds();
    expect(other.dependencies).toEqual([]);
  });
});
