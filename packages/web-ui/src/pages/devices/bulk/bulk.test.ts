import { describe, expect, it } from 'vitest';
import { guardOf, planOf, type RadioCost } from '../../../radio/cost.js';
import type { Device, Point } from '../../../store/points.js';
import { roomsAfter, sendingsOf, settableParameters, targetsOf } from './plan.js';
import { startBulkRun } from './run.js';

const points = new Map<string, Point>();

function device(name: string, channels: readonly Readonly<Record<string, object>>[]): Device {
  const key = `ccu/${name}`;
  return {
    key,
    summary: { name, interface: 'HmIP-RF', interface_id: 'ccu-HmIP-RF', available: true },
    channels: channels.map((values, number) => ({
      summary: { number },
      points: Object.entries(values).map(([parameter, more]) => {
        const at = `${key}/${number}/${parameter}`;
        const summary = { parameter, type: 'FLOAT', usage: 'data_point', operations: { write: true }, ...more };
        // Devices and points with the members that are looked at here.
        points.set(at, { key: at, device: key, channel: number, summary } as unknown as Point);
        return at;
      }),
    })),
  } as unknown as Device;
}

const peek = (key: string) => points.get(key);

describe('the plan of setting a value on several devices', () => {
  const devices = [
    device('a', [{ LEVEL: { min: 0, max: 1 } }, { LEVEL: { min: 0, max: 1 } }]),
    device('b', [{ LEVEL: { min: 0.1, max: 2 }, STATE: { type: 'BOOL' } }]),
    device('c', [{ LEVEL: { unit: 'dB' }, READ_ONLY: { operations: { write: false } } }]),
  ];
  const found = settableParameters(devices, peek);

  it('offers writable parameters, those of most devices first, and never mixes units', () => {
    expect(found.map(({ parameter, devices: n }) => [parameter, n])).toEqual([
      ['LEVEL', 2],
      ['STATE', 1],
      ['LEVEL', 1],
    ]);
  });

  it('takes the bounds that hold for all of them', () => {
    expect(found[0]!.summary).toMatchObject({ min: 0.1, max: 1 });
  });

  it('writes the first channel of each device, or every channel, and counts a message for each', () => {
    const at = (key: string) => devices.find((each) => each.key === key);
    expect(sendingsOf(targetsOf(found[0]!, false), at).map(({ messages }) => messages)).toEqual([1, 1]);
    expect(sendingsOf(targetsOf(found[0]!, true), at).map(({ messages }) => messages)).toEqual([2, 1]);
  });
});

describe('the cost on air', () => {
  it('is estimated for equal writes to each device', () => {
    const device = { address: '0001D3C99C0001', central: 'home' };
    expect(
      planOf([
        { device, messages: 2 },
        { device, paramset: 'MASTER', parameters: 3, messages: 1 },
      ]),
    ).toEqual({
      writes: [
        { device_address: '0001D3C99C0001', central: 'home', count: 2 },
        { device_address: '0001D3C99C0001', central: 'home', paramset: 'MASTER', parameters: 3, count: 1 },
      ],
    });
  });

  it.each([
    ['free', 59, 'free'],
    ['free', 60, 'warn'],
    ['spread', 80, 'ask'],
    ['critical_only', 95, 'refuse'],
  ] as const)('with the mode %s and a forecast of %i percent is to %s', (mode, forecast, guard) => {
    const of = (more: Partial<RadioCost>) => ({ radio: true, mode, forecast, ...more }) as RadioCost;
    expect(guardOf([of({}), of({ radio: false, mode: 'critical_only' })])).toBe(guard);
  });
});

describe('a bulk run', () => {
  it('continues after a failure and reports the outcome of each', async () => {
    const run = startBulkRun(['a', 'b', 'c'], async (item) => {
      if (item === 'b') throw new Error('no');
    });
    await run.ended;
    expect([...run.outcomes.value].map(([, { state }]) => state)).toEqual(['sent', 'failed', 'sent']);
    expect(run.state.value).toBe('ended');
  });

  it('begins nothing more after it was stopped', async () => {
    const sent: string[] = [];
    const run = startBulkRun(['a', 'b'], async (item) => {
      sent.push(item);
      await Promise.resolve();
      run.stop();
    });
    await run.ended;
    expect(sent).toEqual(['a']);
    expect(run.outcomes.value.get('b')).toEqual({ state: 'skipped' });
    expect(run.state.value).toBe('stopped');
  });
});

describe('the rooms of a device', () => {
  it('are added to or replaced, none twice', () => {
    expect(roomsAfter(['Bad'], ['Bad', 'Flur'], false)).toEqual(['Bad', 'Flur']);
    expect(roomsAfter(['Bad'], ['Flur'], true)).toEqual(['Flur']);
  });
});
