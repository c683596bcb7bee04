export { CODES, type Code, type EdgeCode } from './codes.js';
export type { CodeEntry } from './entry.js';
export { LANGUAGES, languageOf, type Language } from './language.js';
export { PROBLEMS } from './problems.js';
export { placeholders, sentence, variants, type Params, type Sentences } from './template.js';
