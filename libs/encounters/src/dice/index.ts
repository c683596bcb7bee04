export { serverDice } from './server-dice.js';
export { commitmentOf, MAX_CONTRIBUTION_BYTES, SEED_BYTES, type DiceContext } from './derivation.js';
export { newDiceSeeds, verifiableDice, type DiceSeeds } from './verifiable-dice.js';
