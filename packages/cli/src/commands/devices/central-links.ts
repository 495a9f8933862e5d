import { interfacesWhere } from '@ccu-gateway/ccu-client/interfaces';
import type { CallAnswer } from '@ccu-gateway/client';
import { type Context, command, group } from '../../context/context.js';
import { deviceNamed } from '../../gateway/device-named.js';
import { type Device, everyDevice } from '../../gateway/every-device.js';
import type { Rest } from '../../gateway/rest.js';
import { centralArg } from '../../terminal/address.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';

interface Args {
  readonly address?: string | undefined;
  readonly all?: boolean | undefined;
  readonly central?: string | undefined;
}

/** Keys of other interfaces report without a link. */
const SILENT = interfacesWhere(({ silentKeys }) => silentKeys);

const args = {
  address: {
    type: 'positional',
    required: false,
    description: 'DEVICE, DEVICE:CHANNEL or CHANNEL, by address or name',
  },
  all: { type: 'boolean', description: `all devices of ${SILENT.join(' and ')}` },
  ...centralArg,
} as const;

const list = command({
  name: 'ccu-gateway central-links list',
  description: 'List the keys of a device, or of all, and whether they are linked with the CCU.',
  args: {
    address: { type: 'positional', required: false, description: 'DEVICE, by address or name' },
    ...centralArg,
  },
  run: async (context, given) => {
    const rest = await context.rest({ token: 'required' });
    const found = await context.output.progress.during('asking for the links', () => linksFound(rest, given));
    const keys = found.flatMap(({ device, status }) => (status.channels ?? []).map((key) => ({ device, key })));
    return {
      data: found.map(({ device, status }) => ({ address: device.address, central: device.central, ...status })),
      table: {
        header: ['KEY', 'DEVICE', 'CENTRAL', 'LINKED'],
        rows: keys.map(({ device, key }) => [
          key.address,
          device.name ?? '-',
          device.central ?? '-',
          key.active === undefined ? 'unknown' : key.active ? 'yes' : 'no',
        ]),
      },
    };
  },
});

const create = command({
  name: 'ccu-gateway central-links create',
  description: 'Link keys with the CCU, so that they report presses without a program.',
  args,
  run: (context, given) => change(context, given, 'createCentralLinks'),
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
    return change(context, given, 'removeCentralLinks');
  },
});

export const centralLinkCommands = group(
  'ccu-gateway central-links',
  'Links of keys with the CCU, without which those of HmIP report no presses.',
  { list, create, remove },
);

async function change(context: Context, given: Args, operation: 'createCentralLinks' | 'removeCentralLinks') {
  if ((given.address === undefined) === (given.all !== true)) {
    throw usageError('name one device, or all with --all', 'ccu-gateway central-links list');
  }
  const rest = await context.rest({ token: 'required' });
  const total = await context.output.progress.during('changing the links', () => changed(rest, given, operation));
  const done = `${operation === 'createCentralLinks' ? 'linked' : 'unlinked'} ${total.touched}, left out ${total.skipped}`;
  if (total.failed > 0) {
    const exit = total.touched + total.skipped > 0 ? EXIT.partial : EXIT.failed;
    throw new CliError(exit, 'partly_failed', `${done}, and ${total.failed} keys were refused by the CCU`);
  }
  return { data: total, lines: [done] };
}

async function changed(rest: Rest, given: Args, operation: 'createCentralLinks' | 'removeCentralLinks') {
  const total = { touched: 0, skipped: 0, failed: 0 };
  for (const { device, channel } of await devicesOf(rest, given)) {
    if (given.all === true && !(await statusOf(rest, device)).supported) continue;
    const report = await rest.call(operation, linksOf(device, channel));
    total.touched += report.touched;
    total.skipped += report.skipped;
    total.failed += report.failed;
  }
  return total;
}

async function linksFound(rest: Rest, given: Args) {
  const found: { readonly device: Device; readonly status: CallAnswer<'getCentralLinksStatus'> }[] = [];
  for (const { device } of await devicesOf(rest, given)) found.push({ device, status: await statusOf(rest, device) });
  return found;
}

const statusOf = (rest: Rest, device: Device) => rest.call('getCentralLinksStatus', linksOf(device));

interface Chosen {
  readonly device: Device;
  readonly channel?: number | undefined;
}

/** The named device; else all devices with keys that need a link. */
async function devicesOf(rest: Rest, { address, central }: Args): Promise<readonly Chosen[]> {
  if (address !== undefined) {
    const place = await deviceNamed(rest, address, central);
    const query = { central: place.central ?? central };
    return [{ device: await rest.call('getDevice', { path: { addr: place.device }, query }), channel: place.channel }];
  }
  const devices = await everyDevice(rest, central);
  return devices.filter((device) => SILENT.some((name) => name === device.interface)).map((device) => ({ device }));
}

/** The links of a device, or of the channel that was named. */
function linksOf({ address: addr, central }: Device, channel?: number) {
  return { path: { addr }, query: { central, channel: channel === undefined ? undefined : `${addr}:${channel}` } };
}
