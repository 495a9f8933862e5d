import type { z } from 'zod';
import type { formSchema } from '../schemas/form.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The parameters of a paramset, as a form shows them. */
export interface FormSchema extends DeepReadonly<z.output<typeof formSchema>> {}

/** A parameter as a form shows it. */
export type FormParameter = FormSchema['parameters'][number];
