import { StoreCorrupt, StoreError, StoreUnavailable } from '../errors.js';

interface SqliteError extends Error {
  readonly code: string;
}

/** Whether another connection holds the lock that we need: worth another try soon. */
export function isBusy(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return isSqliteError(cause) && /^SQLITE_(BUSY|LOCKED)/.test(cause.code);
}

/** Whether a unique constraint refused a row. */
export function isDuplicate(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT');
}

/** Says in one of our errors what SQLite said, where, and what can be done. Errors of other kinds are given back as they are. */
export function translate(error: unknown, path: string): unknown {
  if (error instanceof StoreError || !isSqliteError(error)) return error;
  const { code } = error;
  const because = `(${code}: ${error.message})`;
  const cause = { cause: error };
  if (code === 'SQLITE_NOTADB') {
    return new StoreCorrupt(
      `${path} is not an SQLite database ${because}. Name another file, or move this one away.`,
      cause,
    );
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return new StoreCorrupt(`The database ${path} is damaged ${because}. Restore it from a backup.`, cause);
  }
  return new StoreUnavailable(`${reason(code, path)} ${because}.`, cause);
}

function reason(code: string, path: string): string {
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return `The database ${path} is locked by another program. Close that program, or use another file`;
  }
  if (code === 'SQLITE_FULL') return `The disk of ${path} is full. Make room on it`;
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM') {
    return `The database ${path} may not be written. Give this user the right to write the file and its folder`;
  }
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return `The database ${path} cannot be opened. See that its folder exists and may be written`;
  }
  if (code.startsWith('SQLITE_IOERR')) return `The disk of ${path} reports an error. See the system's log`;
  return `The database ${path} cannot be used`;
}

/** By its shape: where the driver is loaded more than once, its errors are of the first one's class. */
function isSqliteError(error: unknown): error is SqliteError {
  return (
    typeof error === 'object' && error !== null && 'code' in error && 'name' in error && error.name === 'SqliteError'
  );
}
