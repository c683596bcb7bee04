import { jest } from '@jest/globals';
import { describeAll } from './contract/all.js';
import { describeAppend } from './contract/append.js';
import { describeConcurrency } from './contract/concurrency.js';
import type { ContractOptions, MakeContractStore } from './contract/harness.js';
import { describeModel } from './contract/model.js';
import { describeReads } from './contract/reads.js';

export type { ContractStore, MakeContractStore } from './contract/harness.js';

/** The whole of what the contract asks for takes minutes: nightly. */
const LONG = process.env.BITACORA_TESTS === 'long';

/** Everything that a store must do, whichever it is. `make` gives a store in which no stream has its prefix yet. */
export function describeEventStore(
  name: string,
  make: MakeContractStore,
  options: Partial<ContractOptions> = {},
): void {
  const all = { modelRuns: LONG ? 1_000 : 100, load: LONG ? 20_000 : 3_200, ...options };
  jest.setTimeout(LONG ? 600_000 : 60_000);
  describe(`${name} keeps the contract of an event store`, () => {
    describeAppend(make);
    describeReads(make, all);
    describeConcurrency(make);
    describeAll(make, all);
    describeModel(make, all);
  });
}
