export * from './scripted.js';
export * from './seeded.js';
export * from './script.js';
