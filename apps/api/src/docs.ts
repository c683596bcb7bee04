import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from './described.js';

/** Writes what is made from the code under `docs`: `npm run docs`. */
const folder = join(import.meta.dirname, '../../../docs');
const { openApi, graphql } = await describeApi();
writeFileSync(join(folder, 'openapi.json'), openApi);
writeFileSync(join(folder, 'schema.graphql'), graphql);
console.log('Written: docs/openapi.json, docs/schema.graphql');
