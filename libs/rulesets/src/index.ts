export { rulesets, type Registry } from './registry.js';
