import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultHouse, openFaultHouse, PATIENCE, PATIENT } from './house.js';

type Priority = 'critical' | 'high' | 'default' | 'low';

const DIMMED = {
  'HmIP-RF': { channel: '00F1C0DE000001:1', parameter: 'SET_POINT_TEMPERATURE', value: 24 },
  'BidCos-RF': { channel: 'SIM0000002:1', parameter: 'LEVEL', value: 0.4 },
} as const;
const PLUG = { channel: 'CUX2801001:1', parameter: 'STATE', value: true } as const;

function pathOf({ channel, parameter }: { readonly channel: string; readonly parameter: string }): string {
  const [address, number] = channel.split(':');
  return `/devices/${address}/channels/${number}/data-points/${parameter}`;
}

describe.each(['HmIP-RF', 'BidCos-RF'] as const)('with an exhausted duty cycle on %s, a write', (interfaceName) => {
  const point = DIMMED[interfaceName];
  let house: FaultHouse;
  beforeAll(async () => {
    house = await openFaultHouse(interfaceName, PATIENT);
  });
  afterAll(() => house.close());

  const percent = async (percent: number) => {
    house.simulator.faults.dutyCycle(percent);
    await expect.poll(async () => (await house.shown()).duty_cycle, PATIENCE).toBe(percent);
  };
  const received = () => house.simulator.received.of('setValue', interfaceName);
  const write = (value: number, priority: Priority) =>
    house.world.call('PUT', `/api/v1${pathOf(point)}/value`, {
      as: 'operator',
      body: { value, priority },
    });
  const shown = () => house.get(pathOf(point));

  it('of priority critical is tried once, refused and taken back', async () => {
    await percent(100);
    const before = await shown();
    const from = house.socket.frames.length;
    const asked = received().length;
    const answer = await write(point.value, 'critical');
    expect(answer.status, answer.text).toBe(502);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.json).toMatchObject({ code: 'upstream_unavailable', reason: 'duty_cycle', fault_code: -1 });
    expect(received().length).toBe(asked + 1);
    const frame = await house.socket.until(
      (each) => each.type === 'datapoint.optimistic_rolled_back' && house.socket.frames.indexOf(each) >= from,
    );
    expect(frame.payload).toMatchObject({
      parameter: point.parameter,
      reason: 'send_error',
      sent: point.value,
      present: before.value,
    });
    expect(await shown()).toMatchObject({ value: before.value });
    expect(await shown()).not.toHaveProperty('pending');
    expect(house.simulator.house.value(point.channel, point.parameter)?.value).toBe(before.value);
    expect(await house.shown()).toMatchObject({ connected: true, state: 'connected' });
  });

  it.each(['low', 'default', 'high'] as const)(
    'of priority %s is refused before the CCU receives it, and nothing is left pending',
    async (priority) => {
      await percent(100);
      const before = await shown();
      const asked = received().length;
      const answer = await write(point.value, priority);
      expect(answer.status, answer.text).toBe(502);
      expect(answer.json).toMatchObject({ code: 'upstream_unavailable', reason: 'duty_cycle' });
      expect(received().length).toBe(asked);
      expect(await shown()).toMatchObject({ value: before.value });
      expect(await shown()).not.toHaveProperty('pending');
    },
  );

  it('is done as soon as the duty cycle allows it again', async () => {
    await percent(4);
    expect((await write(point.value, 'low')).status).toBe(202);
    await expect.poll(async () => (await shown()).value, PATIENCE).toBe(point.value);
    expect(house.simulator.house.value(point.channel, point.parameter)?.value).toBe(point.value);
    await expect.poll(shown, PATIENCE).not.toHaveProperty('pending');
  });
});

it('an interface without a radio of its own writes when the duty cycle of the CCU is exhausted', async () => {
  const house = await openFaultHouse('CUxD', PATIENT);
  try {
    house.simulator.faults.dutyCycle(100);
    const answer = await house.world.call('PUT', `/api/v1${pathOf(PLUG)}/value`, {
      as: 'operator',
      body: { value: true },
    });
    expect(answer.status, answer.text).toBe(202);
    await expect.poll(async () => (await house.get(pathOf(PLUG))).value, PATIENCE).toBe(true);
  } finally {
    await house.close();
  }
});
