import { z } from 'zod';
import { timestamp } from '../common.js';

/** One event as it is sent. */
export const streamEvent = z
  .object({
    seq: z.int(),
    kind: z.enum(['initial', 'change', 'refresh']),
    topic: z.string(),
    type: z.string(),
    ts: timestamp,
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'StreamEvent' });

/** One page of the events that are kept. */
export const eventLogPage = z
  .object({
    events: z.array(streamEvent),
    gaps: z.array(z.unknown()).describe('Where the log is known to miss events.'),
    oldest_seq: z.int(),
    seq: z.int().describe('Newest event there is.'),
    epoch: z.string(),
    next_since: z.int().describe('Pass it as `since` to get the next page.'),
    more: z.boolean(),
  })
  .meta({ id: 'EventLogPage' });
