export { createSelection } from '../src/history/selection.js';
