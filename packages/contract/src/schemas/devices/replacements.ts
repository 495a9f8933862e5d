import { z } from 'zod';
import { timestamp, wordOf } from '../common.js';

/** A device that another one may take the place of. */
export const replaceCandidate = z
  .object({
    address: z.string(),
    name: z.string(),
    model: z.string(),
    available: z.boolean(),
    rooms: z.array(z.string()).optional(),
  })
  .meta({ id: 'ReplaceCandidate' });

/** A part of what belongs to a device. */
export const replacementSubject = wordOf([
  'reading',
  'ccu',
  'identity',
  'alarm',
  'programs',
  'names',
  'rooms',
  'configuration',
  'links',
  'flags',
]).describe(
  '`reading` of all that belongs to the old device; `ccu`: the CCU puts the new device in its place; `identity`: ids, history, Matter, MQTT and favourites; `alarm`: sensors, outputs and codes of the alarm system; `programs` of the CCU; `names`; `rooms` and functions; `configuration` with schedules; direct `links` with their parameters; `flags` of channels: hidden and locked.',
);

/** A replaced device: what the new one has taken over, and what not. */
export const deviceReplacement = z
  .object({
    id: z.string(),
    central: z.string(),
    interface: z.string(),
    old_address: z.string(),
    new_address: z.string(),
    name: z.string(),
    model: z.string(),
    by: z.string().describe('Subject that began it.'),
    state: wordOf(['planned', 'running', 'done', 'failed', 'undone']).describe(
      '`planned`: a dry run, nothing was changed. `failed`: not finished; the same request goes on where it ended. `undone`: the old device is back in its place.',
    ),
    started_at: timestamp,
    ended_at: timestamp.optional(),
    error: z
      .object({ reason: z.string(), message: z.string() })
      .optional()
      .describe('Of a failed one: a stable word, and a sentence for people.'),
    steps: z.array(
      z.object({
        subject: replacementSubject,
        state: wordOf(['waiting', 'running', 'done', 'partly', 'failed']),
        count: z.int().describe('Things that were found, or that the new device has now.'),
        left: z
          .array(z.object({ what: z.string(), reason: z.string() }))
          .describe('Things that the new device does not have, each with the cause; at most 50.'),
      }),
    ),
    way_back: z
      .boolean()
      .describe('True while the old device is paired: the same request with both exchanged puts it back.'),
  })
  .meta({ id: 'DeviceReplacement' });
