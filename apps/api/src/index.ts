export { ConfigError, readConfig, type Config } from './config.js';
export { startServer, type RunningServer } from './server.js';
export type { Parts } from './app.module.js';
export { describeApi } from './described.js';
export { LIMITS, type Limit, type Limits } from './limits.js';
