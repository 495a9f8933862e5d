export type { DeepReadonly } from './deep-readonly.js';
export type { FieldError, Problem, ProblemCode } from './problems.js';
