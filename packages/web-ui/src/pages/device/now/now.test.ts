import { describe, expect, it } from 'vitest';
import { hexOf, hueSaturationOf, whiteOf } from '../../../ui/form/color.js';
import type { Consent } from '../../../writes/consent.js';
import { asksFirst, type CustomDataPoint, createCustomDataPoints } from './custom-data-points.js';

// A brand has no value.
const CONSENT = {} as Consent;

const lamp = {
  name: 'LEVEL',
  unique_id: 'x',
  category: 'light',
  kind: 'light',
  channel_no: 4,
  supported_operations: ['turn_on', 'turn_off'],
  state: { is_on: false },
} as unknown as CustomDataPoint;

function setUp(answer: () => Promise<unknown> = async () => undefined) {
  const clock = { at: 0 };
  const gateway = { call: async (operation: string) => (operation === 'listCustomDataPoints' ? [lamp] : answer()) };
  // Only the services and members of events that custom data points use.
  const points = createCustomDataPoints({
    services: { gateway, now: () => clock.at, language: { current: { peek: () => 'en' } } } as never,
    central: 'home',
    address: 'A',
  });
  const event = (type: string, payload: object) =>
    points.onEvent({ type, payload: { central: 'home', device_address: 'A', channel: 4, ...payload } } as never);
  return { points, event, clock, invocation: () => points.invocation('LEVEL').value };
}

describe('an operation on a device', () => {
  it('is pending until the state was confirmed', async () => {
    const { points, event, invocation } = setUp();
    await points.load();
    await points.invoke('LEVEL', 'turn_on', CONSENT);
    expect(invocation()).toMatchObject({ state: 'pending', operation: 'turn_on' });
    event('custom_data_point.state_changed', { name: 'LEVEL', state: { is_on: true } });
    expect(invocation()).toBeUndefined();
    expect(points.list.value?.[0]?.state).toEqual({ is_on: true });
  });

  it('shows the reason of a rollback', async () => {
    const { points, event, invocation } = setUp();
    await points.load();
    await points.invoke('LEVEL', 'turn_on', CONSENT);
    event('datapoint.optimistic_rolled_back', { parameter: 'LEVEL', reason: 'timeout' });
    expect(invocation()).toMatchObject({ state: 'failed', reason: 'timeout' });
  });

  it('reports its refusal, and never rejects', async () => {
    const { points, invocation } = setUp(async () => Promise.reject(new Error('gone')));
    await points.load();
    await points.invoke('LEVEL', 'turn_on', CONSENT);
    expect(invocation()).toMatchObject({ state: 'failed', reason: 'unreachable' });
  });

  it('is given up after the gateway itself would have', async () => {
    const { points, clock, invocation } = setUp();
    await points.load();
    await points.invoke('LEVEL', 'turn_on', CONSENT);
    clock.at = 30_000;
    points.expire();
    expect(invocation()?.state).toBe('pending');
    clock.at = 40_000;
    points.expire();
    expect(invocation()).toMatchObject({ state: 'failed', reason: 'timeout' });
  });

  it('is not settled by another device or channel', async () => {
    const { points, event, invocation } = setUp();
    await points.load();
    await points.invoke('LEVEL', 'turn_on', CONSENT);
    event('datapoint.value_changed', { device_address: 'B' });
    event('datapoint.value_changed', { channel: 5 });
    expect(invocation()?.state).toBe('pending');
  });
});

describe('the question before something is done', () => {
  it('is asked for operations that the gateway names, and for no others', () => {
    const lock = { confirm: { unlock: 'unlock' } } as unknown as CustomDataPoint;
    expect(['lock', 'unlock', 'toString'].filter((operation) => asksFirst(lock, operation))).toEqual(['unlock']);
    expect(asksFirst(lamp, 'turn_on')).toBe(false);
  });
});

describe('colours', () => {
  it.each([
    ['#ff0000', 0, 100],
    ['#00ff00', 120, 100],
    ['#0000ff', 240, 100],
    ['#ffffff', 0, 0],
    ['#ff8080', 0, 50],
  ])('%s is hue %i and saturation %i, there and back', (hex, hue, saturation) => {
    expect(hueSaturationOf(hex)).toEqual({ hue, saturation });
    expect(hexOf({ hue, saturation })).toBe(hex);
  });

  it('of white get bluer with the temperature', () => {
    const blue = (kelvin: number) => Number.parseInt(whiteOf(kelvin).slice(5), 16);
    expect(blue(2_000)).toBeLessThan(blue(6_500));
    expect(whiteOf(Number.MAX_VALUE)).toMatch(/^#[0-9a-f]{6}$/);
  });
});
