import { GatewayError } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { oneDevice } from '../house/find.js';
import { moment, ofCentral, ofDevice, text } from './inputs.js';
import { readTool } from './tool.js';

/** Points of a series in an answer: enough for the course, few enough to read. */
const POINTS = 48;
const MOST_PARTS = 62;
const MOST_DEVICES = 20;

const range = {
  from: moment('Begin; a day before `to` where it is left out.').optional(),
  to: moment('End; now where it is left out.').optional(),
};

const timesOf = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) => ({
  ...(from === undefined ? {} : { from: Date.parse(from) }),
  ...(to === undefined ? {} : { to: Date.parse(to) }),
});

const readHistory = readTool({
  name: 'read_history',
  title: 'Read the history of values',
  description:
    'Recorded values of parameters of one device, at most 48 points each with lowest and highest value. A value stands ' +
    'until the next one. `read_device` lists the parameters.',
  uses: ['devices.list', 'customDataPoints.list', 'history.read'],
  input: {
    ...ofDevice,
    points: z
      .array(z.strictObject({ channel: z.int().min(0).max(9_999), parameter: text('Name of the parameter.') }))
      .min(1)
      .max(8),
    ...range,
  },
  run: async (cases, { points, from, to, ...input }, { signal }) => {
    const { address, central, name } = oneDevice(cases, input);
    const history = await cases['history.read'](
      {
        central,
        points: points.map(({ channel, parameter }) => `${address}:${channel}:${parameter}`),
        maxPoints: POINTS,
        ...timesOf({ from, to }),
      },
      signal,
    );
    return {
      device: { address, name },
      from: history.from,
      to: history.to,
      series: history.series.map(({ channel, parameter, unit, multiplier = 1, recorded, error, ...series }) => ({
        channel,
        parameter,
        unit,
        recorded,
        error,
        before: series.before === undefined ? undefined : series.before.value * multiplier,
        lowest: leastOf([...(series.min ?? []), ...series.values], multiplier),
        highest: mostOf([...(series.max ?? []), ...series.values], multiplier),
        points: series.at.map((at, index) => [
          new Date(at).toISOString(),
          rounded((series.values[index] ?? 0) * multiplier),
        ]),
      })),
    };
  },
});

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
const leastOf = (values: readonly number[], by: number) =>
  values.length === 0 ? undefined : rounded(Math.min(...values) * by);
const mostOf = (values: readonly number[], by: number) =>
  values.length === 0 ? undefined : rounded(Math.max(...values) * by);

const readEnergy = readTool({
  name: 'read_energy',
  title: 'Read the energy of devices and rooms',
  description:
    'Energy in Wh of all devices with a meter, or of one device, by hour, day, month or year, with sums by room. The ' +
    'largest consumers stand first.',
  uses: ['devices.list', 'customDataPoints.list', 'history.energy'],
  input: {
    device: text('Address, name or words of one device; all devices where it is left out.').optional(),
    ...ofCentral,
    group: z.enum(['hour', 'day', 'month', 'year']).default('day'),
    ...range,
  },
  run: async (cases, { device, central, group, from, to }, { signal }) => {
    const one = device === undefined ? undefined : oneDevice(cases, { device, central });
    const asked = { central: one?.central ?? central, device: one?.address, group, ...timesOf({ from, to }) };
    const energy = await cases['history.energy'](asked, signal);
    const parts = Math.max(0, ...energy.devices.map(({ buckets }) => buckets.length));
    if (parts > MOST_PARTS) {
      throw new GatewayError(
        'validation',
        `The range has ${parts} parts, of ${MOST_PARTS} at most: choose a longer group`,
        {
          reason: 'validation_failed',
          errors: [{ field: 'group', reason: `at most ${MOST_PARTS} parts`, max: MOST_PARTS }],
        },
      );
    }
    const { devices, ...sums } = energy;
    const sorted = [...devices].sort((one_, other) => other.total_consumed_wh - one_.total_consumed_wh);
    const withParts = device !== undefined || parts * devices.length <= MOST_PARTS * 4;
    return {
      ...sums,
      devices: sorted.slice(0, MOST_DEVICES).map(({ buckets, ...rest }) => (withParts ? { ...rest, buckets } : rest)),
      more: Math.max(0, devices.length - MOST_DEVICES),
    };
  },
});

/** Tools about recorded values. */
export const recordTools = [readHistory, readEnergy];
