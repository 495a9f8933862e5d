import { z } from 'zod';
import { timestamp } from '../common.js';

/** Length of the parts of an answer about energy; days, months and years are those of the gateway's zone. */
export const energyGroup = z.enum(['hour', 'day', 'month', 'year']);

const energyBucket = z
  .object({
    ts: timestamp.describe('Begin of the hour, day, month or year.'),
    consumed_wh: z.number().describe('Rise of ENERGY_COUNTER, over resets and wraps. Never negative.'),
    feed_in_wh: z.number().describe('Rise of ENERGY_COUNTER_FEED_IN.'),
    avg_power_w: z.number().describe('Mean of POWER by time. 0 without a value.'),
    peak_power_w: z.number().describe('Highest POWER.'),
    reset: z.boolean().describe('A counter began anew.'),
    gap: z
      .boolean()
      .describe('The counter was not known all the time; its rise meanwhile counts where it was known again.'),
  })
  .meta({ id: 'EnergyBucket' });

const totals = {
  total_consumed_wh: z.number(),
  total_feed_in_wh: z.number(),
};

const energyDevice = z
  .object({
    address: z.string(),
    name: z.string(),
    rooms: z.array(z.string()),
    buckets: z.array(energyBucket).describe('Those with a value.'),
    ...totals,
  })
  .meta({ id: 'EnergyDevice' });

/** Energy of devices with a meter. */
export const energyResponse = z
  .object({
    group: energyGroup,
    from: timestamp,
    to: timestamp,
    devices: z.array(energyDevice),
    rooms: z.array(z.object({ name: z.string(), ...totals })).describe('A device in several rooms counts in each.'),
    ...totals,
  })
  .meta({ id: 'EnergyResponse' });
