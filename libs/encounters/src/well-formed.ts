import { malformed, type Refusal } from '@bitacora/engine';

/** Refuses a body with a text or a key that is no Unicode (half a surrogate pair): it could be neither fingerprinted nor chained. */
export function illFormed(body: unknown): Refusal | null {
  return isWellFormed(body) ? null : found(body, '');
}

function isWellFormed(body: unknown): boolean {
  if (typeof body === 'string') return body.isWellFormed();
  if (typeof body !== 'object' || body === null) return true;
  const fields = body as Readonly<Record<string, unknown>>;
  return Object.keys(fields).every((key) => key.isWellFormed() && isWellFormed(fields[key]));
}

function found(body: unknown, pointer: string): Refusal | null {
  if (typeof body === 'string') return body.isWellFormed() ? null : malformed(pointer, 'notSuchAText');
  if (typeof body !== 'object' || body === null) return null;
  for (const [key, value] of Object.entries(body)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const refused = found(key, pointer) ?? found(value, at);
    if (refused !== null) return refused;
  }
  return null;
}
