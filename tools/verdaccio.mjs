// For scripts, which are no part of this package.
export { runServer } from 'verdaccio';
