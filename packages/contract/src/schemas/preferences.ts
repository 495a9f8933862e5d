import { z } from 'zod';

/** A value that a caller stored under a key. */
export const preference = z.object({ key: z.string().optional(), value: z.json() }).meta({ id: 'Preference' });
