import type { CallAnswer } from '@ccu-gateway/client';
import { type Context, command, group } from '../../context/context.js';
import { readSecretLine } from '../../terminal/ask.js';
import { EXIT, usageError } from '../../terminal/exit.js';
import { printable } from '../../terminal/text.js';

type Zone = CallAnswer<'getAlarmState'>['zones'][number];
type Entry = CallAnswer<'listAlarmJournal'>[number];

const MODES = ['full', 'perimeter', 'night', 'vacation', 'custom'] as const;
const zoneArg = { type: 'positional', required: true, description: 'id of the zone, or `master` for all' } as const;
const pinArg = {
  'pin-stdin': { type: 'boolean', description: 'read the PIN from stdin (else CCU_GATEWAY_ALARM_PIN, else none)' },
} as const;

/** The PIN of a command, never an argument: arguments are visible to other programs of the machine. */
async function pinOf({ io }: Context, fromStdin: boolean): Promise<{ readonly code?: string }> {
  const pin = fromStdin ? await readSecretLine(io) : (io.env.CCU_GATEWAY_ALARM_PIN ?? '');
  return pin === '' ? {} : { code: pin };
}

const status = command({
  name: 'ccu-gateway alarm status',
  description: 'Show the state of each alarm zone.',
  args: {},
  run: async (context) => {
    const rest = await context.rest({ token: 'required' });
    const { zones } = await rest.call('getAlarmState');
    return {
      data: zones,
      table: {
        header: ['ZONE', 'NAME', 'STATE', 'MODE', 'OPEN', 'NOTES'],
        rows: zones.map((zone) => [zone.id, zone.name, zone.state, zone.mode, String(zone.open.length), notesOf(zone)]),
      },
    };
  },
});

function notesOf(zone: Zone): string {
  const { degraded, unconfirmed_outputs: outputs, missing_outputs: missing, unacknowledged, countdown } = zone;
  const notes = [
    ...(countdown === undefined ? [] : [`${countdown.remaining_s} s left`]),
    ...(degraded ? ['CCU not connected'] : []),
    ...(outputs.length > 0 ? [`not confirmed: ${outputs.join(' ')}`] : []),
    ...(missing.length > 0 ? [`no longer there: ${missing.join(' ')}`] : []),
    ...(unacknowledged === undefined ? [] : ['alarm not acknowledged']),
  ];
  return notes.length === 0 ? '-' : notes.join(', ');
}

const arm = command({
  name: 'ccu-gateway alarm arm',
  description: 'Arm an alarm zone.',
  args: {
    zone: zoneArg,
    mode: { type: 'positional', required: false, description: `one of ${MODES.join(', ')}; else full` },
    force: { type: 'boolean', description: 'leave out sensors that cannot watch' },
    'skip-delay': { type: 'boolean', description: 'without the exit delay' },
    ...pinArg,
  },
  run: async (context, args) => {
    const mode = MODES.find((each) => each === (args.mode ?? 'full'));
    if (mode === undefined) throw usageError(`${args.mode} is no mode`, `one of ${MODES.join(', ')}`);
    const rest = await context.rest({ token: 'required' });
    const code = await pinOf(context, args['pin-stdin'] === true);
    const body = { mode, force: args.force === true, skip_delay: args['skip-delay'] === true, ...code };
    const armed = await rest.call('armAlarmZone', { path: { id: args.zone }, body });
    const delay = armed.exit_delay_s > 0 ? ` in ${armed.exit_delay_s} s` : '';
    return { data: armed, lines: [`${printable(args.zone)} is armed${delay}`] };
  },
});

const disarm = command({
  name: 'ccu-gateway alarm disarm',
  description: 'Disarm an alarm zone and end its alarm.',
  args: { zone: zoneArg, ...pinArg },
  run: async (context, args) => {
    const rest = await context.rest({ token: 'required' });
    const body = await pinOf(context, args['pin-stdin'] === true);
    await rest.call('disarmAlarmZone', { path: { id: args.zone }, body });
    return { data: { zone: args.zone, state: 'disarmed' }, lines: [`${printable(args.zone)} is disarmed`] };
  },
});

const journal = command({
  name: 'ccu-gateway alarm journal',
  description: 'List the journal of the alarm system, newest first.',
  args: {
    zone: { type: 'string', description: 'entries of this zone alone' },
    limit: { type: 'string', description: 'number of entries, at most 5000; else 50' },
  },
  run: async (context, { zone, limit = '50' }) => {
    const rest = await context.rest({ token: 'required' });
    const entries = await rest.call('listAlarmJournal', { query: { limit: Number(limit), ...(zone && { zone }) } });
    return {
      data: entries,
      table: { header: ['ID', 'WHEN', 'ZONE', 'EVENT', 'ACTOR'], rows: entries.map(rowOf) },
    };
  },
});

const rowOf = ({ id, when, zone_id: zone, event, actor, details }: Entry) => [
  String(id),
  when,
  zone || '-',
  event,
  [actor ?? '-', ...codeOf(details)].join(', '),
];

/** The used code; the gateway shows it to administrators alone. */
const codeOf = ({ code, duress }: NonNullable<Entry['details']> = {}): readonly string[] =>
  typeof code === 'string' ? [`code ${printable(code)}${duress === true ? ' under duress' : ''}`] : [];

const verify = command({
  name: 'ccu-gateway alarm verify',
  description: 'Check that no entry of the journal was changed or removed.',
  args: {},
  run: async (context) => {
    const rest = await context.rest({ token: 'required' });
    const proof = await rest.call('verifyAlarmJournal');
    const bad = proof.first_bad_id === undefined ? '' : ` at entry ${proof.first_bad_id}`;
    return {
      exit: proof.ok ? EXIT.ok : EXIT.failed,
      data: proof,
      lines: [proof.ok ? `${proof.entries} entries continue one another` : `the journal was changed${bad}`],
    };
  },
});

const test = command({
  name: 'ccu-gateway alarm test',
  description: 'Switch an output of the alarm system on for five seconds.',
  args: {
    output: { type: 'positional', required: true, description: 'id of the output' },
    sound: { type: 'boolean', description: 'with sound; else light only where the device has one' },
  },
  run: async (context, { output, sound }) => {
    const rest = await context.rest({ token: 'required' });
    await rest.call('testAlarmOutput', { path: { id: output }, body: { optical_only: sound !== true } });
    return { data: { output }, lines: [`${printable(output)} is on for five seconds`] };
  },
});

export const alarmCommands = group('ccu-gateway alarm', 'Zones, codes and journal of the alarm system.', {
  status,
  arm,
  disarm,
  journal,
  verify,
  test,
});
