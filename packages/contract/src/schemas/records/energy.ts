import { z } from 'zod';
import { timestamp } from '../common.js';

/** Length of the parts of an answer about energy; days, months and years are those of the gateway's zone. */
export const energyGroup = z.enum(['hour', 'day', 'month', 'year']);

/** Consumption that meters count. */
export const energyKind = z.enum(['electricity', 'gas', 'water']);

const costs = {
  cost_mct: z.int().describe('Cost of the consumption that has a price: of euros, in thousandths of a cent.'),
  feed_in_mct: z.int().describe('Pay for the feed-in that has a price.'),
  unpriced_wh: z.number().describe('Part of the consumption of electricity that has no price.'),
  unpriced_feed_in_wh: z.number().describe('Part of the feed-in that has no price.'),
  unpriced_m3: z.number().describe('Part of the volume of gas or water that has no price.'),
};

const energyBucket = z
  .object({
    ts: timestamp.describe('Begin of the hour, day, month or year.'),
    consumed_wh: z
      .number()
      .describe('Rise of the counters, over resets and wraps. Of gas, by the calorific value of its tariff.'),
    feed_in_wh: z.number().describe('Rise of the counters of feed-in.'),
    volume_m3: z.number().describe('Of gas and water.'),
    avg_power_w: z.number().describe('Mean of POWER by time. 0 without a value.'),
    peak_power_w: z.number().describe('Highest POWER.'),
    reset: z.boolean().describe('A counter began anew, or jumped.'),
    gap: z
      .boolean()
      .describe('The counter was not known all the time; its rise meanwhile counts where it was known again.'),
    ...costs,
  })
  .meta({ id: 'EnergyBucket' });

const totals = {
  total_consumed_wh: z.number(),
  total_feed_in_wh: z.number(),
  total_volume_m3: z.number(),
  total_cost_mct: z.int(),
  total_feed_in_mct: z.int(),
  total_unpriced_wh: z.number(),
  total_unpriced_feed_in_wh: z.number(),
  total_unpriced_m3: z.number(),
};

const energyDevice = z
  .object({
    address: z.string(),
    name: z.string(),
    rooms: z.array(z.string()),
    is_main: z.boolean().describe('Its meter counts the whole house.'),
    buckets: z.array(energyBucket).describe('Those with a value.'),
    ccu_consumed_wh: z
      .number()
      .optional()
      .describe('Rise of the counters that the CCU keeps for it, where they were known all the time.'),
    ...totals,
  })
  .meta({ id: 'EnergyDevice' });

/** Energy of devices with a meter. */
export const energyResponse = z
  .object({
    group: energyGroup,
    kind: energyKind,
    kinds: z.array(energyKind).describe('Those that have a meter.'),
    from: timestamp,
    to: timestamp,
    currency: z.string(),
    tariff_revision: z
      .int()
      .optional()
      .describe('Of the tariffs of the costs. Absent where they could not be read: there are no costs then.'),
    devices: z.array(energyDevice),
    rooms: z
      .array(z.object({ name: z.string(), ...totals }))
      .describe('A device in several rooms counts in each, and a main meter in none.'),
    base_fees: z
      .array(z.object({ ts: timestamp, base_fee_mct: z.int() }))
      .describe('Base fees of the past part of the range. Empty for one device.'),
    total_base_fee_mct: z.int(),
    ...totals,
  })
  .meta({ id: 'EnergyResponse' });

const standbyDevice = z
  .object({
    address: z.string(),
    name: z.string(),
    rooms: z.array(z.string()),
    standby_w: z.number().optional().describe('Absent where less than seven nights are known.'),
    nights: z.int().describe('Nights that are known.'),
    source: z.enum(['power', 'counter']).describe('`power`: the lowest hour of a night. `counter`: its mean.'),
    year_wh: z.number().optional(),
    year_mct: z.int().optional().describe('At the mean price of the last 28 days. Absent without a price.'),
  })
  .meta({ id: 'EnergyStandbyDevice' });

/** Power that devices take all the time. */
export const energyStandby = z
  .object({
    from: timestamp,
    to: timestamp,
    currency: z.string(),
    devices: z.array(standbyDevice).describe('The highest first.'),
  })
  .meta({ id: 'EnergyStandby' });

const monthCosts = z.object({
  cost_mct: z.int().describe('Cost of the consumption that has a price.'),
  feed_in_mct: z.int().describe('Pay for the feed-in.'),
  base_fee_mct: z.int(),
});

/** Costs of the past by the stored tariffs and by others. */
export const energyTariffPreview = z
  .object({
    currency: z.string(),
    from: timestamp.optional().describe('First moment whose costs change. Absent where none of the past do.'),
    to: timestamp,
    months: z.array(
      z.object({
        kind: energyKind,
        ts: timestamp.describe('Begin of the month. The first one may begin within it.'),
        before: monthCosts,
        after: monthCosts,
      }),
    ),
  })
  .meta({ id: 'EnergyTariffPreview' });
