import type { DataPointSummary } from '@ccu-gateway/contract/types';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Device, Point } from './points.js';
import { hasTilePoints, tilePointsOf } from './primary.js';

type Made = Pick<DataPointSummary, 'usage'> & {
  readonly write: boolean;
  readonly semantic: string;
  /** Default: one of its own. */
  readonly parameter?: string;
  readonly type?: string;
  readonly channel: number;
  readonly hidden: boolean;
};

/** A device of which only what tiles look at is there. */
function deviceOf(made: readonly Made[]) {
  const points = new Map<string, Point>();
  const channels = made.map(({ usage, write, semantic, parameter, type, channel, hidden }, index) => {
    const key = `home/DEV/${channel}/P${index}`;
    const operations = { read: true, write, event: true };
    const summary = { usage, type, parameter: parameter ?? `P${index}`, operations, ui_hint: { semantic } };
    points.set(key, { key, device: 'home/DEV', channel, summary } as unknown as Point);
    return { summary: { number: channel, ...(hidden ? { hidden } : {}) }, points: [key] };
  });
  const device = { key: 'home/DEV', channels } as unknown as Device;
  return { device, peek: vi.fn((key: string) => points.get(key)) };
}

const anyPoint = fc.record<Made>({
  usage: fc.constantFrom('ce_primary', 'ce_secondary', 'data_point', 'no_create', 'event'),
  write: fc.boolean(),
  semantic: fc.constantFrom('temperature', 'humidity', 'lock', 'connectivity'),
  parameter: fc.constantFrom('PRESS_SHORT', 'LEVEL'),
  type: fc.constantFrom('ACTION', 'FLOAT'),
  channel: fc.integer({ min: 0, max: 3 }),
  hidden: fc.boolean(),
});

it('any device has a tile exactly where there is something to show on it', () => {
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 12 }), (made) => {
      const { device, peek } = deviceOf(made);
      const { control, readings, keys } = tilePointsOf(device, peek);
      expect(hasTilePoints(device, peek)).toBe(control !== undefined || readings.length > 0 || keys.length > 0);
    }),
  );
});

it('stops at the first data point that a tile shows', () => {
  const temperature = {
    usage: 'data_point',
    write: false,
    semantic: 'temperature',
    channel: 1,
    hidden: false,
  } as const;
  const { device, peek } = deviceOf([{ ...temperature, hidden: true }, temperature, temperature, temperature]);
  expect(hasTilePoints(device, peek)).toBe(true);
  expect(peek).toHaveBeenCalledTimes(1);
});

it('shows the value set at an actuator once, and its measurements beside it', () => {
  const own = { channel: 3, hidden: false };
  const { device, peek } = deviceOf([
    { ...own, usage: 'data_point', write: false, semantic: 'state', parameter: 'STATE' },
    { ...own, channel: 4, usage: 'ce_primary', write: true, semantic: 'state', parameter: 'STATE' },
    { ...own, channel: 7, usage: 'data_point', write: false, semantic: 'power', parameter: 'POWER' },
  ]);
  expect(tilePointsOf(device, peek)).toMatchObject({ control: 'home/DEV/4/P1', readings: ['home/DEV/7/P2'] });
});

const stop = {
  usage: 'data_point',
  write: true,
  semantic: 'button',
  parameter: 'STOP',
  type: 'ACTION',
  hidden: false,
} as const;
const level = { usage: 'ce_primary', write: true, semantic: 'level', parameter: 'LEVEL', hidden: false } as const;

it('has the stop of the channel that is moved, and not of another one', () => {
  const blind = deviceOf([
    { ...level, channel: 4 },
    { ...stop, channel: 5 },
    { ...stop, channel: 4 },
  ]);
  expect(tilePointsOf(blind.device, blind.peek).stop).toBe('home/DEV/4/P2');
  const light = deviceOf([{ ...level, channel: 4 }]);
  expect(tilePointsOf(light.device, light.peek).stop).toBeUndefined();
});

const press = { ...stop, usage: 'event', parameter: 'PRESS_SHORT' } as const;
const remote = (count: number) =>
  deviceOf(Array.from({ length: count }, (_, channel) => ({ ...press, channel: channel + 1 })));

it('has the keys of a remote control, none of the virtual one of a CCU, and none beside a control', () => {
  const small = remote(4);
  expect(tilePointsOf(small.device, small.peek).keys).toHaveLength(4);
  const virtual = remote(50);
  expect(hasTilePoints(virtual.device, virtual.peek)).toBe(false);
  const dimmer = deviceOf([
    { ...press, channel: 1 },
    { ...level, channel: 2 },
  ]);
  expect(tilePointsOf(dimmer.device, dimmer.peek).keys).toEqual([]);
});
