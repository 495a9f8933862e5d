import { centralArg, parseAddress, query } from '../address.js';
import { confirm } from '../ask.js';
import { type Context, command, group } from '../context.js';
import { CliError, EXIT, usageError } from '../exit.js';
import type { Rest } from '../rest.js';
import { table } from '../text.js';

interface Device {
  readonly address: string;
  readonly name?: string;
  readonly interface?: string;
  readonly central?: string;
}

interface Status {
  readonly supported: boolean;
  readonly reason?: string;
  readonly channels?: readonly { readonly address: string; readonly active?: boolean }[];
}

interface Report {
  readonly touched: number;
  readonly skipped: number;
  readonly failed: number;
}

interface Args {
  readonly address?: string | undefined;
  readonly all?: boolean | undefined;
  readonly central?: string | undefined;
}

/** Keys of other interfaces report without a link. */
const SILENT = 'HmIP-RF';

const args = {
  address: { type: 'positional', required: false, description: 'DEVICE or DEVICE:CHANNEL' },
  all: { type: 'boolean', description: 'all devices of HmIP-RF' },
  ...centralArg,
} as const;

const list = command({
  name: 'ccu-gateway central-links list',
  description: 'List the keys of a device, or of all, and whether they are linked with the CCU.',
  args: { address: { type: 'positional', required: false, description: 'DEVICE' }, ...centralArg },
  run: async (context, given) => {
    const rest = await context.rest({ token: 'required' });
    const found: { readonly device: Device; readonly status: Status }[] = [];
    for (const device of await devicesOf(rest, given)) {
      found.push({ device, status: (await rest.call('GET', pathOf(device))) as Status });
    }
    const keys = found.flatMap(({ device, status }) => (status.channels ?? []).map((key) => ({ device, key })));
    return {
      data: found.map(({ device, status }) => ({ address: device.address, central: device.central, ...status })),
      lines: table(
        ['KEY', 'DEVICE', 'CENTRAL', 'LINKED'],
        keys.map(({ device, key }) => [
          key.address,
          device.name ?? '-',
          device.central ?? '-',
          key.active === undefined ? 'unknown' : key.active ? 'yes' : 'no',
        ]),
        context.output.forPeople,
      ),
    };
  },
});

const create = command({
  name: 'ccu-gateway central-links create',
  description: 'Link keys with the CCU, so that they report presses without a program.',
  args,
  run: (context, given) => change(context, given, 'POST'),
});

const remove = command({
  name: 'ccu-gateway central-links remove',
  description: 'End the links of keys with the CCU; keys that a program uses keep theirs.',
  args,
  run: async (context, given) => {
    if (given.all === true && given.address === undefined) {
      const { url } = await context.rest({ token: 'required' });
      if (!(await confirm(context.io, `Remove the links of all keys with their CCU, at ${url}?`, context.yes))) {
        throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
      }
    }
    return change(context, given, 'DELETE');
  },
});

export const centralLinkCommands = group(
  'ccu-gateway central-links',
  'Links of keys with the CCU, without which those of HmIP report no presses.',
  { list, create, remove },
);

async function change(context: Context, given: Args, method: 'POST' | 'DELETE') {
  if ((given.address === undefined) === (given.all !== true)) {
    throw usageError('name one device, or all with --all', 'ccu-gateway central-links list');
  }
  const rest = await context.rest({ token: 'required' });
  const total = { touched: 0, skipped: 0, failed: 0 };
  for (const device of await devicesOf(rest, given)) {
    if (given.all === true && !(await isSupported(rest, device))) continue;
    const report = (await rest.call(method, pathOf(device, given.address))) as Report;
    total.touched += report.touched;
    total.skipped += report.skipped;
    total.failed += report.failed;
  }
  const done = `${method === 'POST' ? 'linked' : 'unlinked'} ${total.touched}, left out ${total.skipped}`;
  if (total.failed > 0) {
    throw new CliError(EXIT.failed, 'partly_failed', `${done}, and ${total.failed} keys were refused by the CCU`);
  }
  return { data: total, lines: [done] };
}

const isSupported = async (rest: Rest, device: Device) =>
  ((await rest.call('GET', pathOf(device))) as Status).supported;

/** The one that was named, as it was; else all whose keys need a link. */
async function devicesOf(rest: Rest, { address, central }: Args): Promise<readonly Device[]> {
  if (address !== undefined) {
    const at = parseAddress(address);
    return [(await rest.call('GET', `/devices/${at.device}${query({ central })}`)) as Device];
  }
  const answer = (await rest.call('GET', `/devices${query({ central })}`)) as { readonly items?: readonly Device[] };
  return (answer.items ?? []).filter((device) => device.interface === SILENT);
}

function pathOf(device: Device, address?: string): string {
  const channel = address === undefined || parseAddress(address).channel === undefined ? undefined : address;
  return `/devices/${encodeURIComponent(device.address)}/central-links${query({ central: device.central, channel })}`;
}
