import { z } from 'zod';
import { timestamp } from '../common.js';

/** Subject of a finding, in the order from the configuration to an event that arrives. */
const doctorArea = z.enum([
  'config',
  'data_directory',
  'disk',
  'clock',
  'ports',
  'dns',
  'reachability',
  'credentials',
  'sessions',
  'scripts',
  'names',
  'callback',
  'loop',
  'time',
  'radio',
  'devices',
  'versions',
  'bridges',
]);

const finding = z
  .object({
    id: z.string().describe('Stable word for the finding, such as `ccu.unreachable`.'),
    area: doctorArea,
    severity: z.enum(['ok', 'warning', 'problem']),
    central: z.string().optional(),
    gateway: z
      .string()
      .optional()
      .describe('One of several gateways, which made the finding about itself; absent for the one that answers.'),
    interface: z.string().optional(),
    what: z.string().describe('The finding, in one sentence.'),
    why: z.string().optional().describe('Why it matters. Absent where all is well.'),
    fix: z
      .object({
        text: z.string().describe('The remedy, in one sentence.'),
        command: z.string().optional().describe('A command line that does it.'),
        setting: z.string().optional().describe('The key of the configuration to set.'),
      })
      .optional(),
    docs: z
      .string()
      .optional()
      .describe('Section of the documentation about it, such as `docs/troubleshooting.md#ccu-unreachable`.'),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).describe('Facts behind it.'),
  })
  .meta({ id: 'DoctorFinding' });

/** Report about everything between the configuration and a live event. */
export const doctorReport = z
  .object({
    version: z.string().describe('Of the gateway.'),
    running: z.boolean().describe('Whether a running gateway was asked, or the files of one that does not run.'),
    examined_at: timestamp,
    problems: z.int(),
    warnings: z.int(),
    findings: z.array(finding).describe('In the order of the way; good findings are among them.'),
  })
  .meta({ id: 'DoctorReport' });

/** CCU to examine; without a name all of them. */
export const doctorQuery = z.object({ central: z.string().min(1).max(64).optional().describe('Name of one CCU.') });
