import { programId, programSummary } from '@ccu-gateway/contract';
import {
  deleteProgram,
  executeProgram,
  listPrograms,
  type ProgramWriting,
  refuseUnread,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { commandsWith } from '../../operation/command.js';
import { centralArgs, scopeOf } from './central-arg.js';

const command = commandsWith<ProgramWriting>();
const category = 'programs';

export const programCommands = [
  command({
    name: 'programs.list',
    category,
    description: 'List the programs of the CCUs.',
    access: 'viewer',
    args: z.object({ ...centralArgs, include_internal: z.boolean().optional() }),
    result: z.array(programSummary),
    handler: (args, needs) => {
      refuseUnread(needs, 'programs', scopeOf(args), { whole: true });
      return listPrograms(needs, { ...scopeOf(args), include_internal: args.include_internal });
    },
  }),
  command({
    name: 'programs.execute',
    category,
    description: 'Run a program, in any case or only while it is active. A CCU does not look at its conditions then.',
    access: executeProgram.role,
    args: z.object({ ...centralArgs, id: programId, check_conditions: z.boolean().default(false) }),
    result: z.object({ id: z.string(), executed: z.boolean() }),
    handler: async (args, needs, caller) => {
      const request = { ...scopeOf(args), id: args.id, checkConditions: args.check_conditions };
      return { id: args.id, executed: await executeProgram(needs, caller, request) };
    },
  }),
  command({
    name: 'programs.delete',
    category,
    description: 'Delete a program from its CCU.',
    access: deleteProgram.role,
    args: z.object({ ...centralArgs, id: programId }),
    result: z.object({ id: z.string(), deleted: z.boolean() }),
    handler: async (args, needs, caller) => {
      await deleteProgram(needs, caller, { ...scopeOf(args), id: args.id });
      return { id: args.id, deleted: true };
    },
  }),
];
