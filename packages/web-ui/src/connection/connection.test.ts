import {
  type FollowedHouse,
  type FollowOptions,
  type Gateway,
  type StreamStatus,
  SubscriptionError,
} from '@ccu-gateway/client';
import type { Snapshot } from '@ccu-gateway/contract/types';
import { describe, expect, it, vi } from 'vitest';
import { createHouseStore } from '../store/house-store.js';
import { createConnection, isLost } from './connection.js';

/** A gateway whose every attempt to follow waits until the test says what became of it. */
function startWorld() {
  const clock = { now: 1_000_000 };
  const timers: { run: () => void; at: number }[] = [];
  const attempts: ReturnType<typeof attempt>[] = [];
  const onDenied = vi.fn();
  const asked: string[] = [];
  const answers: (() => Promise<Snapshot>)[] = [];
  const frames: (() => void)[] = [];
  const store = createHouseStore({ onFrame: (run) => void frames.push(run), now: () => clock.now, later: () => {} });
  const connection = createConnection({
    gateway: {
      follow: (options) => {
        const made = attempt(options);
        attempts.push(made);
        return made.house;
      },
      // Only one operation is called here.
      call: ((_: string, { query: { device } }: { query: { device: string } }) => {
        asked.push(device);
        return answers.shift()?.() ?? Promise.reject(new Error('out of reach'));
      }) as unknown as Gateway['call'],
    },
    store,
    language: () => 'de',
    onDenied,
    now: () => clock.now,
    random: () => 0,
    timer(run, delayMs) {
      const entry = { run, at: clock.now + delayMs };
      timers.push(entry);
      return () => void timers.splice(timers.indexOf(entry) >>> 0, 1);
    },
  });
  return {
    connection,
    store,
    attempts,
    onDenied,
    /** Addresses of the devices that were asked for anew, and what is answered next. */
    asked,
    answers,
    /** Lets the time pass to the next timer; answers how long that took. */
    async passToTimer() {
      const next = timers.sort((a, b) => a.at - b.at).shift();
      if (next === undefined) throw new Error('nothing is waited for');
      const waited = next.at - clock.now;
      clock.now = next.at;
      next.run();
      await settled();
      return waited;
    },
    pass: (ms: number) => {
      clock.now += ms;
    },
    waiting: () => timers.length,
    state: () => connection.current.value,
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function attempt(options: FollowOptions) {
  const listeners = new Set<(status: StreamStatus) => void>();
  let open: (house: FollowedHouse) => void = () => {};
  let refuse: (error: unknown) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const house = new Promise<FollowedHouse>((resolve, reject) => {
    open = resolve;
    refuse = reject;
  });
  const retry = vi.fn();
  const close = vi.fn(async () => {});
  const ended = new Promise<void>((_, reject) => {
    fail = reject;
  });
  ended.catch(() => {});
  return {
    options,
    house,
    retry,
    close,
    async open(snapshot: Snapshot = emptyHouse(1)) {
      options.onSnapshot?.(snapshot);
      open({
        snapshot,
        status: status('live'),
        observe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        retry,
        close,
        ended,
      });
      await settled();
    },
    async refuse(error: unknown = new Error('out of reach')) {
      refuse(error);
      await settled();
    },
    async fail(error: unknown) {
      fail(error);
      await settled();
    },
    say: (state: StreamStatus['state'], more: Partial<StreamStatus> = {}) => {
      for (const listener of listeners) listener(status(state, more));
    },
    event: (type: string, payload: unknown = {}) =>
      // Of an event only what is looked at here.
      options.onEvent({ type, payload, seq: 9, kind: 'change', topic: 't', ts: '' } as never),
  };
}

const status = (state: StreamStatus['state'], more: Partial<StreamStatus> = {}) =>
  ({ state, lag: 0, ...more }) as StreamStatus;

const emptyHouse = (seq: number) =>
  ({ seq, generated_at: '2026-11-22T10:00:00Z', devices: [], interfaces: [] }) as unknown as Snapshot;

const houseOf = (seq: number, addresses: readonly string[]) =>
  ({ ...emptyHouse(seq), devices: addresses.map((address) => ({ address, central: 'home' })) }) as unknown as Snapshot;

describe('the connection of a page', () => {
  it('is cut at once where the browser has no network, and is as before with the network or an event', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const attempt = world.attempts[0]!;
    await attempt.open();
    attempt.say('live', { rttMs: 4 });
    const before = world.state();
    world.connection.network(false);
    expect(world.state()).toEqual({ state: 'offline', retryAt: 1_000_000, network: false });
    // A gateway on this machine needs no network.
    attempt.event('device.created');
    expect(world.state()).toEqual(before);
    world.connection.network(false);
    world.connection.network(true);
    expect([world.state(), attempt.retry.mock.calls.length]).toEqual([before, 1]);
  });

  it('is offline while the session has ended, so that no value is shown as live', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    await world.attempts[0]!.open();
    world.attempts[0]!.say('denied', { retryInMs: 60_000 });
    expect([world.onDenied.mock.calls.length, world.state()]).toEqual([1, { state: 'offline', retryAt: 1_060_000 }]);
  });

  it('tries again for ever, each time later, at most half a minute, and at once when asked to', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    expect(world.state()).toEqual({ state: 'connecting' });
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await world.attempts.at(-1)!.refuse();
      expect(world.state().state).toBe('offline');
      waits.push(await world.passToTimer());
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    await world.attempts.at(-1)!.refuse();
    const before = world.attempts.length;
    world.connection.retry();
    await settled();
    expect([world.attempts.length, world.waiting()]).toEqual([before + 1, 0]);
    await world.attempts.at(-1)!.open();
    world.attempts.at(-1)!.say('live', { rttMs: 12 });
    expect([world.state(), world.connection.failure.value]).toEqual([{ state: 'live', rttMs: 12 }, undefined]);
  });

  it('is live, and not lost, where no WebSocket gets through and events come by the other way', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const [only] = world.attempts;
    await only!.open();
    only!.say('live', { blocked: true });
    expect(world.state()).toEqual({ state: 'live', blocked: true });
    expect(isLost(world.state())).toBe(false);
    only!.say('live', { rttMs: 5 });
    expect(world.state()).toEqual({ state: 'live', rttMs: 5 });
  });

  it('keeps the same state through the statuses of events, so that no reader of it renders', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const [only] = world.attempts;
    await only!.open();
    only!.say('live', { rttMs: 12 });
    const before = world.state();
    only!.say('live', { rttMs: 12 });
    expect(world.state()).toBe(before);
    only!.say('live', { rttMs: 13 });
    expect(world.state()).toEqual({ state: 'live', rttMs: 13 });
  });

  it('reports its lag, a loss, and the time of the next attempt', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const [only] = world.attempts;
    await only!.open();
    only!.say('replaying', { lag: 212 });
    expect(world.state()).toEqual({ state: 'catching_up', waiting: 212 });
    only!.say('waiting' as StreamStatus['state'], { retryInMs: 4_000 });
    expect(world.state()).toEqual({ state: 'offline', retryAt: 1_004_000 });
    only!.say('connecting');
    expect(world.state().state).toBe('offline');
    world.connection.retry();
    expect(only!.retry).toHaveBeenCalledOnce();
  });

  it('reports a restart after the gateway announced its stop', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const [only] = world.attempts;
    await only!.open();
    only!.event('daemon_status.changed', { status: 'offline' });
    only!.say('waiting' as StreamStatus['state'], { retryInMs: 500 });
    expect(world.state().state).toBe('restarting');
    only!.say('live');
    only!.say('waiting' as StreamStatus['state'], { retryInMs: 500 });
    expect(world.state().state).toBe('offline');
  });

  it('counts reloads after lost events, and no late events', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const [only] = world.attempts;
    await only!.open();
    only!.options.onLost({ reason: 'lagged' } as never);
    expect(world.connection.resyncs.value).toBe(0);
    only!.options.onLost({ reason: 'replay_lost' } as never);
    expect([world.connection.resyncs.value, world.state()]).toEqual([1, { state: 'reloading' }]);
    only!.say('live', { lag: 3 });
    expect(world.state()).toEqual({ state: 'reloading' });
    only!.options.onSnapshot?.(emptyHouse(40));
    only!.say('live');
    expect([world.store.seq.value, world.state()]).toEqual([40, { state: 'live' }]);
    expect(world.connection.snapshots.value).toBe(2);
  });

  it('follows changes of the Matter bridge by apps', async () => {
    const { connection, attempts } = startWorld();
    connection.start();
    await settled();
    expect(attempts[0]?.options.topics).toEqual(
      expect.arrayContaining(['matter.commissioning_progress', 'matter.fabric_added', 'matter.fabric_removed']),
    );
  });

  it('loads a new snapshot on request, and ignores events of the old one', async () => {
    const world = startWorld();
    const heard: string[] = [];
    world.connection.onEvent(({ type }) => void heard.push(type));
    world.connection.start();
    await settled();
    const [first] = world.attempts;
    await first!.open();
    const changed = ['device.created', 'device.removed', 'device.metadata_changed'];
    for (const type of changed) first!.event(type, { central: 'home', device_address: 'A' });
    world.connection.reload();
    world.connection.reload();
    first!.options.onSnapshot?.(emptyHouse(2));
    expect(world.waiting()).toBe(1);
    expect(await world.passToTimer()).toBe(1_000);
    expect(first!.close).toHaveBeenCalledOnce();
    first!.event('device.trigger');
    first!.options.onSnapshot?.(emptyHouse(99));
    first!.say('waiting' as StreamStatus['state']);
    expect(heard).toEqual(changed);
    await world.attempts[1]!.open(emptyHouse(7));
    expect([world.attempts.length, world.store.seq.value]).toEqual([2, 7]);
  });

  it('loads a new snapshot, once, when a gateway has read more of a CCU for the first time', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const [first] = world.attempts;
    await first!.open();
    for (const interfaces_loaded of [1, 2]) {
      first!.event('central.readiness_changed', { central: 'home', interfaces_loaded, interfaces_total: 2 });
    }
    expect(world.waiting()).toBe(1);
    expect(await world.passToTimer()).toBe(1_000);
    await world.attempts[1]!.open(houseOf(7, ['A']));
    expect([world.attempts.length, world.waiting()]).toEqual([2, 0]);
    expect(world.store.devices.value).toEqual(['home/A']);
  });

  it('reloads only devices that were added, removed or changed, and keeps the connection', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    const [first] = world.attempts;
    await first!.open();
    const tell = (device_address: string) =>
      first!.event('device.metadata_changed', { central: 'home', device_address });
    tell('A');
    tell('B');
    tell('A');
    expect([world.waiting(), world.asked]).toEqual([1, []]);
    let answer: (part: Snapshot) => void = () => {};
    world.answers.push(() => new Promise((resolve) => (answer = resolve)));
    expect(await world.passToTimer()).toBe(1_000);
    expect(world.asked).toEqual(['A,B']);
    tell('C');
    expect(world.waiting()).toBe(0);
    answer(houseOf(10, ['A', 'B']));
    await settled();
    expect(world.store.devices.value).toEqual(['home/A', 'home/B']);
    await world.passToTimer();
    expect(world.asked).toEqual(['A,B', 'C']);
    expect(await world.passToTimer()).toBe(10_000);
    expect(world.asked).toEqual(['A,B', 'C', 'C']);
    expect([world.attempts.length, first!.close.mock.calls.length]).toEqual([1, 0]);
  });

  it('asks for changed devices in time while more and more change, and not for all of them at once', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    await world.attempts[0]!.open();
    const devices = Array.from({ length: 60 }, (_, index) => `D${index}`);
    for (const [index, device_address] of devices.entries()) {
      world.attempts[0]!.event('device.created', { central: 'home', device_address });
      if (index < 40) world.pass(200);
    }
    world.answers.push(() => Promise.resolve(houseOf(10, devices.slice(0, 40))));
    expect(await world.passToTimer()).toBe(0);
    expect(world.asked.map((each) => each.split(',').length)).toEqual([40]);
    world.answers.push(() => Promise.resolve(houseOf(10, devices.slice(40))));
    await world.passToTimer();
    expect(world.store.devices.value).toEqual(devices.map((each) => `home/${each}`));
  });

  it('leads to the sign-in page when the session ended, before or after the snapshot', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    await world.attempts[0]!.open();
    world.attempts[0]!.say('denied' as StreamStatus['state']);
    expect(world.onDenied).toHaveBeenCalledTimes(1);
    await world.attempts[0]!.fail(new Error('the snapshot was refused'));
    expect(world.state().state).toBe('offline');
    await world.passToTimer();
    await world.attempts[1]!.refuse(new SubscriptionError('subscription_denied', 'not signed in'));
    expect(world.onDenied).toHaveBeenCalledTimes(2);
  });

  it('ends when it is stopped, also in the middle of an attempt', async () => {
    const world = startWorld();
    world.connection.start();
    await settled();
    world.connection.stop();
    await world.attempts[0]!.open();
    expect([world.attempts[0]!.close.mock.calls.length, world.waiting(), world.store.loaded.value]).toEqual([
      1,
      0,
      false,
    ]);
  });
});
