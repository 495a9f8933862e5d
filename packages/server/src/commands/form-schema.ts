import { formSchema, localeQuery } from '@ccu-gateway/contract';
import { type FormReading, readFormSchema } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<FormReading>();
const address = z.string().min(1).max(64);

export const formSchemaCommands = [
  command({
    name: 'paramset.form_schema',
    category: 'paramsets',
    description: 'Describe a paramset the way a form needs it, with its values.',
    access: 'viewer',
    args: z.object({
      ...centralArgs,
      address: address.describe('Address of the device.'),
      channel_no: z.int().min(0).max(9999),
      paramset: z.enum(['VALUES', 'MASTER', 'LINK']).default('MASTER'),
      peer: address.optional().describe('The channel at the other end, for LINK.'),
      locale: localeQuery,
      expert: z.boolean().optional(),
    }),
    result: formSchema,
    handler: (args, needs) => {
      const { address: device, channel_no: channel, paramset: key, peer, locale, expert } = args;
      return readFormSchema(needs, { ...scopeOf(args), device, channel, key, peer, locale, expert });
    },
  }),
];
