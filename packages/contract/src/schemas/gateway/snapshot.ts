import { z } from 'zod';
import { alwaysSent, documentedAs, timestamp, translatedText } from '../common.js';
import {
  channelSummary,
  dataPointDescription,
  dataPointSummary,
  dataPointValue,
  deviceSummary,
} from '../devices/devices.js';
import { programSummary } from '../hub/programs.js';
import { interfaceState } from '../hub/system.js';
import { sysvarSummary } from '../hub/sysvars.js';

const countedEntry = z.object({ name: z.string(), translated_name: translatedText, device_count: z.int() });
/** The published contract leaves the items open. */
const LIST = { type: 'array', items: {} };

/** The whole installation at one moment. */
export const snapshot = z
  .object({
    generated_at: timestamp,
    seq: z.int().describe('Number of the newest event in it. Subscribing with `since` set to it leaves no gap.'),
    epoch: z.string().describe('Numbering that `seq` belongs to.'),
    not_read: z
      .array(z.object({ central: z.string(), lists: z.array(z.string()) }))
      .describe('Lists that were never read from a CCU: their entries are missing, not none.'),
    devices: z.array(deviceSummary),
    programs: alwaysSent(documentedAs(z.array(programSummary), LIST)),
    sysvars: alwaysSent(documentedAs(z.array(sysvarSummary), LIST)),
    rooms: alwaysSent(z.array(countedEntry)),
    functions: alwaysSent(z.array(countedEntry)),
    interfaces: alwaysSent(z.array(interfaceState)),
    device_channels: z
      .array(
        z.object({
          device_address: z.string(),
          central: alwaysSent(z.string()),
          channels: z.array(channelSummary.extend({ data_points: z.array(dataPointSummary).optional() })),
          values: z
            .array(z.array(dataPointValue))
            .optional()
            .describe(
              'In place of `data_points`, with `shared`: the data points of each channel, in the order of `channels`.',
            ),
        }),
      )
      .optional()
      .describe('Only with `include`.'),
    descriptions: z
      .array(dataPointDescription)
      .optional()
      .describe('Only with `shared`: the data points of `values`, in the same order.'),
  })
  .meta({ id: 'Snapshot' });
