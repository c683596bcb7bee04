import { createReadStream } from 'node:fs';
import type { KnownHead, Verified } from './encounter.js';
import { Fault } from './fault.js';
import { faultLine, faultSentence, refusalLine, verifiedLine, type Language } from './messages.js';
import { verifyExport } from './verify.js';

/** The arguments of `bitacora verify`. */
export interface VerifyArguments {
  readonly file: string;
  /** Heads kept from elsewhere, `REVISION:HASH`. */
  readonly heads: readonly string[];
  /** The id of the key that has to have signed. */
  readonly key?: string | undefined;
  /** A JSON object a line instead of sentences. */
  readonly json: boolean;
}

/** Where the verifier speaks. */
export interface Speaker {
  readonly language: Language;
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
}

/** 0: all is as it was; 1: something was changed; 2: nothing can be said of the file. */
export type ExitCode = 0 | 1 | 2;

/** Verifies a file and tells what was found. It never throws for what a file holds. */
export async function runVerify(given: VerifyArguments, speaker: Speaker): Promise<ExitCode> {
  const { language, out, error } = speaker;
  const refuse = (line: string): ExitCode => {
    error(line);
    return 2;
  };
  const heads = given.heads.map(headOf);
  const wrong = given.heads[heads.indexOf(null)];
  if (wrong !== undefined) return refuse(refusalLine('badHead', { found: wrong }, language));
  const key = given.key?.toLowerCase() ?? null;
  if (key !== null && !/^[0-9a-f]{16}$/.test(key)) return refuse(refusalLine('badKey', { found: key }, language));
  const expectations = { heads: heads.filter((head) => head !== null), key };
  const tell = (verified: Verified) => out(given.json ? verifiedJson(verified) : verifiedLine(verified, language));
  try {
    await verifyExport(createReadStream(given.file), expectations, tell);
    return 0;
  } catch (problem) {
    if (problem instanceof Fault) return tellFault(problem, given.json, speaker);
    if (!isSystemError(problem)) throw problem;
    return refuse(refusalLine('unreadable', { file: given.file, why: problem.code }, language));
  }
}

function tellFault(fault: Fault, json: boolean, { language, out, error }: Speaker): ExitCode {
  if (json) out(faultJson(fault, language));
  else error(faultLine(fault, language));
  return fault.code === 'TOO_MANY_EVENTS' ? 2 : 1;
}

function headOf(text: string): KnownHead | null {
  const [, revision, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(text) ?? [];
  return revision === undefined || hash === undefined ? null : { revision: Number(revision), hash: hash.toLowerCase() };
}

function verifiedJson(verified: Verified): string {
  return JSON.stringify({ ok: true, ...verified });
}

function faultJson(fault: Fault, language: Language): string {
  const { code, place, values } = fault;
  return JSON.stringify({ ok: false, code, ...place, values, message: faultSentence(fault, language) });
}

function isSystemError(problem: unknown): problem is { readonly code: string } {
  return typeof problem === 'object' && problem !== null && 'code' in problem && typeof problem.code === 'string';
}
