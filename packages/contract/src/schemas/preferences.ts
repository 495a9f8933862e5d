import { z } from 'zod';

/** What a caller had remembered under a key. */
export const preference = z.object({ key: z.string().optional(), value: z.json() }).meta({ id: 'Preference' });
