import { z } from 'zod';

const MAX_PROPERTIES = 32;

/** Names of parameters and device types in one language, by key. */
export const entityLabels = z
  .object({ locale: z.string(), entries: z.record(z.string(), z.string()) })
  .meta({ id: 'EntityLabels' });

/** An action of a user in the web UI. */
export const uiEvent = z
  .strictObject({
    event: z
      .string()
      .min(1)
      .max(128)
      .regex(/^[\w.:-]+$/, 'must be a plain name'),
    properties: z
      .record(z.string().max(64), z.union([z.string().max(256), z.number(), z.boolean(), z.null()]))
      .refine((properties) => Object.keys(properties).length <= MAX_PROPERTIES, 'has too many members')
      .optional(),
  })
  .meta({ id: 'UiEvent' });

/** A value that a caller stored under a key. */
export const preference = z.object({ key: z.string().optional(), value: z.json() }).meta({ id: 'Preference' });
