import type { Refusal } from '@bitacora/engine';
import { CODES, PROBLEMS, sentence, type Code, type Language, type Params } from './messages/index.js';

/** Where in a request something is wrong. */
export type Place = 'body' | 'query' | 'header' | 'path';

/** One thing that is wrong with a request: where, and a word of the catalogue with the facts for its sentence. */
export interface Fault {
  readonly in: Place;
  /** JSON pointer below the place; of a query parameter or a header its name. */
  readonly pointer: string;
  readonly problem: string;
  readonly params?: Params;
}

interface Extras {
  readonly params?: Params;
  readonly faults?: readonly Fault[];
  readonly revision?: number;
  readonly rule?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call that ends with an error: thrown inside the edges alone, and turned there into what the protocol has for errors. */
export class ApiError extends Error {
  readonly params: Params;
  readonly faults: readonly Fault[];
  readonly revision: number | undefined;
  readonly rule: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: Code,
    { params = {}, faults = [], revision, rule, headers = {} }: Extras = {},
  ) {
    super(code);
    this.name = 'ApiError';
    this.params = params;
    this.faults = faults;
    this.revision = revision;
    this.rule = rule;
    this.headers = headers;
  }

  /** The HTTP status that this has at the REST edge. */
  get status(): number {
    return CODES[this.code].status;
  }
}

/** A request of the wrong shape. */
export function malformedRequest(...faults: readonly Fault[]): ApiError {
  return new ApiError('MALFORMED', { faults });
}

/** A rule that says no, as an error of the edges. `revision` is the one that the encounter stands at. */
export function refusedBy(refusal: Refusal, revision?: number): ApiError {
  const { code, rule, params, pointer } = refusal;
  const { problem } = params;
  const faults: readonly Fault[] =
    pointer === undefined || typeof problem !== 'string' ? [] : [{ in: 'body', pointer, problem, params }];
  return new ApiError(code, { params, faults, rule, ...(revision !== undefined && { revision }) });
}

/** RFC 9457 problem details, with members of our own. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: Code;
  readonly revision?: number;
  readonly rule?: string;
  readonly errors?: readonly { readonly in: Place; readonly pointer: string; readonly detail: string }[];
  readonly requestId: string;
}

/** `error` as people read it in `language`: one sentence, with the first thing that is wrong where something is. */
export function detailOf(error: ApiError, language: Language): string {
  const said = sentence(CODES[error.code].detail, language, error.params);
  const [first] = error.faults;
  if (first === undefined) return said;
  return `${said} ${first.pointer === '' ? '' : `${first.pointer}: `}${faultDetail(first, language)}`;
}

function faultDetail({ problem, params }: Fault, language: Language): string {
  return sentence(PROBLEMS[problem] ?? CODES.MALFORMED.detail, language, params);
}

/** The things that are wrong with a request, for people and for programs. */
export function faultsOf(error: ApiError, language: Language): NonNullable<ProblemDetails['errors']> {
  return error.faults.map((fault) => ({ in: fault.in, pointer: fault.pointer, detail: faultDetail(fault, language) }));
}

/** `error` as RFC 9457 problem details. */
export function problemDetails(error: ApiError, language: Language, requestId: string): ProblemDetails {
  return {
    type: `urn:bitacora:problem:${error.code}`,
    title: CODES[error.code].title[language],
    status: error.status,
    detail: detailOf(error, language),
    code: error.code,
    ...(error.revision !== undefined && { revision: error.revision }),
    ...(error.rule !== undefined && { rule: error.rule }),
    ...(error.faults.length > 0 && { errors: faultsOf(error, language) }),
    requestId,
  };
}
