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

export const channelNumber = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a channel number')
  .transform(Number)
  .describe('Number of the channel, from 0.');

/** A query flag: `true`, `1` or empty is yes. */
export const flag = z
  .enum(['', 'true', 'false', '1', '0'])
  .transform((text) => text === '' || text === 'true' || text === '1');

export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
