import { command, group } from '../../context/context.js';
import { type HubList, hubList, requireAll } from '../../gateway/hub-list.js';
import type { Rest } from '../../gateway/rest.js';
import { onlyCentralArg } from '../../terminal/address.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import { printable } from '../../terminal/text.js';

/** A service or alarm message of a CCU. */
interface Message {
  readonly id: string;
  readonly kind: 'service' | 'alarm';
  readonly central: string | undefined;
  readonly device: string;
  readonly message: string;
  readonly since: string;
  /** True when it can be acknowledged. */
  readonly quittable: boolean;
}

async function messagesOf(rest: Rest, central: string | undefined): Promise<HubList<Message>> {
  const query = { central };
  const service = await hubList(rest, 'listServiceMessages', { query });
  const alarm = await hubList(rest, 'listAlarmMessages', { query });
  const entries: readonly Message[] = [
    ...alarm.entries.map((each) => ({ ...textsOf(each), kind: 'alarm' as const, quittable: true })),
    ...service.entries.map((each) => ({ ...textsOf(each), kind: 'service' as const, quittable: each.quittable })),
  ];
  return { entries, notRead: [...new Set([...service.notRead, ...alarm.notRead])] };
}

function textsOf(message: {
  readonly id: string;
  readonly name: string;
  readonly central?: string | undefined;
  readonly device_name?: string | undefined;
  readonly address?: string | undefined;
  readonly display_name?: string | undefined;
  readonly description?: string | undefined;
  readonly timestamp: string;
}) {
  const { id, name, central, device_name, address, display_name, description, timestamp } = message;
  return {
    id,
    central,
    device: device_name ?? address ?? '-',
    message: display_name || description || name,
    since: timestamp,
  };
}

const list = command({
  name: 'ccu-gateway messages list',
  description: 'List the service and alarm messages of the CCUs.',
  args: onlyCentralArg,
  fields: { id: true, kind: true, central: true, device: true, message: true, since: true, quittable: true },
  run: async (context, { central }) => {
    const { entries, notRead } = await messagesOf(await context.rest({ token: 'required' }), central);
    return {
      data: entries,
      notRead,
      table: {
        header: ['ID', 'KIND', 'CENTRAL', 'DEVICE', 'MESSAGE', 'SINCE'],
        rows: entries.map((each) => [
          each.id,
          { text: each.kind, style: each.kind === 'alarm' ? 'bad' : 'warning' },
          each.central ?? '-',
          each.device,
          each.message,
          each.since,
        ]),
        spare: ['KIND'],
      },
    };
  },
});

const ack = command({
  name: 'ccu-gateway messages ack',
  description: 'Acknowledge a message, or all that can be.',
  args: {
    id: { type: 'positional', required: false, description: 'its id, as `messages list` names it' },
    all: { type: 'boolean', description: 'all messages' },
    ...onlyCentralArg,
  },
  run: async (context, { id, all, central }) => {
    if ((id === undefined) === (all !== true))
      throw usageError('name a message, or --all', 'ccu-gateway messages list');
    const rest = await context.rest({ token: 'required' });
    if (id === undefined) {
      const query = { central };
      const service = await rest.call('acknowledgeAllServiceMessages', { query });
      const alarm = await rest.call('acknowledgeAllAlarmMessages', { query });
      const acknowledged = service.acknowledged + alarm.acknowledged;
      return { data: { acknowledged }, lines: [`acknowledged ${acknowledged}`] };
    }
    const found = await messagesOf(rest, central);
    const message = only(found, id);
    const operation = message.kind === 'alarm' ? 'acknowledgeAlarmMessage' : 'acknowledgeServiceMessage';
    await rest.call(operation, { path: { id }, query: { central: message.central } });
    return { data: message, lines: [`acknowledged ${printable(message.message)} of ${printable(message.device)}`] };
  },
});

export const messageCommands = group('ccu-gateway messages', 'Service and alarm messages of the CCUs.', { list, ack });

/** @throws CliError where none or several are meant */
function only(found: HubList<Message>, id: string): Message {
  const [message, ...others] = found.entries.filter((each) => each.id === id);
  const fix = 'ccu-gateway messages list';
  if (others.length > 0) {
    const fix = 'name the CCU with --central';
    throw new CliError(EXIT.conflict, 'ambiguous', 'several messages have this id; nothing was done', { fix });
  }
  if (message !== undefined) return message;
  requireAll(found, 'messages');
  throw new CliError(EXIT.notFound, 'not_found', 'there is no such message', { fix });
}
