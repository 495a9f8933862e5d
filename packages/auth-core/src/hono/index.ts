export { type AuthVariables, requires } from './middleware.js';
