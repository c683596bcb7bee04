/** The fields in which null says something: it takes away what was there. */
const TAKES_NULL = new Set(['side']);

/**
 * What a client gave in an input: in GraphQL a null in an optional field is the same as no field.
 * What stands inside the scalars is left as it is.
 */
export function given(input: object): Record<string, unknown> {
  const entries = Object.entries(input as Record<string, unknown>).filter(
    ([name, value]) => value !== null || TAKES_NULL.has(name),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, nested(name, value)]));
}

/** The fields whose value is an input object, or a list of them. */
const NESTED = new Set(['combatants', 'combatantData', 'changes', 'action', 'actions', 'task', 'outcome', 'lasts']);

function nested(name: string, value: unknown): unknown {
  if (!NESTED.has(name) || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map((item) => given(item as object)) : given(value);
}
