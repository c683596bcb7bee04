#!/usr/bin/env node
import { ensureBuilt } from '../../../scripts/lib/build.mjs';
import { ensureInstalled } from '../../../scripts/lib/install.mjs';

await ensureInstalled();
await ensureBuilt();
await import('../dist/main.js');
