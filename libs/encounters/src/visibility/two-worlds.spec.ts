import { differingPair } from '../testing/two-worlds.js';

/** All pairs with `BITACORA_WORLDS=2000`. */
const PAIRS = Number(process.env.BITACORA_WORLDS ?? 100);

describe('two worlds that differ only in hidden combatants', () => {
  it.each(Array.from({ length: PAIRS }, (_, i) => i))('show the table the same bytes: pair %i', async (seed) => {
    expect(await differingPair(seed)).toBeNull();
  });
});
