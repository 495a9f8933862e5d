import { z } from 'zod';
import { timestamp } from '../common.js';

/** Dangers and faults that the overview counts, the worst first. */
export const securityClass = z.enum([
  'smoke',
  'water',
  'co',
  'alarm',
  'tamper',
  'sabotage',
  'unreachable',
  'battery',
  'fault',
]);

/** One word over everything that is counted. */
export const securityLevel = z.enum(['ok', 'attention', 'danger']);

const level = securityLevel.describe('`attention` also for a danger that is silenced, or that ended unseen.');
const source = z.string().min(1).max(600).describe('Device, CCU, part of the gateway or alarm zone that causes it.');

/** A cause of the overview, until it ends; a danger stays until an operator acknowledges it. */
export const securityFault = z
  .object({
    id: z.string(),
    class: securityClass,
    level,
    severity: z.enum(['attention', 'danger']).describe('Level while it lasts and is not silenced.'),
    kind: z.string().describe('Kind of the problem, as in `GET /problems`, or `alarm_zone`.'),
    summary: z.string().describe('One sentence, in English.'),
    name: z.string(),
    source,
    central: z.string().optional(),
    device_address: z.string().optional(),
    parameter: z.string().optional(),
    zone_id: z.string().optional(),
    since: timestamp,
    ended_at: timestamp.optional().describe('Of a danger that ended before an operator acknowledged it.'),
    unproven: z.boolean().optional().describe('Its CCU is not connected: it may have ended.'),
    acknowledged_at: timestamp.optional(),
    acknowledged_by: z.string().optional(),
    silenced_until: timestamp.optional(),
    silenced_by: z.string().optional(),
  })
  .meta({ id: 'SecurityFault' });

const classMembers = {
  class: securityClass,
  level,
  count: z.int().min(0).describe('Causes, with silenced ones.'),
  unacknowledged: z.int().min(0),
  since: timestamp.optional().describe('Begin of the oldest cause.'),
} as const;

/** State of one class. */
export const securityClassState = z.object(classMembers).meta({ id: 'SecurityClassState' });

/** One class with its causes. */
export const securityClassReport = z
  .object({ ...classMembers, faults: z.array(securityFault) })
  .meta({ id: 'SecurityClassReport' });

/** An alarm zone in the overview. */
export const securityZone = z.object({ zone_id: z.string(), name: z.string(), level });

/** One answer over all dangers and faults of the installation. */
export const securityOverview = z
  .object({
    level,
    since: timestamp.describe('Begin of the level.'),
    classes: z.array(securityClassState).describe('All classes, the worst first.'),
    zones: z.array(securityZone),
    silenced: z.int().min(0).describe('Causes that are silenced now.'),
    left_out: z.int().min(0).describe('Sources of which at least one class does not count.'),
  })
  .meta({ id: 'SecurityOverview' });

/** Something that can cause an entry of the overview. */
export const securitySource = z
  .object({
    ref: source,
    kind: z.enum(['device', 'central', 'part', 'zone']),
    name: z.string(),
    central: z.string().optional(),
    device_address: z.string().optional(),
    model: z.string().optional(),
    faults: z.int().min(0).describe('Present causes, with those that are left out.'),
    excluded: z.array(securityClass).describe('Classes that do not count for it.'),
  })
  .meta({ id: 'SecuritySource' });

/** Classes that do not count for a source. */
export const securitySourceUpdate = z
  .strictObject({ excluded: z.array(securityClass).max(9).describe('Replaces the classes that are left out.') })
  .meta({ id: 'SecuritySourceUpdate' });

/** Silences a cause for a time. */
export const securitySilence = z
  .strictObject({ until: timestamp.describe('At most 24 hours from now for a danger, and 90 days for others.') })
  .meta({ id: 'SecuritySilence' });
