// For benchmarks, which are no part of this package.
export { default } from 'lighthouse';
