export { commitmentOf, SEED_BYTES } from './derivation.js';
export { verifiableDice, type DiceSeeds } from './verifiable-dice.js';
