import { z } from 'zod';
import { timestamp } from './common.js';
import { channelSummary, dataPointSummary, deviceSummary } from './devices.js';
import { interfaceState } from './system.js';

const counted = z.object({ name: z.string(), device_count: z.int() });

export const snapshot = z
  .object({
    generated_at: timestamp,
    seq: z.int().describe('Number of the newest event in it. Subscribing with `since` set to it leaves no gap.'),
    epoch: z.string().describe('Numbering that `seq` belongs to.'),
    devices: z.array(deviceSummary),
    programs: z.array(z.unknown()).optional(),
    sysvars: z.array(z.unknown()).optional(),
    rooms: z.array(counted).optional(),
    functions: z.array(counted).optional(),
    interfaces: z.array(interfaceState).optional(),
    device_channels: z
      .array(
        z.object({
          device_address: z.string(),
          central: z.string().optional(),
          channels: z.array(channelSummary.extend({ data_points: z.array(dataPointSummary).optional() })),
        }),
      )
      .optional()
      .describe('Only with `include`.'),
  })
  .meta({ id: 'Snapshot' });
