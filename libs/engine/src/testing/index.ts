export * from './scripted.js';
export * from './seeded.js';
export * from './script.js';
export * from './fight.js';
export * from './player.js';
export * from './game.js';
export * from './ruleset-contract.js';
