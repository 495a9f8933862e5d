import type { z } from 'zod';
import type { fieldError, problem, problemCode } from '../problems.js';
import type { DeepReadonly } from './deep-readonly.js';

export type ProblemCode = z.output<typeof problemCode>;
export type FieldError = DeepReadonly<z.output<typeof fieldError>>;
export type Problem = DeepReadonly<z.output<typeof problem>> & { readonly [member: string]: unknown };
