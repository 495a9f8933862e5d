import { z } from 'zod';
import { timestamp } from './common.js';

/** The lock of a caller that is editing something. */
export const editSession = z
  .object({ token: z.string(), key: z.string(), subject: z.string().optional(), expires: timestamp })
  .meta({ id: 'EditSession' });
