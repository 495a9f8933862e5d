import { z } from 'zod';
import { timestamp } from '../common.js';

const since = timestamp.describe('When the lock was taken; renewing does not change it.');

/** The lock of a caller that is editing something. */
export const editSession = z
  .object({
    token: z.string(),
    key: z.string(),
    subject: z.string().optional(),
    since,
    expires: timestamp,
    held_before: z
      .boolean()
      .optional()
      .describe('The caller held it already, perhaps in another window. Only in the answer to taking it.'),
  })
  .meta({ id: 'EditSession' });

/** State of an edit lock, with its holder. */
export const editState = z
  .object({
    key: z.string(),
    own: z.boolean().describe('Whether the caller of this request holds the lock.'),
    holder: z
      .object({ subject: z.string().optional(), since, expires: timestamp })
      .optional()
      .describe('Left out while the lock is free.'),
  })
  .meta({ id: 'EditState' });
