/** Ends the tool with a message for its user: no fault of the tool. */
export class Failure extends Error {
  constructor(
    message: string,
    /** 1: it could not be done, or something differs. 2: the tool was called wrongly. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** Says that a server answered, and said no. */
export class Refused extends Failure {}

/** Whether `error` says that an answer of the network ended before it was whole. */
export function isCut(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated';
}

/** What an error says of itself, with the cause that the network names; of a file’s, without the path. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('syscall' in error) return error.message.replace(/, [a-z]+( '.*)?$/su, '');
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return code ?? (cause instanceof Error && cause.message !== '' ? cause.message : error.message);
}
