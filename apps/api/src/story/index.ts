export { differenceText } from './differences.js';
export { storyOf } from './stream.js';
