import { z } from 'zod';
import { alwaysSent, timestamp } from '../common.js';

const unignoreEntry = z
  .object({ pattern: z.string(), updated_at: alwaysSent(timestamp), updated_by: z.string().optional() })
  .meta({ id: 'UnIgnoreEntry' });

/** The patterns that show hidden parameters, by CCU. */
export const unignoreList = z
  .object({ centrals: z.array(z.object({ central_name: z.string(), patterns: z.array(unignoreEntry) })) })
  .meta({ id: 'UnIgnoreList' });

/** The patterns of one CCU, which replace the stored ones. */
export const unignoreUpdate = z
  .strictObject({
    central_name: z.string().min(1).max(64),
    patterns: z.array(z.string().min(1).max(256)).max(1000),
  })
  .meta({ id: 'UnIgnoreUpdate' });

/** Result of a change of patterns. */
export const unignoreUpdated = z
  .object({
    applied_count: z.int(),
    parse_errors: z.array(z.string()).optional().describe('Patterns that were left out, and why.'),
    affected_devices: alwaysSent(z.int()),
    patterns: alwaysSent(z.array(unignoreEntry)),
  })
  .meta({ id: 'UnIgnoreUpdated' });

const group = z.object({
  parameter: z.string(),
  paramset: z.enum(['VALUES', 'MASTER']),
  reason: z.string().describe('Why it is hidden.'),
  reasons: z.array(z.string()),
  label: alwaysSent(z.string()),
  simple_pattern: z.string().optional().describe('Shows it everywhere.'),
  models: z.array(
    z.object({
      model: z.string(),
      device_count: z.int(),
      channels: z.array(z.object({ channel: z.int(), pattern: z.string() })),
      wildcard_pattern: alwaysSent(z.string()).describe('Shows it on every channel of the model.'),
    }),
  ),
  device_count: z.int(),
  channel_count: z.int(),
});

/** Hidden parameters that a pattern could show. */
export const unignoreCandidates = z
  .object({
    candidates: z.array(z.string()),
    include_master: alwaysSent(z.boolean()),
    groups: alwaysSent(z.array(group)),
    reasons: alwaysSent(z.array(z.string())),
  })
  .meta({ id: 'UnIgnoreCandidates' });
