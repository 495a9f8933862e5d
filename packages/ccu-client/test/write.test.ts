import { describe, expect, it } from 'vitest';
import { type CcuEvent, createMemoryStateStore, type WireValue, type WriteRequest } from '../src/index.js';
import { FAST, startWorld, type World } from './world.js';

const CHANNEL = 'LEQ1234567:1';
const request = (values: WriteRequest['values'], more: Partial<WriteRequest> = {}): WriteRequest => ({
  interfaceName: 'BidCos-RF',
  channelAddress: CHANNEL,
  paramsetKey: 'VALUES',
  values,
  ...more,
});
const sent = (world: World) =>
  world.fake.calls
    .filter(({ method }) => method === 'setValue' || method === 'putParamset')
    .map(({ params }) => params);
const rolledBack = (event: CcuEvent) => event.type === 'write_rolled_back';

async function connected(options: Parameters<typeof startWorld>[0] = {}): Promise<World> {
  const world = await startWorld(options);
  await world.connected();
  return world;
}

describe('a write', () => {
  it('goes out typed by the description and is confirmed by its event', async () => {
    await using world = await connected();
    expect(await world.ccu.write(request({ STATE: 1 }, { until: 'confirmed' }))).toBe('confirmed');
    expect(sent(world)).toEqual([[CHANNEL, 'STATE', true]]);
  });

  it('takes values that the caller has typed unchanged', async () => {
    await using world = await connected();
    await world.ccu.write(request({ LEVEL: { type: 'double', value: 1 } }));
    expect(sent(world)).toEqual([[CHANNEL, 'LEVEL', 1]]);
  });

  it('that cannot be meant is refused before anything is sent', async () => {
    await using world = await connected();
    const refused: readonly WriteRequest['values'][] = [{ LEVEL: 2 }, { NONE: 1 }, {}, { STATE: 'on' }];
    for (const values of refused) {
      await expect(world.ccu.write(request(values))).rejects.toMatchObject({ code: 'invalid_argument' });
    }
    await expect(world.ccu.write(request({ AES: true }, { paramsetKey: 'LINK' }))).rejects.toMatchObject({
      code: 'invalid_argument',
    });
    expect(sent(world)).toEqual([]);
  });

  it('of the latest value of a parameter takes the place of one that waits, and joins no other', async () => {
    await using world = await connected();
    const outcomes = await Promise.all([
      world.ccu.write(request({ STATE: true })),
      world.ccu.write(request({ LEVEL: 0.1 })),
      world.ccu.write(request({ LEVEL: 0.9 })),
    ]);
    expect(outcomes).toEqual(['sent', 'superseded', 'sent']);
    expect(sent(world)).toEqual([
      [CHANNEL, 'STATE', true],
      [CHANNEL, 'LEVEL', 0.9],
    ]);
  });

  it('never joins key presses, and never expects them back as a state', async () => {
    await using world = await connected();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => world.ccu.write(request({ PRESS_SHORT: true }, { until: 'confirmed' }))),
    );
    expect(outcomes).toEqual(['sent', 'sent', 'sent']);
    expect(sent(world)).toHaveLength(3);
  });

  it('of the value that is already confirmed is skipped where that is wished', async () => {
    await using world = await connected();
    await world.ccu.write(request({ LEVEL: 0.5 }, { until: 'confirmed' }));
    expect(await world.ccu.write(request({ LEVEL: 0.5 }, { force: false }))).toBe('skipped');
    expect(await world.ccu.write(request({ LEVEL: 0.6 }, { force: false }))).toBe('sent');
    expect(await world.ccu.write(request({ PRESS_SHORT: true }, { force: false }))).toBe('sent');
    expect(sent(world)).toHaveLength(3);
  });

  it('that the CCU refuses is rolled back with an event', async () => {
    await using world = await connected();
    world.fake.mood.fault = { code: -5, message: 'Unknown Parameter' };
    await expect(world.ccu.write(request({ LEVEL: 0.5 }))).rejects.toMatchObject({ code: 'fault', faultCode: -5 });
    expect(world.events.filter(rolledBack)).toMatchObject([
      { parameter: 'LEVEL', reason: 'send_error', sent: 0.5, paramsetKey: 'VALUES' },
    ]);
    expect(sent(world)).toHaveLength(1);
  });

  it('that the radio swallowed is repeated, at most three times, but never a key press', async () => {
    await using world = await connected();
    world.fake.mood.fault = { code: -1, message: 'Generic error (TIMEOUT)' };
    await expect(world.ccu.write(request({ LEVEL: 0.5 }))).rejects.toMatchObject({ code: 'fault', faultCode: -1 });
    expect(sent(world)).toHaveLength(3);
    await expect(world.ccu.write(request({ PRESS_SHORT: true }))).rejects.toMatchObject({ code: 'fault' });
    expect(sent(world)).toHaveLength(4);
  });

  it('keeps the pauses that were set last while the CCU is connected', async () => {
    const never = 3_600_000;
    await using world = await connected({ timings: { ...FAST, writeGapMs: never, writeRetryMs: never } });
    world.ccu.reconfigure({ writeGapMs: 1 });
    await world.ccu.write(request({ LEVEL: 0.1 }));
    await world.ccu.write(request({ LEVEL: 0.2 }));
    world.ccu.reconfigure({ writeRetryMs: 1 });
    world.fake.mood.fault = { code: -1, message: 'Generic error (TIMEOUT)' };
    await expect(world.ccu.write(request({ LEVEL: 0.5 }))).rejects.toMatchObject({ code: 'fault', faultCode: -1 });
    expect(sent(world)).toHaveLength(5);
  });

  it('to a sleeping device is pending and no error', async () => {
    await using world = await connected();
    world.fake.mood.fault = { code: -10, message: 'transmission pending' };
    expect(await world.ccu.write(request({ LEVEL: 0.5 }, { until: 'confirmed' }))).toBe('pending');
    expect(world.events.filter(rolledBack)).toEqual([]);
  });

  it('without a confirming event is rolled back after a while', async () => {
    await using world = await connected({ timings: { ...FAST, confirmTimeoutMs: 30, checkIntervalMs: 10_000 } });
    world.fake.mood.deaf = true;
    const waiting = world.ccu.write(request({ LEVEL: 0.5 }, { until: 'confirmed' }));
    await expect(waiting).rejects.toMatchObject({ code: 'unconfirmed' });
    expect(world.events.filter(rolledBack)).toMatchObject([{ reason: 'timeout', sent: 0.5 }]);
  });

  it('is a mismatch when the CCU shows something else', async () => {
    await using world = await connected({ timings: { ...FAST, confirmTimeoutMs: 60, checkIntervalMs: 10_000 } });
    world.fake.mood.swallow = true;
    const waiting = world.ccu.write(request({ LEVEL: 0.5 }, { until: 'confirmed' }));
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'mismatch' });
    await world.fake.called('setValue');
    await world.fake.event(CHANNEL, 'LEVEL', 0.25);
    await outcome;
    expect(world.events.filter(rolledBack)).toMatchObject([{ reason: 'mismatch' }]);
  });

  it('of configuration is read back, because the CCU answers "written" also to ignored values', async () => {
    await using world = await connected();
    const config = { paramsetKey: 'MASTER', until: 'confirmed' } as const;
    expect(await world.ccu.write(request({ AES: true }, config))).toBe('confirmed');
    expect(world.fake.calls.filter(({ method }) => method === 'getParamset')).toHaveLength(1);
  });

  it('that is critical drops queued writes to the same channel', async () => {
    await using world = await connected({ timings: { ...FAST, coalesceMs: 10_000 } });
    await world.ccu.write(request({ LEVEL: 0.1 }));
    const waiting = world.ccu.write(request({ LEVEL: 0.2 }));
    // Let the first one find its description and queue up.
    await world.ccu.getParamsetDescription('BidCos-RF', CHANNEL, 'VALUES');
    expect(await world.ccu.write(request({ STATE: false }, { priority: 'critical' }))).toBe('sent');
    expect(await waiting).toBe('superseded');
    expect(sent(world)).toEqual([
      [CHANNEL, 'LEVEL', 0.1],
      [CHANNEL, 'STATE', false],
    ]);
  });

  it('that no caller waits for any longer is not sent', async () => {
    await using world = await connected({ timings: { ...FAST, coalesceMs: 1_000 } });
    await world.ccu.write(request({ STATE: false }));
    const stop = new AbortController();
    const waiting = world.ccu.write(request({ LEVEL: 0.2 }, { signal: stop.signal }));
    await world.ccu.getParamsetDescription('BidCos-RF', CHANNEL, 'VALUES');
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    expect(await world.ccu.write(request({ STATE: true }, { until: 'confirmed' }))).toBe('confirmed');
    const levels = sent(world).filter((params) => JSON.stringify(params as readonly WireValue[]).includes('LEVEL'));
    expect(levels).toEqual([]);
  });

  it('that was not proved is gone on with by the next connection, unless that one or the one before keeps none', async () => {
    const goesOn = async (before: boolean, after: boolean) => {
      const stateStore = createMemoryStateStore();
      await using first = await connected({ stateStore, keepsWrites: before });
      first.fake.mood.swallow = true;
      await first.ccu.write(request({ LEVEL: 0.5 }));
      await first.ccu.close();
      await using second = await connected({ stateStore, keepsWrites: after });
      expect(await second.ccu.write(request({ STATE: true }, { until: 'confirmed' }))).toBe('confirmed');
      return second.events.some((event) => event.type === 'write_waiting' && event.parameter === 'LEVEL');
    };
    expect(await goesOn(true, true)).toBe(true);
    expect(await goesOn(true, false)).toBe(false);
    expect(await goesOn(false, true)).toBe(false);
  });

  it('waiting when the client closes is answered', async () => {
    const world = await connected({ timings: { ...FAST, coalesceMs: 10_000 } });
    await world.ccu.write(request({ LEVEL: 0.1 }));
    const waiting = world.ccu.write(request({ LEVEL: 0.2 }));
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'closed' });
    await world.ccu.getParamsetDescription('BidCos-RF', CHANNEL, 'VALUES');
    await world[Symbol.asyncDispose]();
    await outcome;
  });
});
