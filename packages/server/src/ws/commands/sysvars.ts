import { localeQuery, setSysvarRequest, sysvarName, sysvarSummary, sysvarUsage } from '@ccu-gateway/contract';
import {
  fetchSysvars,
  listSysvars,
  refuseUnread,
  type SysvarWriting,
  setSysvar,
  sysvarUsage as usageOf,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { commandsWith } from '../../operation/command.js';
import { usageBody } from '../../rest/sysvars.js';
import { centralArgs, scopeOf } from './central-arg.js';

const command = commandsWith<SysvarWriting>();
const category = 'sysvars';

export const sysvarCommands = [
  command({
    name: 'sysvars.list',
    category,
    description: 'List the system variables of the CCUs as last read.',
    access: 'viewer',
    args: z.object({ ...centralArgs, locale: localeQuery }),
    result: z.array(sysvarSummary),
    handler: (args, needs) => {
      refuseUnread(needs, 'sysvars', scopeOf(args), { whole: true });
      return listSysvars(needs, { ...scopeOf(args), locale: args.locale });
    },
  }),
  command({
    name: 'sysvars.set',
    category,
    description: 'Set a system variable.',
    access: setSysvar.role,
    args: z.object({ ...centralArgs, name: sysvarName, value: setSysvarRequest.shape.value }),
    result: z.object({ name: z.string() }),
    handler: async (args, needs, caller) => {
      await setSysvar(needs, caller, { ...scopeOf(args), name: args.name, value: args.value });
      return { name: args.name };
    },
  }),
  command({
    name: 'sysvars.fetch',
    category,
    description: 'Read the system variables of one CCU or of all now.',
    access: 'operator',
    args: z.object(centralArgs),
    result: z.object({ fetched: z.literal(true) }),
    handler: async (args, needs) => {
      await fetchSysvars(needs, scopeOf(args));
      return { fetched: true } as const;
    },
  }),
  command({
    name: 'sysvars.usage',
    category,
    description: 'List the programs that use a system variable.',
    access: 'viewer',
    args: z.object({ ...centralArgs, name: sysvarName }),
    result: sysvarUsage,
    handler: async (args, needs) => usageBody(await usageOf(needs, { ...scopeOf(args), name: args.name })),
  }),
];
