export { differenceText } from './differences.js';
export { Teller } from './teller.js';
