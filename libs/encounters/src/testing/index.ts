export * from './faulty-store.js';
export * from './fixture.js';
