import { z } from 'zod';
import { incidentBody } from '../../actions/diagnostics.js';
import { type Recording, recordChange } from '../../actions/record.js';
import { GatewayError } from '../../errors.js';
import type { IncidentLog } from '../../ports/diagnostics.js';
import type { AuditLog } from '../../ports.js';
import { auditEntryOf } from '../../rest/audit.js';
import { incident } from '../../shapes/diagnostics.js';
import { auditEntry } from '../../shapes/system.js';
import { centralArgs, scopeOf } from '../central-arg.js';
import { commandsWith } from '../command.js';

const command = commandsWith<Recording & { readonly incidentLog: IncidentLog; readonly audit: AuditLog }>();
const DEFAULT_LIMIT = 500;

export const incidentCommands = [
  ...['incidents.list', 'incidents.get'].map((name) =>
    command({
      name,
      category: 'incidents',
      description: 'List what went wrong with the CCUs, newest first.',
      access: 'viewer',
      args: z.object(centralArgs),
      result: z.array(incident),
      handler: async (args, { incidentLog }) =>
        (await incidentLog.incidents({ ...scopeOf(args), limit: DEFAULT_LIMIT })).map(incidentBody),
    }),
  ),
  command({
    name: 'incidents.clear',
    category: 'incidents',
    description: 'Forget the incidents.',
    access: 'admin',
    result: z.object({ cleared: z.literal(true) }),
    handler: async (_args, needs, caller) => {
      await needs.incidentLog.clearIncidents();
      recordChange(needs, caller, { action: 'incidents_clear' });
      return { cleared: true };
    },
  }),
  command({
    name: 'change_history.clear',
    category: 'change_history',
    description: 'Not there: what was changed stays written down until it is too old.',
    access: 'admin',
    handler: () => {
      throw new GatewayError('not_implemented', 'What was changed stays written down until it is too old', {
        reason: 'unsupported',
      });
    },
  }),
  command({
    name: 'change_history.list',
    category: 'change_history',
    description: 'List what was changed, newest first.',
    access: 'viewer',
    args: z.object({
      limit: z.int().min(1).max(10_000).default(100),
      channel_address: z.string().max(64).optional().describe('Only changes of this device or channel.'),
    }),
    result: z.array(auditEntry),
    handler: async ({ limit, channel_address: address }, { audit }) => {
      const [device, channel] = (address ?? '').split(':');
      const entries = await audit.query({ limit, offset: 0, device: device === '' ? undefined : device });
      const wanted = channel === undefined ? entries : entries.filter((entry) => entry.channelNo === Number(channel));
      return wanted.map(auditEntryOf);
    },
  }),
];
