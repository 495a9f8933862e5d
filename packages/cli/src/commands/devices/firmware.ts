import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { deviceNamed } from '../../gateway/device-named.js';
import { everyDevice } from '../../gateway/every-device.js';
import type { Rest } from '../../gateway/rest.js';
import { centralArg } from '../../terminal/address.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { Table } from '../../terminal/table.js';
import { printable } from '../../terminal/text.js';

type Plan = CallAnswer<'readFirmwarePlan'>;
type Update = Plan['updates'][number];

/** A device of an update. */
interface Target {
  readonly central?: string | undefined;
  readonly address: string;
}

const WHEN = ['now', 'night'] as const;
/** The gateway takes no more devices with one request. */
const MOST_DEVICES = 500;

/** Causes for which an update does not begin now. */
const WAITS: Readonly<Record<string, string>> = {
  paused: 'the plan is paused',
  night: 'waits for the night',
  not_connected: 'waits for the CCU',
  duty_cycle: 'waits for the duty cycle',
  turn: 'waits for its turn',
  wakeup: 'waits until the device wakes',
  retry: 'is tried again',
};

const status = command({
  name: 'ccu-gateway firmware status',
  description: 'Show the planned updates of devices, each with what it waits for.',
  args: { history: { type: 'boolean', description: 'the ended updates instead, newest first' } },
  run: async (context, { history }) => {
    const plan = await (await context.rest({ token: 'required' })).call('readFirmwarePlan');
    return { data: plan, table: tableOf(history === true ? plan.history : plan.updates) };
  },
});

const tableOf = (updates: readonly Update[]): Table => ({
  header: ['ID', 'DEVICE', 'NAME', 'FROM', 'TO', 'STATE', 'NOTES', 'CENTRAL'],
  rows: updates.map((update) => [
    update.id,
    update.device_address,
    update.name ?? '-',
    update.from,
    update.to,
    update.state === 'failed' ? { text: update.state, style: 'bad' } : update.state,
    notesOf(update),
    update.central,
  ]),
  spare: ['NAME', 'FROM', 'CENTRAL'],
});

function notesOf({ waits_for: cause, behind, tries, reason }: Update): string {
  const notes = [
    ...(cause === undefined ? [] : [WAITS[cause] ?? cause]),
    ...(behind === undefined ? [] : [`after ${behind}`]),
    ...(tries === 0 ? [] : [`${tries} failed ${tries === 1 ? 'try' : 'tries'}`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return notes.length === 0 ? '-' : notes.join(', ');
}

const plan = command({
  name: 'ccu-gateway firmware plan',
  description: 'Plan updates of devices; the gateway carries them out one after another.',
  args: {
    devices: { type: 'positional', required: false, description: 'DEVICE, by address or name, several' },
    all: { type: 'boolean', description: 'every device that has an update' },
    when: { type: 'string', valueHint: WHEN.join('|'), description: 'of the whole plan; else as it is' },
    ...centralArg,
  },
  run: async (context, args) => {
    const when = WHEN.find((each) => each === args.when);
    if (args.when !== undefined && when === undefined) throw usageError(`--when takes one of ${WHEN.join(', ')}`);
    if ((args._.length === 0) === (args.all !== true)) throw usageError('name devices, or give --all');
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const devices = args.all === true ? await withUpdates(rest, args.central) : await named(rest, args._, args.central);
    if (devices.length === 0) return { data: { updates: [] }, lines: ['no device has an update that is not planned'] };
    const question = `Update ${count(devices.length)}${when === undefined ? '' : `, ${when}`}, at ${rest.url}?`;
    if (!(await confirm(context.io, question, context.yes))) {
      throw new CliError(EXIT.usage, 'cancelled', 'nothing was planned');
    }
    if (when !== undefined) await rest.call('changeFirmwarePlan', { body: { when } });
    const planned = await rest.call('planFirmwareUpdates', { body: { devices: [...devices] } });
    return { data: planned, lines: [`planned ${count(devices.length)}; to follow: ccu-gateway firmware status`] };
  },
});

const count = (devices: number): string => `${devices} ${devices === 1 ? 'device' : 'devices'}`;

/** The devices with an update, without those whose update is planned. */
async function withUpdates(rest: Rest, central: string | undefined): Promise<readonly Target[]> {
  const { updates } = await rest.call('readFirmwarePlan');
  const planned = new Set(updates.map((each) => `${each.central}/${each.device_address}`));
  return (await everyDevice(rest, central))
    .filter((device) => device.update_available === true && !planned.has(`${device.central}/${device.address}`))
    .slice(0, MOST_DEVICES)
    .map(({ central: of, address }) => ({ central: of, address }));
}

async function named(rest: Rest, texts: readonly string[], central: string | undefined): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const text of texts) {
    const place = await deviceNamed(rest, text, central);
    targets.push({ central: place.central ?? central, address: place.device });
  }
  return targets;
}

const pause = command({
  name: 'ccu-gateway firmware pause',
  description: 'Begin no further update; a running one ends.',
  args: {},
  run: async (context) => changed(await context.rest({ token: 'required' }), true),
});

const resume = command({
  name: 'ccu-gateway firmware resume',
  description: 'Begin updates of the plan again.',
  args: {},
  run: async (context) => changed(await context.rest({ token: 'required' }), false),
});

async function changed(rest: Rest, paused: boolean) {
  const data = await rest.call('changeFirmwarePlan', { body: { paused } });
  return { data, lines: [paused ? 'the plan is paused' : 'the plan goes on'] };
}

const abort = command({
  name: 'ccu-gateway firmware abort',
  description: 'Remove an update from the plan; an order that a CCU has is not withdrawn.',
  args: { id: { type: 'positional', required: true, description: 'ID of firmware status' } },
  run: async (context, { id }) => {
    const rest = await context.rest({ token: 'required' });
    const data = await rest.call('abortFirmwareUpdate', { path: { id } });
    return { data, lines: [`removed ${printable(id)} from the plan`] };
  },
});

export const firmwareCommands = group('ccu-gateway firmware', 'Updates of devices.', {
  status,
  plan,
  pause,
  resume,
  abort,
});
