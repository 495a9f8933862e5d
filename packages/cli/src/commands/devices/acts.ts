import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { channelNamed } from '../../gateway/device-named.js';
import { operatedParameter } from '../../gateway/operated-parameter.js';
import type { Rest } from '../../gateway/rest.js';
import { centralArg } from '../../terminal/address.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import type { Table } from '../../terminal/table.js';
import { printable, value as show } from '../../terminal/text.js';
import { parseDuration } from '../../terminal/time.js';
import { parseValue } from '../../terminal/value.js';

type Act = CallAnswer<'listActs'>['acts'][number];

/** One write of an act, before it is sent. */
interface Planned {
  readonly central?: string | undefined;
  readonly device_address: string;
  readonly channel: number;
  readonly parameter: string;
  readonly value: string | number | boolean;
  readonly previous: unknown;
}

const start = command({
  name: 'ccu-gateway act start',
  description: 'Set a value on several devices together; shows each change and asks before it sends.',
  args: {
    value: { type: 'positional', required: true, description: '17, 40%, on, the name of an enum value, …' },
    addresses: {
      type: 'positional',
      required: true,
      description: 'DEVICE, DEVICE:CHANNEL or CHANNEL, by address or name, several',
    },
    for: { type: 'string', valueHint: 'TIME', description: 'such as 30m or 2h; then the values before are restored' },
    parameter: { type: 'string', valueHint: 'NAME', description: 'by default the one that people operate' },
    name: { type: 'string', valueHint: 'TEXT', description: 'of the act, for people; by default its value' },
    preview: { type: 'boolean', description: 'only show the changes' },
    ...centralArg,
  },
  run: async (context, args) => {
    const [, ...addresses] = args._;
    const duration = args.for === undefined ? undefined : parseDuration(args.for, '--for') / 1000;
    const rest = await context.rest({ token: 'required' });
    const { progress } = context.output;
    const writes = await progress.during('reading the values', () => planOf(rest, addresses, args));
    const table = tableOf(writes);
    if (args.preview === true) return { data: { writes }, table };
    const question = `Set ${writes.length} data points to ${args.value}, at ${rest.url}?`;
    if (!context.yes) for (const row of table.rows) context.io.stderr.write(`${row.map(String).join('  ')}\n`);
    if (!(await confirm(context.io, question, context.yes))) {
      throw new CliError(EXIT.usage, 'cancelled', 'nothing was sent');
    }
    const act = await rest.call('startAct', {
      body: {
        name: args.name ?? args.value,
        writes: writes.map(({ previous: _, ...write }) => write),
        ...(duration === undefined ? {} : { duration_seconds: duration }),
      },
    });
    const until = act.ends_at === undefined ? 'without an end' : `until ${act.ends_at}`;
    return { data: act, lines: [`started ${act.id}, ${until}; to end it: ccu-gateway act end ${act.id}`] };
  },
});

async function planOf(
  rest: Rest,
  addresses: readonly string[],
  args: { readonly value: string; readonly parameter?: string | undefined; readonly central?: string | undefined },
): Promise<readonly Planned[]> {
  const writes: Planned[] = [];
  for (const text of addresses) {
    const { device: addr, channel: no, central = args.central } = await channelNamed(rest, text, args.central);
    const parameter = args.parameter ?? (await operatedParameter(rest, { addr, no }, { central }));
    const point = await rest.call('getDataPoint', { path: { addr, no, param: parameter }, query: { central } });
    const value = parseValue(args.value, point);
    writes.push({ central, device_address: addr, channel: no, parameter, value, previous: point.value });
  }
  return writes;
}

function tableOf(writes: readonly Planned[]): Table {
  return {
    header: ['CHANNEL', 'PARAMETER', 'NOW', 'NEXT'],
    rows: writes.map(({ device_address, channel, parameter, value, previous }) => [
      `${device_address}:${channel}`,
      parameter,
      show(previous),
      show(value),
    ]),
  };
}

const list = command({
  name: 'ccu-gateway act list',
  description: 'List the acts in force and the last ended ones, newest first.',
  fields: {
    id: true,
    name: true,
    by: true,
    state: true,
    started_at: true,
    ends_at: true,
    undo_until: true,
    ended_at: true,
    writes: true,
  } as const satisfies Readonly<Record<keyof Act, true>>,
  run: async (context) => {
    const rest = await context.rest({ token: 'required' });
    const { acts } = await rest.call('listActs');
    return {
      data: acts,
      table: {
        header: ['ID', 'NAME', 'STATE', 'WRITES', 'BY', 'UNTIL'],
        rows: acts.map(({ id, name, state, writes, by, ends_at, undo_until }) => [
          id,
          printable(name),
          state,
          String(writes.length),
          by,
          ends_at ?? undo_until ?? '-',
        ]),
        spare: ['BY'],
      },
    };
  },
});

const end = command({
  name: 'ccu-gateway act end',
  description: 'End an act now: its data points get the values before.',
  args: { act: { type: 'positional', required: true, description: 'its id' } },
  run: async (context, { act: id }) => {
    const rest = await context.rest({ token: 'required' });
    const ended = await rest.call('endAct', { path: { id } });
    return { data: ended, lines: [`ending ${printable(ended.name)}`] };
  },
});

export const actCommands = group('ccu-gateway act', 'Several devices set together until an end.', { start, list, end });
