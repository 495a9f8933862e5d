import { setImmediate } from 'node:timers/promises';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { expect, it } from 'vitest';
import type { HistoryStore } from '../ports/history.js';
import { createMemoryHistoryStore } from '../testing/memory-history-store.js';
import { KEYFRAME_MS, pointSeries, unknownSeries, variableSeries } from '../use-case/series.js';
import { createHistoryRecorder } from './recorder.js';
import type { HistorySettings } from './selection.js';

const DEVICE = '0001D3C99C0001';
const MINUTE = 60_000;
const SETTINGS: HistorySettings = {
  enabled: true,
  maxDays: 30,
  maxBytes: 32 * 1024 * 1024,
  longTerm: { years: 10, maxBytes: 640 * 1024 * 1024 },
  writeMs: 5 * MINUTE,
  standard: true,
  include: [],
  exclude: [],
};
const from = { central: 'home', interfaceName: 'HmIP-RF' } as const;

/** A clock that moves only on request, and the timers that became due. */
function manualTime(start: number) {
  let now = start;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    time: {
      now: () => now,
      after(delayMs: number, run: () => void) {
        const timer = { at: now + delayMs, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    set(at: number) {
      now = at;
    },
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        now = Math.max(now, next.at);
        timers = timers.filter((other) => other !== next);
        next.run();
        await settled();
      }
      now = end;
    },
  };
}

