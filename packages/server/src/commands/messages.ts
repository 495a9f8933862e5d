import {
  ackAllResult,
  alarmMessage,
  messageId,
  serviceMessage,
  suppressedServiceMessage,
  unsuppressRequest,
} from '@ccu-gateway/contract';
import {
  acknowledgeAll,
  acknowledgeMessage,
  disableServiceMessage,
  listAlarmMessages,
  listServiceMessages,
  listSuppressed,
  type MessageKind,
  type MessageWriting,
  refuseUnread,
  unsuppress,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';
import { suppressedBody } from '../rest/messages.js';

const command = commandsWith<MessageWriting>();
const category = 'messages';
const byId = z.object({ ...centralArgs, id: messageId });

export const messageCommands = [
  command({
    name: 'alarm_messages.list',
    category,
    description: 'List the alarm messages of the CCUs.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: z.array(alarmMessage),
    handler: (args, needs) => {
      refuseUnread(needs, 'alarm_messages', scopeOf(args), { whole: true });
      return listAlarmMessages(needs, scopeOf(args));
    },
  }),
  command({
    name: 'service_messages.list',
    category,
    description: 'List the service messages of the CCUs.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: z.array(serviceMessage),
    handler: (args, needs) => {
      refuseUnread(needs, 'service_messages', scopeOf(args), { whole: true });
      return listServiceMessages(needs, scopeOf(args));
    },
  }),
  ...(['alarm', 'service'] as const).flatMap(acknowledging),
  command({
    name: 'service_messages.disable',
    category,
    description: 'Have the CCU raise no more messages of this kind for this channel.',
    access: disableServiceMessage.role,
    args: byId,
    result: z.object({ id: z.string(), disabled: z.literal(true) }),
    handler: async (args, needs, caller) => {
      await disableServiceMessage(needs, caller, { ...scopeOf(args), id: args.id });
      return { id: args.id, disabled: true } as const;
    },
  }),
  command({
    name: 'service_messages.suppressed',
    category,
    description: 'List the service messages that the CCUs have been told not to raise.',
    access: 'operator',
    args: z.object(centralArgs),
    result: z.array(suppressedServiceMessage),
    handler: async (args, needs) => (await listSuppressed(needs, scopeOf(args))).map(suppressedBody),
  }),
  command({
    name: 'service_messages.unsuppress',
    category,
    description: 'Have the CCU raise service messages of a channel again.',
    access: unsuppress.role,
    args: z.object({ ...centralArgs, ...unsuppressRequest.shape }),
    result: z.object({ channel: z.string(), unsuppressed: z.literal(true) }),
    handler: async (args, needs, caller) => {
      const { channel, parameter } = args;
      await unsuppress(needs, caller, { ...scopeOf(args), channel, parameter, interface: args.interface });
      return { channel, unsuppressed: true } as const;
    },
  }),
];

function acknowledging(kind: MessageKind) {
  return [
    command({
      name: `${kind}_messages.ack`,
      category,
      description: `Acknowledge one ${kind} message.`,
      access: acknowledgeMessage.role,
      args: byId,
      result: z.object({ acknowledged: z.boolean(), id: z.string() }),
      handler: async (args, needs, caller) => {
        await acknowledgeMessage(needs, caller, { ...scopeOf(args), kind, id: args.id });
        return { acknowledged: true, id: args.id };
      },
    }),
    command({
      name: `${kind}_messages.ack_all`,
      category,
      description: `Acknowledge every ${kind} message of one CCU or of all.`,
      access: acknowledgeAll.role,
      args: z.object(centralArgs),
      result: ackAllResult,
      handler: async (args, needs, caller) => ({
        acknowledged: await acknowledgeAll(needs, caller, { ...scopeOf(args), kind }),
      }),
    }),
  ];
}
