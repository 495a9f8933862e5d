export { anyOf, parsePattern } from '../src/model/pattern.js';
