export { matches, parsePattern } from '../src/model/pattern.js';
