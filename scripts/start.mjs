import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithNpm } from './lib/npm-parent.mjs';

endWithNpm();
await ensureInstalled();
await ensureBuilt();
await import('../apps/api/dist/main.js');
