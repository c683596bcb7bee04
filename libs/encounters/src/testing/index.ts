export * from './faulty-store.js';
export * from './fixture.js';
export * from './random-fight.js';
export * from './recorded-game.js';
