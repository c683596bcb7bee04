/**
 * The canonical JSON of plain data (RFC 8785). Says the same as the package `canonicalize`, which the specs hold it against,
 * in a third of the time and with little waste: every event that is written goes through here.
 * @throws RangeError for what JSON cannot say (NaN, infinities, half a surrogate pair).
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new RangeError('half a surrogate pair');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`${value} is no JSON`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? list(value) : record(value as Readonly<Record<string, unknown>>);
    default:
      throw new RangeError(`${typeof value} is no JSON`);
  }
}

function list(items: readonly unknown[]): string {
  let text = '[';
  for (let i = 0; i < items.length; i += 1) text += (i === 0 ? '' : ',') + canonical(items[i] ?? null);
  return `${text}]`;
}

function record(fields: Readonly<Record<string, unknown>>): string {
  let text = '{';
  for (const key of Object.keys(fields).sort()) {
    const value = fields[key];
    if (value === undefined) continue;
    text += `${text.length === 1 ? '' : ','}${canonical(key)}:${canonical(value)}`;
  }
  return `${text}}`;
}
