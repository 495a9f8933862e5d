import { incident } from '@ccu-gateway/contract';
import { type IncidentLog, incidentBody, type Recording, recordChange } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<Recording & { readonly incidentLog: IncidentLog }>();
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
      return { cleared: true } as const;
    },
  }),
];
