export { HELP, type Language } from './messages.js';
export { runVerify, type ExitCode, type Speaker, type VerifyArguments } from './run.js';
