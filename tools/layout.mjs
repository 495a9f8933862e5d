// For scripts, which are no part of this package.
export { default as dagre } from '@dagrejs/dagre';
