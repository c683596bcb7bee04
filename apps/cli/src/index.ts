export { openApi, type Api } from './api/client.js';
export { startServer, type Server } from './api/server.js';
export type { Context } from './context.js';
export { Failure } from './failure.js';
export { printable } from './printable.js';
export { playScenario, type NotCreated, type Told } from './scenario/play.js';
export { readScenario, scenarioFiles, type Source } from './scenario/source.js';
export { languageOf, textsIn, type Language, type Texts } from './texts.js';
