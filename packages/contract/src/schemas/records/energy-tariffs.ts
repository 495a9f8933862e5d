import { z } from 'zod';
import { sysvarName } from '../hub/sysvars.js';

const MOST_MONEY = 100_000_000;
const MOST_TARIFFS = 100;
const MOST_METERS = 200;

const money = z
  .int()
  .min(-MOST_MONEY)
  .max(MOST_MONEY)
  .describe(
    'Thousandths of a hundredth of the currency: of euros, thousandths of a cent. Negative where energy is paid for.',
  );
const hour = z.int().min(0).max(24);

const timeOfDay = z
  .strictObject({
    days: z.array(z.int().min(1).max(7)).min(1).max(7).describe('Days of the week, 1 is Monday.'),
    from_hour: hour.max(23).describe('Full hour of the local time.'),
    to_hour: hour.min(1).describe('Full hour, exclusive, after `from_hour`.'),
    price_mct: money,
  })
  .meta({ id: 'EnergyPriceTime' });

const price = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('fixed'), price_mct: money }),
    z.strictObject({
      type: z.literal('times'),
      price_mct: money.describe('At all other times.'),
      times: z.array(timeOfDay).min(1).max(50),
    }),
    z.strictObject({
      type: z.literal('variable'),
      central: z.string().min(1).max(64),
      sysvar: sysvarName,
      factor_mct: z
        .number()
        .min(-MOST_MONEY)
        .max(MOST_MONEY)
        .describe('By this the value of the system variable is multiplied: 100000 where it is in euros per kWh.'),
      add_mct: money.default(0).describe('Added to each price, for fees and taxes.'),
    }),
  ])
  .describe('Of one kWh, or of one cubic metre of water.');

const tariff = z
  .strictObject({
    kind: z.enum(['electricity', 'feed_in', 'gas', 'water']),
    name: z.string().max(64).default(''),
    valid_from: z.iso.date().describe('First local day. It is valid until the next one of its kind begins.'),
    price,
    base_fee: z
      .strictObject({ amount_mct: money, per: z.enum(['day', 'month']) })
      .optional()
      .describe('Of the whole house, for each local day or month.'),
    gas: z
      .strictObject({
        calorific_kwh_m3: z.number().min(1).max(20).describe('Calorific value of one cubic metre, from the bill.'),
        state_number: z.number().min(0.5).max(1.5).describe('Conversion to the standard state, from the bill.'),
      })
      .optional()
      .describe('Needed for gas, and refused for the others.'),
  })
  .meta({ id: 'EnergyTariff' });

const meter = z
  .strictObject({
    meter: z
      .string()
      .max(256)
      .regex(/^[^:]+:\d{1,4}$/, 'must be ADDRESS:CHANNEL')
      .describe('The channel as `ADDRESS:CHANNEL`.'),
    counts: z
      .enum(['consumption', 'feed_in', 'nothing'])
      .optional()
      .describe('Left out: consumption, and feed-in where the parameter is named so.'),
    is_main: z
      .boolean()
      .default(false)
      .describe('It counts the whole house: sums are those of the main meters, and of no others.'),
  })
  .meta({ id: 'EnergyMeterRole' });

/** Tariffs and the roles of meters, as they are stored. */
export const energyTariffsWrite = z
  .strictObject({
    revision: z.int().min(0).describe('As it was read. The change is refused where it is another one by now.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters')
      .default('EUR'),
    tariffs: z.array(tariff).max(MOST_TARIFFS),
    meters: z.array(meter).max(MOST_METERS).default([]),
  })
  .meta({ id: 'EnergyTariffsWriteRequest' });

/** Tariffs and the roles of meters. */
export const energyTariffs = energyTariffsWrite.extend({ revision: z.int() }).meta({ id: 'EnergyTariffs' });
