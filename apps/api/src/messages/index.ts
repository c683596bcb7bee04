export { CODES, EDGE_CODES, type Code, type CodeEntry, type EdgeCode } from './codes.js';
export { LANGUAGES, languageOf, type Language } from './language.js';
export { PROBLEMS } from './problems.js';
export { placeholders, sentence, variants, type Params, type Sentences } from './template.js';
