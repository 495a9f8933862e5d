import { z } from 'zod';

/** RFC 3339 in UTC. */
export const timestamp = z.iso.datetime({ offset: true });

export const role = z.enum(['viewer', 'operator', 'admin']);

/** `<central>` of a request: needed only where the same address exists on several CCUs. */
export const centralQuery = z
  .string()
  .min(1)
  .optional()
  .describe('Name of the CCU. Needed only where the same address exists on several CCUs.');

export const localeQuery = z.enum(['de', 'en']).optional().describe('Language of the labels.');

/**
 * A text of a path or a query that stands for something else: the document shows what it stands for, not how it is
 * spelled on the way.
 */
function documentedAs<Schema extends z.ZodType>(schema: Schema, document: Readonly<Record<string, unknown>>): Schema {
  return schema.meta({ document }) as Schema;
}

export const channelNumber = documentedAs(
  z
    .string()
    .regex(/^\d{1,4}$/, 'must be a channel number')
    .transform(Number),
  { type: 'integer', minimum: 0, description: 'Number of the channel, from 0.' },
);

/** A query flag: `true`, `1` or empty is yes. */
export const flag = documentedAs(
  z.enum(['', 'true', 'false', '1', '0']).transform((text) => text === '' || text === 'true' || text === '1'),
  { type: 'boolean' },
);
