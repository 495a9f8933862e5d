import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { centralArg } from '../../terminal/address.js';
import { usageError } from '../../terminal/exit.js';
import { parseMoment } from '../../terminal/time.js';

type Energy = CallAnswer<'getEnergy'>;

const KINDS = ['electricity', 'gas', 'water'] as const;
const MCT = 100_000;

const use = command({
  name: 'ccu-gateway energy use',
  description: 'Show consumption and cost of devices with a meter, the largest first.',
  args: {
    since: { type: 'string', valueHint: 'TIME', description: 'such as 7d or 2026-01-01; else a day ago' },
    until: { type: 'string', valueHint: 'TIME', description: 'else now' },
    kind: { type: 'string', valueHint: KINDS.join('|'), description: 'else electricity' },
    ...centralArg,
  },
  run: async (context, { since, until, kind: named, central }) => {
    const kind = KINDS.find((each) => each === (named ?? KINDS[0]));
    if (kind === undefined) throw usageError(`--kind must be one of ${KINDS.join(', ')}`);
    const now = context.io.now();
    const from = parseMoment(since ?? '1d', '--since', now);
    const to = until === undefined ? new Date(now).toISOString() : parseMoment(until, '--until', now);
    const rest = await context.rest({ token: 'required' });
    const query = {
      ...{ kind, group: 'year' as const, from, to },
      ...(central === undefined ? {} : { central }),
    };
    const energy = await rest.call('getEnergy', { query });
    return { data: energy, table: tableOf(energy) };
  },
});

function tableOf(energy: Energy) {
  const { kind, currency, devices, total_base_fee_mct: fees } = energy;
  const amount = (each: Totals) =>
    kind === 'electricity' ? rounded(each.total_consumed_wh / 1_000) : rounded(each.total_volume_m3);
  const cost = (mct: number) => (mct / MCT).toFixed(2);
  const row = (name: string, each: Totals, more: string) => [name, amount(each), cost(each.total_cost_mct), more];
  const sorted = devices.toSorted(
    (one, other) => other.total_consumed_wh - one.total_consumed_wh || other.total_volume_m3 - one.total_volume_m3,
  );
  return {
    header: ['NAME', kind === 'electricity' ? 'KWH' : 'M3', currency, 'NOTES'],
    rows: [
      ...sorted.map((each) => row(each.name, each, notesOf(each, each.is_main ? ['main meter'] : []))),
      ...(fees === 0 ? [] : [['base fee', '-', cost(fees), '-']]),
      row('all', energy, notesOf(energy, [])),
    ],
  };
}

type Totals = Omit<Energy['rooms'][number], 'name'>;

function notesOf(each: Totals, more: readonly string[]): string {
  const { total_feed_in_wh: feedIn, total_unpriced_wh: wh, total_unpriced_m3: volume } = each;
  const notes = [
    ...more,
    ...(feedIn === 0 ? [] : [`${rounded(feedIn / 1_000)} kWh fed in`]),
    ...(wh === 0 ? [] : [`${rounded(wh / 1_000)} kWh without a price`]),
    ...(volume === 0 ? [] : [`${rounded(volume)} m3 without a price`]),
  ];
  return notes.length === 0 ? '-' : notes.join(', ');
}

const rounded = (value: number): string => String(Math.round(value * 1_000) / 1_000);

const standby = command({
  name: 'ccu-gateway energy standby',
  description: 'Show the power that devices take all the time, the highest first.',
  args: { ...centralArg },
  run: async (context, { central }) => {
    const rest = await context.rest({ token: 'required' });
    const found = await rest.call('getStandby', { query: central === undefined ? {} : { central } });
    return {
      data: found,
      table: {
        header: ['NAME', 'WATT', 'KWH/YEAR', `${found.currency}/YEAR`, 'NIGHTS'],
        rows: found.devices.map(({ name, standby_w: watts, year_wh: year, year_mct: cost, nights }) => [
          name,
          watts === undefined ? '-' : String(watts),
          year === undefined ? '-' : rounded(year / 1_000),
          cost === undefined ? '-' : (cost / MCT).toFixed(2),
          String(nights),
        ]),
      },
    };
  },
});

export const energyCommands = group('ccu-gateway energy', 'Consumption, cost and standby of devices with a meter.', {
  use,
  standby,
});
