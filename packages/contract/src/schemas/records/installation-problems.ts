import { z } from 'zod';
import { alwaysSent, timestamp } from '../common.js';

const installationProblemKind = z.enum([
  'smoke',
  'water',
  'co',
  'alarm',
  'ccu_down',
  'interface_down',
  'device_unreachable',
  'member_unreachable',
  'member_perhaps_unreachable',
  'sabotage',
  'low_battery',
  'config_pending',
  'duty_cycle_high',
  'service_message',
  'part_unwell',
]);

const members = {
  id: z.string().describe('The same while the problem lasts.'),
  kind: installationProblemKind,
  severity: z.enum(['critical', 'warning']),
  summary: z.string().describe('One sentence, in English.'),
  name: z.string().describe('Name of the device, CCU, interface, alarm or part that has the problem.'),
  central: z.string().optional(),
  interface_id: z.string().optional(),
  device_address: z.string().optional(),
  parameter: z.string().optional().describe('Parameter of channel 0, or of the message, that reports it.'),
  parameter_label: z.string().optional(),
  members: z.array(z.string()).optional().describe('Names of the members that a group or team is about.'),
  members_raised: z.boolean().optional().describe('Whether `members` raised the alarm, or are those that give it.'),
  percent: z.int().optional().describe('Duty cycle used.'),
  note: z.string().optional().describe('Reason and remedy, in English.'),
  since: timestamp.optional(),
  message_id: z.string().optional().describe('Of the alarm or service message that can be acknowledged.'),
} as const;

/**
 * A problem of the installation by its cause. A CCU without any connection, or an interface without one, is one problem;
 * its consequences are below it.
 */
export const installationProblem = z
  .object({
    ...members,
    affected_devices: z.int().min(0).optional().describe('Number of devices without a connection because of it.'),
    interface_ids: z.array(z.string()).optional().describe('Interfaces to reconnect.'),
    follows: z.array(z.object(members)).optional().describe('Consequences, the first hundred of them.'),
    follows_total: z.int().min(0).optional(),
  })
  .meta({ id: 'InstallationProblem' });

/** A problem with its beginning and its end, as the gateway observed them each minute. */
export const problemPeriod = z
  .object({
    problem: installationProblem.describe('As it was at its beginning, without its consequences.'),
    began_at: timestamp,
    ended_at: timestamp.optional().describe('Absent while it lasts.'),
  })
  .meta({ id: 'ProblemPeriod' });

/** Payload of `problems.changed`. */
export const problemCounts = z.object({
  central: alwaysSent(z.string()),
  count: z.int().min(0).describe('Problems by cause, without their consequences.'),
  critical: z.int().min(0),
});