/** Started work has ended: memory answers at once, but in turns. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
}

async function startRecorder(change: Partial<HistorySettings> = {}, store: HistoryStore = createMemoryHistoryStore()) {
  const clock = manualTime(Date.UTC(2026, 4, 1));
  const { time } = clock;
  const house = createHouseModel({ now: time.now });
  house.addCentral('home', { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF')] });
  const at = time.now();
  house.apply({
    ...from,
    at,
    type: 'devices_described',
    source: 'NEW',
    complete: true,
    devices: [
      { ADDRESS: DEVICE, TYPE: 'HmIP-STHD' },
      { ADDRESS: `${DEVICE}:1`, TYPE: 'HEATING_CLIMATECONTROL_TRANSCEIVER' },
    ],
    paramsets: {
      [`${DEVICE}:1`]: {
        VALUES: {
          ACTUAL_TEMPERATURE: { TYPE: 'FLOAT', OPERATIONS: 5, MIN: -3276.8, MAX: 3276.7, UNIT: '°C' },
          STATE: { TYPE: 'BOOL', OPERATIONS: 7 },
          ERROR_CODE: { TYPE: 'INTEGER', OPERATIONS: 5 },
          LEVEL_TEXT: { TYPE: 'STRING', OPERATIONS: 5 },
          PRESS_SHORT: { TYPE: 'ACTION', OPERATIONS: 6 },
        },
      },
    },
  });
  house.apply({
    ...from,
    at,
    type: 'values_loaded',
    values: [{ channelAddress: `${DEVICE}:1`, parameter: 'ACTUAL_TEMPERATURE', value: 20 }],
  });
  const status = { ...from, state: 'connected', connected: true, dutyCycle: 4 } as const;
  house.apply({ ...from, at, type: 'link_state', previous: 'loading', status });
  let clockIsRight = true;
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const log = { debug: note, info: note, warn: note, error: note, child: () => log };
  const settings = { ...SETTINGS, ...change };
  const recorder = createHistoryRecorder({
    house,
    store,
    settings,
    isRecordedVariable: ({ name }) => name === 'Price',
    time,
    nextTurn: () => setImmediate(),
    clockIsRight: () => clockIsRight,
    log,
  });
  await settled();
  return {
    ...clock,
    recorder,
    store,
    settings,
    logged,
    house,
    breakClock: (isRight: boolean) => {
      clockIsRight = isRight;
    },
    say(parameter: string, value: boolean | number | string) {
      const event = {
        ...from,
        at: time.now(),
        type: 'value',
        channelAddress: `${DEVICE}:1`,
        parameter,
        value,
      } as const;
      for (const each of house.apply(event)) recorder.onEvent(each);
    },
    measure(dutyCycle: number) {
      house.apply({
        ...from,
        at: time.now(),
        type: 'link_state',
        previous: 'connected',
        status: { ...status, dutyCycle },
      });
    },
    values: (parameter: string) =>
      read(recorder, pointSeries({ central: 'home', address: DEVICE, channel: 1, parameter })),
  };
}

async function read(view: Pick<HistoryStore, 'read'>, series: string): Promise<readonly number[]> {
  const found: { readonly at: number; readonly value: number }[] = [];
  for await (const slice of view.read({ series: [series], from: 0, to: Number.MAX_SAFE_INTEGER })) found.push(...slice);
  return found.sort((one, other) => one.at - other.at).map(({ value }) => value);
}

const written = (world: { readonly store: HistoryStore }, parameter: string) =>
  read(world.store, pointSeries({ central: 'home', address: DEVICE, channel: 1, parameter }));

it('records changes, booleans as numbers, and neither texts nor key presses nor parameters that the list leaves out', async () => {
  const world = await startRecorder();
  world.say('ACTUAL_TEMPERATURE', 21.5);
  world.say('ACTUAL_TEMPERATURE', 21.5);
  world.say('STATE', true);
  world.say('ERROR_CODE', 3);
  world.say('LEVEL_TEXT', 'x');
  world.say('PRESS_SHORT', true);
  expect(await world.values('ACTUAL_TEMPERATURE')).toEqual([20, 21.5]);
  expect(await world.values('STATE')).toEqual([1]);
  for (const parameter of ['ERROR_CODE', 'LEVEL_TEXT', 'PRESS_SHORT'])
    expect(await world.values(parameter)).toEqual([]);
});

it('writes in lots: nothing before the interval is over, everything of it at once, and all that is left at the stop', async () => {
  const lots: number[] = [];
  const memory = createMemoryHistoryStore();
  const store: HistoryStore = {
    ...memory,
    append(samples) {
      lots.push(samples.length);
      return memory.append(samples);
    },
  };
  const world = await startRecorder({ writeMs: 5 * MINUTE }, store);
  for (let value = 0; value < 10; value += 1) world.say('ACTUAL_TEMPERATURE', value);
  expect(lots).toEqual([]);
  await world.pass(5 * MINUTE);
  // With the beginning of the recording, the first value, and the figures of the radio.
  expect(lots).toEqual([13]);
  world.say('ACTUAL_TEMPERATURE', 30);
  await world.recorder.stop();
  expect(lots).toEqual([13, 2]);
  expect((await written(world, 'ACTUAL_TEMPERATURE')).at(-1)).toBe(30);
  expect(await read(store, 'recording')).toEqual([1, 0]);
});

it('names each series once, also one whose first values are not written yet', async () => {
  const world = await startRecorder({ writeMs: 5 * MINUTE });
  world.say('ACTUAL_TEMPERATURE', 20);
  const named = async () => (await world.recorder.series()).filter((each) => each.endsWith('/ACTUAL_TEMPERATURE'));
  expect(await world.store.series()).toEqual([]);
  expect(await named()).toHaveLength(1);
  await world.pass(5 * MINUTE);
  world.say('ACTUAL_TEMPERATURE', 21);
  expect(await named()).toHaveLength(1);
  await world.recorder.stop();
});

it('keeps samples that the disk refuses, writes them in order as soon as it can, and complains once', async () => {
  const memory = createMemoryHistoryStore();
  let isFull = true;
  const store: HistoryStore = {
    ...memory,
    append: (samples) => (isFull ? Promise.reject(new Error('disk full')) : memory.append(samples)),
  };
  const world = await startRecorder({ writeMs: MINUTE }, store);
  for (const value of [1, 2, 3]) {
    world.say('ACTUAL_TEMPERATURE', value);
    await world.pass(MINUTE);
  }
  expect(await written(world, 'ACTUAL_TEMPERATURE')).toEqual([]);
  expect(await world.values('ACTUAL_TEMPERATURE')).toEqual([20, 1, 2, 3]);
  expect(world.logged).toEqual(['the history could not be written']);
  isFull = false;
  await world.pass(MINUTE);
  expect(await written(world, 'ACTUAL_TEMPERATURE')).toEqual([20, 1, 2, 3]);
  expect(world.recorder.finding()).toEqual({ status: 'healthy' });
});

it('gives up the oldest while the disk goes on refusing, and health counts them', async () => {
  const store = { ...createMemoryHistoryStore(), append: () => Promise.reject(new Error('disk full')) };
  const world = await startRecorder({}, store);
  for (let value = 0; value < 60_000; value += 1) world.say('ACTUAL_TEMPERATURE', value);
  expect(world.recorder.finding()).toMatchObject({ status: 'degraded', note: expect.stringContaining('no room') });
  expect((await world.values('ACTUAL_TEMPERATURE')).length).toBeLessThanOrEqual(55_000);
  expect((await world.values('ACTUAL_TEMPERATURE')).at(-1)).toBe(59_999);
});

it('writes down every value from time to time, so that a reader need not look back further', async () => {
  const world = await startRecorder();
  await world.pass(KEYFRAME_MS);
  expect(await world.values('ACTUAL_TEMPERATURE')).toEqual([20, 20]);
  expect(await read(world.recorder, 'recording')).toEqual([1, 1]);
});

it('records the system variables that were asked for, each change and every value from time to time', async () => {
  const world = await startRecorder();
  const sysvar = (name: string, value: number) => {
    const known = {
      id: name.length,
      type: 'NUMBER',
      description: '',
      unit: '',
      internal: false,
      visible: true,
    } as const;
    return {
      ...known,
      name,
      value,
      logged: false,
      channelAddress: '',
      changedAt: 0,
      valueName0: '',
      valueName1: '',
      valueList: [],
    };
  };
  const tell = (price: number) => {
    const sysvars = [sysvar('Price', price), sysvar('Other one', price)];
    for (const each of world.house.applyHub('home', { at: world.time.now(), sysvars })) world.recorder.onEvent(each);
  };
  tell(0.31);
  await world.pass(KEYFRAME_MS);
  tell(0.28);
  const of = (name: string) => read(world.recorder, variableSeries({ central: 'home', name }));
  // Once when the list was read, once by the interval.
  expect(await of('Price')).toEqual([0.31, 0.31, 0.28]);
  expect(await of('Other one')).toEqual([]);
});

it('marks when a value became unknown, and writes the next one also where it is the same', async () => {
  const world = await startRecorder();
  world.say('ACTUAL_TEMPERATURE', '');
  await world.pass(MINUTE);
  world.say('ACTUAL_TEMPERATURE', 20);
  const series = pointSeries({ central: 'home', address: DEVICE, channel: 1, parameter: 'ACTUAL_TEMPERATURE' });
  expect(await read(world.recorder, unknownSeries(series))).toEqual([1]);
  expect((await world.values('ACTUAL_TEMPERATURE')).slice(-2)).toEqual([20, 20]);
});

it('follows duty cycle and carrier sense as they are measured', async () => {
  const world = await startRecorder();
  await world.pass(MINUTE);
  world.measure(17);
  await world.pass(2 * MINUTE);
  expect(await read(world.recorder, 'interface/home-HmIP-RF/duty_cycle')).toEqual([4, 17]);
});

it('notes that nothing was recorded since the last value of a life that ended without a word', async () => {
  const store = createMemoryHistoryStore();
  const last = Date.UTC(2026, 3, 30);
  await store.append([{ series: 'recording', at: last, value: 1 }]);
  const world = await startRecorder({}, store);
  expect(await read(world.recorder, 'recording')).toEqual([1, 0, 1]);
});

it('applies other settings at once: the recorded data points, recording on or off, and the kept amount', async () => {
  const world = await startRecorder();
  world.say('ERROR_CODE', 1);
  await world.recorder.reconfigure({ ...world.settings, include: ['ERROR_*'], exclude: [`${DEVICE}:1:STATE`] });
  world.say('ERROR_CODE', 2);
  world.say('STATE', true);
  expect(await world.values('ERROR_CODE')).toContain(2);
  expect(await world.values('STATE')).toEqual([]);
  const place = { central: 'home', address: DEVICE, channel: 1 };
  expect(world.recorder.isRecorded({ ...place, parameter: 'ERROR_CODE' })).toBe(true);
  expect(world.recorder.isRecorded({ ...place, parameter: 'STATE' })).toBe(false);
  await world.recorder.reconfigure({ ...world.settings, enabled: false });
  world.say('ACTUAL_TEMPERATURE', 33);
  expect(await world.values('ACTUAL_TEMPERATURE')).not.toContain(33);
  expect((await read(world.recorder, 'recording')).at(-1)).toBe(0);
  expect(world.recorder.retention()).toMatchObject({ enabled: false, maxDays: 30 });
});

it('drops samples that are too old when it writes', async () => {
  const store = createMemoryHistoryStore();
  await store.append([{ series: 'old', at: Date.UTC(2026, 2, 1), value: 1 }]);
  const world = await startRecorder({}, store);
  await world.pass(5 * MINUTE);
  expect(await read(store, 'old')).toEqual([]);
});

it('rolls up ended days before it drops their samples', async () => {
  const store = createMemoryHistoryStore();
  const old = Date.UTC(2026, 2, 1, 12);
  await store.append([{ series: 'old', at: old, value: 7 }]);
  const world = await startRecorder({}, store);
  await world.pass(5 * MINUTE);
  expect(await read(store, 'old')).toEqual([]);
  const days = store.rollUps.read({ series: ['old'], from: 0, to: Number.MAX_SAFE_INTEGER }, 'day');
  for await (const [day] of days) expect(day).toMatchObject({ count: 1, last: 7 });
  expect((await store.rollUps.extent()).oldestAt).toBeLessThanOrEqual(old);
});

it('records on, keeps all samples and reports it where hours and days are refused, and goes on later', async () => {
  const memory = createMemoryHistoryStore();
  let isFull = true;
  const put: typeof memory.rollUps.put = (...step) =>
    isFull ? Promise.reject(new Error('disk full')) : memory.rollUps.put(...step);
  const store = { ...memory, rollUps: { ...memory.rollUps, put } };
  await store.append([{ series: 'old', at: Date.UTC(2026, 2, 1, 12), value: 7 }]);
  const world = await startRecorder({}, store);
  await world.pass(15 * MINUTE);
  world.say('ACTUAL_TEMPERATURE', 23);
  await world.pass(5 * MINUTE);
  expect(await written(world, 'ACTUAL_TEMPERATURE')).toEqual([20, 23]);
  expect(await read(store, 'old')).toEqual([7]);
  expect(world.recorder.finding()).toMatchObject({ status: 'degraded', note: expect.stringContaining('disk full') });
  expect(world.logged).toEqual(['hours and days of the history could not be stored']);
  isFull = false;
  await world.pass(5 * MINUTE);
  expect(await read(store, 'old')).toEqual([]);
  expect(world.recorder.finding()).toEqual({ status: 'healthy' });
});

it('makes no hours and days where the settings want none, and drops samples all the same', async () => {
  const store = createMemoryHistoryStore();
  await store.append([{ series: 'old', at: Date.UTC(2026, 2, 1), value: 1 }]);
  const world = await startRecorder({ longTerm: { years: 0, maxBytes: 1_048_576 } }, store);
  await world.pass(5 * MINUTE);
  expect(await read(store, 'old')).toEqual([]);
  expect(await store.rollUps.extent()).toEqual({ bytes: 0 });
});

it('records nothing and drops nothing while the clock is wrong', async () => {
  const store = createMemoryHistoryStore();
  await store.append([{ series: 'old', at: Date.UTC(2026, 3, 20), value: 1 }]);
  const world = await startRecorder({}, store);
  world.breakClock(false);
  world.set(Date.UTC(2126, 0, 1));
  world.say('ACTUAL_TEMPERATURE', 5);
  await world.pass(10 * MINUTE);
  expect(await read(store, 'old')).toEqual([1]);
  expect(await world.values('ACTUAL_TEMPERATURE')).toEqual([20]);
});
