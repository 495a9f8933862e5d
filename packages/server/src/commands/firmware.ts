import { systemUpdateEntry } from '@ccu-gateway/contract';
import { type HubView, installUpdate, knownScope, type SystemWriting } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<SystemWriting & { readonly hub: HubView }>();
const category = 'firmware';

export const firmwareCommands = [
  command({
    name: 'firmware.info',
    category,
    description: 'Say for each CCU whether there is newer firmware.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: z.array(systemUpdateEntry),
    handler: (args, { hub, house }) => hub.systemUpdates(knownScope(house, scopeOf(args))),
  }),
  command({
    name: 'firmware.update',
    category,
    description: 'Have a CCU install its firmware update.',
    access: installUpdate.role,
    args: z.object(centralArgs),
    result: z.object({ started: z.literal(true) }),
    handler: async (args, needs, caller) => {
      await installUpdate(needs, caller, scopeOf(args).central);
      return { started: true } as const;
    },
  }),
];
