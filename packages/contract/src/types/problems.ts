import type { z } from 'zod';
import type { fieldError, problem, problemCode } from '../schemas/problems.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The stable words a client switches on. */
export type ProblemCode = z.output<typeof problemCode>;
/** One field that was refused: where, why, and the bounds where there are any. */
export type FieldError = DeepReadonly<z.output<typeof fieldError>>;
/** The body of every error answer (RFC 9457). It may have further members, such as the CCUs to choose from. */
export type Problem = DeepReadonly<z.output<typeof problem>> & { readonly [member: string]: unknown };
