import { describe, expect, it } from 'vitest';
import { guardOf, type RadioCost, radioCosts } from '../../../radio/cost.js';
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
  // Only the members that the cost is worked out from.
  const interfaces = [{ id: 'i1', name: 'HmIP-RF', connected: true, interface: 'HmIP-RF', duty_cycle: 72 }] as never;
  const to = (rx_mode: object, more: object = {}) => ({
    device: { interface: 'HmIP-RF', interface_id: 'i1', available: true, rx_mode, ...more },
    messages: 1,
  });

  it('is summed up by interface, with woken, sleeping and unreachable devices', () => {
    const [cost] = radioCosts(
      [to({ always: true }), to({ burst: true }), to({ wakeup: true }, { available: false })] as never,
      interfaces,
    );
    expect(cost).toMatchObject({
      radio: true,
      messages: 3,
      devices: 3,
      woken: 1,
      asleep: 1,
      unreachable: 1,
      dutyCycle: 72,
    });
  });

  it('is none for wires', () => {
    const wired = to({ always: true }, { interface: 'BidCos-Wired', interface_id: 'w' });
    expect(radioCosts([wired] as never, interfaces)[0]).toMatchObject({ radio: false, name: 'BidCos-Wired' });
  });

  it.each([
    [59, 'free'],
    [60, 'warn'],
    [80, 'ask'],
    [95, 'refuse'],
  ] as const)('at %i percent of the duty cycle is to %s', (dutyCycle, guard) => {
    expect(guardOf([{ radio: true, dutyCycle } as RadioCost, { radio: false, dutyCycle: 100 } as RadioCost])).toBe(
      guard,
    );
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
