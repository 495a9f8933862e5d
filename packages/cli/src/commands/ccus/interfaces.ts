import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { onlyCentralArg } from '../../terminal/address.js';
import { EXIT } from '../../terminal/exit.js';
import { printable } from '../../terminal/text.js';

type Interface = CallAnswer<'listInterfaces'>[number];

const idArg = {
  id: {
    type: 'positional',
    required: true,
    valueHint: 'INTERFACE',
    description: 'its id, as `interfaces list` names it',
  },
} as const;

const list = command({
  name: 'ccu-gateway interfaces list',
  description: 'List the interfaces of the CCUs, and whether what happens there arrives.',
  args: onlyCentralArg,
  fields: {
    id: true,
    name: true,
    connected: true,
    interface: true,
    central_id: true,
    host: true,
    note: true,
    duty_cycle: true,
    carrier_sense: true,
    state: true,
  } as const satisfies Readonly<Record<keyof Interface, true>>,
  run: async (context, { central }) => {
    const rest = await context.rest({ token: 'required' });
    const interfaces = await rest.call('listInterfaces', { query: { central } });
    return {
      data: interfaces,
      table: {
        header: ['ID', 'CENTRAL', 'INTERFACE', 'CONNECTED', 'DUTY CYCLE', 'NOTE'],
        rows: interfaces.map(({ id, central_id, interface: name, connected, duty_cycle, note }) => [
          id,
          central_id ?? '-',
          name,
          connected ? { text: 'yes', style: 'good' } : { text: 'no', style: 'bad' },
          duty_cycle === undefined ? '-' : `${duty_cycle} %`,
          note ?? '',
        ]),
        spare: ['INTERFACE'],
      },
    };
  },
});

const reconnect = command({
  name: 'ccu-gateway interfaces reconnect',
  description: 'Drop the link to an interface and build it anew.',
  args: idArg,
  run: async (context, { id }) => {
    const rest = await context.rest({ token: 'required' });
    await rest.call('reconnectInterface', { path: { id } });
    return { data: { id, reconnecting: true }, lines: [`Reconnecting ${printable(id)}`] };
  },
});

const test = command({
  name: 'ccu-gateway interfaces test',
  description: 'Prove that what an interface sends arrives here, or say where it breaks (exit 7).',
  args: idArg,
  run: async (context, { id }) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const result = await rest.call('testInterfaceLoop', { path: { id } });
    const { ok, rtt_ms: ms, hop, cause } = result;
    if (ok) return { data: result, lines: [`${printable(id)} answers${ms === undefined ? '' : ` after ${ms} ms`}`] };
    return {
      data: result,
      lines: [
        `${printable(id)} does not answer (${hop ?? 'unknown hop'})`,
        ...(cause === undefined ? [] : [printable(cause)]),
      ],
      exit: EXIT.problems,
    };
  },
});

export const interfaceCommands = group('ccu-gateway interfaces', 'Interfaces of the CCUs.', { list, reconnect, test });
