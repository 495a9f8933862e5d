export { type AuthVariables, requires, type StatusOf } from './middleware.js';
