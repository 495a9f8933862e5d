export { matchesFilter } from '../src/topics/filter.js';
