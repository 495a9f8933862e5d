import { z } from 'zod';
import { timestamp } from '../common.js';

const moment = z.int().describe('Milliseconds since the Unix epoch.');

/** Recorded values of one data point or radio module. Each value stands until the next one. */
const historySeries = z
  .object({
    central: z.string().optional(),
    device_address: z.string().optional(),
    channel: z.int().optional(),
    interface_id: z.string().optional().describe('Of a radio module, instead of an address.'),
    parameter: z.string().describe('Of a radio module `duty_cycle` or `carrier_sense`.'),
    type: z.string().optional(),
    unit: z.string().optional(),
    multiplier: z.number().optional().describe('As of the data point: people read the value times this.'),
    recorded: z.boolean().describe('Whether values are recorded at the moment; there may be older ones.'),
    error: z.string().optional().describe('Why there is nothing to show, such as a device that does not exist.'),
    resolution_ms: z
      .int()
      .describe('0: every recorded value is here. Otherwise each point stands for the values of so many milliseconds.'),
    before: z
      .object({ at: moment, value: z.number() })
      .optional()
      .describe('The value that stood at the beginning of the range, as far as it is known.'),
    at: z.array(z.int()).describe('When each point was recorded, the oldest first; milliseconds since the Unix epoch.'),
    values: z
      .array(z.number())
      .describe('As the CCU reports them, at the times of `at`; booleans are 0 and 1, an ENUM is its ordinal.'),
    min: z.array(z.number()).optional().describe('The lowest value of each point. Absent where that is one value.'),
    max: z.array(z.number()).optional().describe('The highest value of each point.'),
    mean: z
      .array(z.number())
      .optional()
      .describe('The mean by time of each point. Absent where a point is not made of whole hours or days.'),
    unknown: z
      .array(z.object({ from: timestamp, to: timestamp }))
      .optional()
      .describe('When the CCU did not know the value: no value stands in these times. Absent where there is none.'),
  })
  .meta({ id: 'HistorySeries' });

const recordedPoint = {
  central: z.string().max(256),
  interface_id: z.string().max(256),
  channel: z.string().max(256).describe('`ADDRESS:CHANNEL`.'),
  parameter: z.string().max(256),
};

/** A data point whose values are recorded or not. */
export const recordingQuery = z.object(recordedPoint);

/** Choice of a data point: true or false decides, null leaves it to the patterns of the settings. */
export const recordingWrite = z
  .strictObject({ ...recordedPoint, record: z.boolean().nullable().optional() })
  .meta({ id: 'RecordingWriteRequest' });

/** Whether scrapers get the value of a data point. */
export const exposedWrite = z
  .strictObject({ ...recordedPoint, expose: z.boolean() })
  .meta({ id: 'ExposedWriteRequest' });

/** Data points of which scrapers get the value without patterns of their own. */
export const exposedValues = z
  .object({ points: z.array(z.string()).describe('As `ADDRESS:CHANNEL:PARAMETER`.') })
  .meta({ id: 'ExposedValues' });

/** State of the recording of a data point. */
export const recordingState = z
  .object({
    record: z.boolean().describe('Values are recorded at the moment.'),
    source: z.enum(['override', 'policy']).describe('`override`: the settings name this data point.'),
  })
  .meta({ id: 'RecordingState' });

/** An import of values into the history, with its outcome. */
export const historyImport = z
  .object({
    state: z
      .enum(['checked', 'receiving', 'storing', 'done', 'cancelled', 'failed', 'interrupted'])
      .describe('`checked`: the file was read and nothing stored; `interrupted`: the gateway stopped meanwhile.'),
    started_at: timestamp,
    ended_at: timestamp.optional().describe('Absent while it runs.'),
    format: z.enum(['historian', 'json', 'influx', 'csv']).optional().describe('Absent while no line was read.'),
    bytes: z.int().describe('Size of the file, as far as it was read.'),
    lines: z.int(),
    values: z.int().describe('Values of data points that exist here.'),
    series_count: z.int().describe('Data points of the file.'),
    series: z
      .array(
        z.object({
          point: z.string().describe('As the file names it.'),
          values: z.int(),
          from: timestamp,
          to: timestamp,
          unknown: z.string().optional().describe('Why its values are left out. Absent where they are not.'),
        }),
      )
      .describe('At most 200 data points of the file, those that are left out first.'),
    refused: z.int().describe('Lines that could not be read.'),
    refusals: z.array(z.object({ line: z.int(), reason: z.string() })).describe('The first 50 of them.'),
    stored: z.object({
      hours: z.int().describe('Hours made of values from before the first own value.'),
      values: z.int(),
      known: z.int().describe('Hours and values for which something was stored already.'),
      too_old: z.int().describe('Values from before the time for which hours are kept.'),
    }),
    percent: z.int().optional().describe('Of storing.'),
    error: z.string().optional().describe('Why it failed.'),
  })
  .meta({ id: 'HistoryImport' });

/** Recorded values of one data point in the parts of a range. */
export const historyBuckets = z.array(
  z.object({
    ts: timestamp.describe('Where the part begins.'),
    avg: z.number().describe('Mean of the recorded values.'),
    min: z.number(),
    max: z.number(),
    count: z.int().describe('How many values were recorded in it.'),
  }),
);

/** Recorded values of some data points and radio modules. */
export const valueHistory = z
  .object({
    from: timestamp,
    to: timestamp,
    retention: z
      .object({
        enabled: z.boolean(),
        max_days: z.int(),
        max_bytes: z.int(),
        bytes: z.int().describe('Size of the history at the moment.'),
        oldest_at: timestamp.optional().describe('No older value is kept. Absent while there is nothing.'),
        years: z.int().describe('Hours and days of the values are kept for so long; 0: not at all.'),
        oldest_hour_at: timestamp.optional().describe('No older hour is kept. Absent while there is none.'),
      })
      .describe('How much is kept.'),
    gaps: z
      .array(z.object({ from: timestamp, to: timestamp }))
      .describe('When nothing was recorded: the gateway did not run, or recording was off.'),
    series: z.array(historySeries),
  })
  .meta({ id: 'ValueHistory' });
