import { z } from 'zod';
import { timestamp } from '../common.js';

const hours = z
  .array(z.int())
  .describe('One number for each of the 24 hours, the oldest first; the last hour still runs.');
const row = {
  central: z.string(),
  interface_id: z.string(),
  device_address: z.string(),
  name: z.string().optional().describe('Absent where the device is gone.'),
  model: z.string().optional(),
  count: z.int().describe('In all hours.'),
  hours,
} as const;

/** Sources of the radio traffic of a day. */
export const radioTraffic = z
  .object({
    since: timestamp.describe('When counting began; counts survive a restart of the gateway.'),
    from: timestamp.describe('When the first of the 24 hours began.'),
    interfaces: z
      .array(z.object({ central: z.string(), interface_id: z.string(), writes: hours, reports: hours }))
      .describe('Interfaces with traffic, all writes and reports together.'),
    writes: z
      .array(
        z.object({
          subject: z.string().optional().describe('Shown to administrators, as are the next four.'),
          scheme: z.string().optional().describe('Such as `session`, `bearer`, `mqtt` or `matter`.'),
          token: z.string().optional().describe('First digits of the fingerprint of an API token.'),
          home: z.string().optional().describe('Name of a Matter home.'),
          client: z.string().optional().describe('Name that an MQTT client gives itself.'),
          ...row,
        }),
      )
      .describe('Changes that were sent to devices over this gateway, by subject and device; the most first.'),
    reports: z
      .array(z.object(row))
      .describe('Reports of devices, by device; the most first. Values that came together count as one report.'),
    unlisted: z
      .object({ writes: z.int(), reports: z.int() })
      .describe('How many writes and reports belong to none of the rows, because there are more than are listed.'),
  })
  .meta({ id: 'RadioTraffic' });
