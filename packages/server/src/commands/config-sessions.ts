import {
  type ConfigEditing,
  discardConfigSession,
  invalid,
  moveStep,
  openConfigSession,
  pendingChanges,
  type SessionRequest,
  saveConfigSession,
  stageChange,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<ConfigEditing>();
const category = 'config';
const alone = 'an edit session with its changes lives on the WebSocket only';
const values = z.record(z.string(), z.unknown());
const at = {
  ...centralArgs,
  channel_address: z.string().min(1).max(64).describe('`DEVICE:n`, or the device for its own configuration.'),
  paramset_key: z.enum(['VALUES', 'MASTER']).default('MASTER'),
} as const;
const state = z.object({
  values: values.describe('Values of a form: those of the device, and changes made here.'),
  changes: values.describe('Changes that saving would write.'),
  can_undo: z.boolean(),
  can_redo: z.boolean(),
});

type At = {
  readonly channel_address: string;
  readonly paramset_key: 'VALUES' | 'MASTER';
  readonly central_name?: string | undefined;
  readonly central?: string | undefined;
};
const requestOf = (args: At): SessionRequest => ({
  ...scopeOf(args),
  address: args.channel_address,
  key: args.paramset_key,
});

/** One parameter with its value, or without a parameter several of them by name. */
function changeOf(parameter: string | undefined, value: unknown): Readonly<Record<string, unknown>> {
  if (parameter !== undefined) return { [parameter]: value };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid([{ field: 'parameter', reason: 'is needed unless value holds several by name' }]);
}

export const configSessionCommands = [
  command({
    name: 'config.session.open',
    category,
    alone,
    description: 'Lock a paramset for editing and read its values; nothing is written before `config.session.save`.',
    access: openConfigSession.role,
    args: z.object(at),
    result: state.extend({ token: z.string().describe('Of the edit lock.') }),
    handler: (args, ports, caller) => openConfigSession(ports, caller, requestOf(args)),
  }),
  command({
    name: 'config.session.set',
    category,
    alone,
    description: 'Take up a change. Values that cannot be written are refused at once.',
    access: stageChange.role,
    args: z.object({ ...at, parameter: z.string().min(1).max(128).optional(), value: z.json() }),
    result: state,
    handler: (args, ports, caller) => stageChange(ports, caller, requestOf(args), changeOf(args.parameter, args.value)),
  }),
  ...(
    [
      ['config.session.undo', 'Take the last change back.', -1],
      ['config.session.redo', 'Make the change again that was taken back last.', 1],
    ] as const
  ).map(([name, description, by]) =>
    command({
      name,
      category,
      alone,
      description,
      access: moveStep.role,
      args: z.object(at),
      result: state,
      handler: (args, ports, caller) => moveStep(ports, caller, requestOf(args), by),
    }),
  ),
  command({
    name: 'config.session.changes',
    category,
    alone,
    description: 'Show the changes that saving would write.',
    access: pendingChanges.role,
    args: z.object(at),
    result: state,
    handler: (args, ports, caller) => pendingChanges(ports, caller, requestOf(args)),
  }),
  command({
    name: 'config.session.save',
    category,
    alone,
    description: 'Write the changes as one call and free the paramset. When the CCU refuses, they are kept.',
    access: saveConfigSession.role,
    args: z.object(at),
    result: z.object({ written: z.int() }),
    handler: async (args, ports, caller) => ({ written: await saveConfigSession(ports, caller, requestOf(args)) }),
  }),
  command({
    name: 'config.session.discard',
    category,
    alone,
    description: 'Forget the changes and free the paramset.',
    access: discardConfigSession.role,
    args: z.object(at),
    result: z.object({ discarded: z.literal(true) }),
    handler: async (args, ports, caller) => {
      await discardConfigSession(ports, caller, requestOf(args));
      return { discarded: true } as const;
    },
  }),
];
