import { auditEntry } from '@ccu-gateway/contract';
import {
  type ChangeHistoryReading,
  clearChanges,
  listChanges,
  type Recording,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { commandsWith } from '../operation/command.js';
import { auditEntryOf } from '../rest/records/audit.js';

const command = commandsWith<Recording & ChangeHistoryReading>();
const category = 'change_history';

export const changeHistoryCommands = [
  command({
    name: 'change_history.list',
    category,
    alone: 'belongs to one view of the audit log, which REST has whole',
    description: 'List changes since the history was last cleared, newest first.',
    access: useCases.diagnostics.changes.role,
    args: z.object({
      limit: z.int().min(1).max(10_000).default(100),
      channel_address: z.string().max(64).optional().describe('Only changes of this device or channel.'),
    }),
    result: z.array(auditEntry),
    handler: async ({ limit, channel_address: address }, ports) =>
      (await listChanges(ports, { limit, address })).map(auditEntryOf),
  }),
  command({
    name: 'change_history.clear',
    category,
    alone: 'belongs to one view of the audit log, which REST has whole',
    description: 'Begin the history of changes anew. Everything stays in the audit log.',
    access: clearChanges.role,
    result: z.object({ cleared: z.literal(true) }),
    handler: async (_args, ports, caller) => {
      await clearChanges(ports, caller);
      return { cleared: true } as const;
    },
  }),
];
