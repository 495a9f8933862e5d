// Cost of the model: events into an installation of 22 500 data points, beside a bare Map with the last values and one
// small object for each difference. Time bounded: about five seconds in all. With --json the last line of stdout is one
// JSON object.

import { cpus, totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '../dist/index.js';

const DEVICES = 500;
const CHANNELS = 9;
const PARAMETERS = 5;
const EVENTS = 50_000;
const ROUNDS = 5;
const GOAL_EVENTS_PER_SECOND = 5_000;
const GOAL_STEP_MS = 30;
const LINES_PER_STEP = 250;

const values = {
  STATE: { TYPE: 'BOOL', OPERATIONS: 7, FLAGS: 1 },
  LEVEL: { TYPE: 'FLOAT', OPERATIONS: 7, FLAGS: 1, MIN: '0.0', MAX: '1.01', UNIT: '100%' },
  ACTUAL_TEMPERATURE: { TYPE: 'FLOAT', OPERATIONS: 5, FLAGS: 1, MIN: -3276.8, MAX: 3276.7, UNIT: '°C' },
  HUMIDITY: { TYPE: 'INTEGER', OPERATIONS: 5, FLAGS: 1, MIN: 0, MAX: 100, UNIT: '%' },
  ACTIVITY_STATE: { TYPE: 'ENUM', OPERATIONS: 5, FLAGS: 1, VALUE_LIST: ['UNKNOWN', 'UP', 'DOWN', 'STABLE'] },
};
const parameters = Object.keys(values);
const samples = {
  STATE: (n) => n % 2 === 0,
  LEVEL: (n) => (n % 100) / 100,
  ACTUAL_TEMPERATURE: (n) => 15 + (n % 100) / 10,
  HUMIDITY: (n) => 30 + (n % 50),
  ACTIVITY_STATE: (n) => n % 4,
};

const addresses = Array.from({ length: DEVICES }, (_, index) => `0001D3C9${String(index).padStart(6, '0')}`);
const from = { central: 'ccu1', interfaceName: 'HmIP-RF' };

function house() {
  const home = createHouseModel();
  home.addCentral('ccu1', { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF')] });
  const paramsets = {};
  const devices = addresses.flatMap((address) => {
    const channels = Array.from({ length: CHANNELS }, (_, index) => `${address}:${index}`);
    for (const channel of channels) paramsets[channel] = { VALUES: values };
    return [
      { ADDRESS: address, TYPE: 'HmIP-BENCH', PARENT: '', CHILDREN: channels },
      ...channels.map((channel, index) => ({
        ADDRESS: channel,
        TYPE: index % 4 === 3 ? 'DIMMER_TRANSMITTER' : 'DIMMER_VIRTUAL_RECEIVER',
        PARENT: address,
      })),
    ];
  });
  home.apply({ ...from, type: 'devices_described', at: 0, source: 'NEW', complete: true, devices, paramsets });
  const status = { ...from, state: 'connected', connected: true };
  home.apply({ ...from, type: 'link_state', at: 0, previous: 'loading', status });
  return home;
}

function eventAt(n) {
  const parameter = parameters[n % PARAMETERS];
  const channel = Math.floor(n / PARAMETERS) % CHANNELS;
  const address = addresses[Math.floor((n * 7919) / CHANNELS) % DEVICES];
  return {
    ...from,
    type: 'value',
    at: n,
    channelAddress: `${address}:${channel}`,
    parameter,
    value: samples[parameter]((Math.imul(n, 2_654_435_761) >>> 9) % 1000),
  };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Events a second; making the events is not counted. */
function timed(apply, offset) {
  const events = Array.from({ length: EVENTS }, (_, index) => eventAt(offset + index));
  const started = performance.now();
  let published = 0;
  for (const event of events) published += apply(event);
  const seconds = (performance.now() - started) / 1000;
  return { rate: EVENTS / seconds, published };
}

const home = house();
const bare = new Map();
function remember({ channelAddress, parameter, value, at }) {
  const key = `${channelAddress}.${parameter}`;
  if (bare.get(key) === value) return 0;
  const event = { topic: `device.${key}`, payload: { value, previous: bare.get(key), at } };
  bare.set(key, value);
  return event.topic.length > 0 ? 1 : 0;
}

const model = [];
const map = [];
let published = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const result = timed((event) => home.apply(event).length, round * EVENTS);
  published += result.published;
  model.push(result.rate);
  map.push(timed(remember, round * EVENTS).rate);
}

const steps = [];
let lines = 0;
const lineIterator = home.snapshotLines({ include: ['data_points'] });
const startedSnapshot = performance.now();
for (let done = false; !done; ) {
  const started = performance.now();
  for (let count = 0; count < LINES_PER_STEP && !done; count += 1) {
    const next = lineIterator.next();
    done = next.done === true;
    if (!done) lines += JSON.stringify(next.value).length > 0 ? 1 : 0;
  }
  steps.push(performance.now() - started);
}
const snapshotMs = performance.now() - startedSnapshot;
const stepMs = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.99)];

const rates = { model: median(model), 'bare Map': median(map) };
const ratios = { 'bare Map over model': rates['bare Map'] / rates.model };
globalThis.gc?.();
const heapMb = process.memoryUsage().heapUsed / 1e6;
console.log(`events a second (median of ${ROUNDS}, ${EVENTS} each, ${DEVICES * CHANNELS * PARAMETERS} data points)`);
for (const [name, rate] of Object.entries(rates)) console.log(`  ${Math.round(rate).toString().padStart(10)}  ${name}`);
console.log(`published by the model: ${published}`);
console.log(
  `snapshot: ${lines} lines in ${snapshotMs.toFixed(0)} ms, 99 % of steps of ${LINES_PER_STEP} lines within ${stepMs.toFixed(1)} ms`,
);
console.log(`heap: ${heapMb.toFixed(0)} MB`);
console.log(`goal: at least ${GOAL_EVENTS_PER_SECOND} events a second, 99 % of steps within ${GOAL_STEP_MS} ms`);
const machine = { cpus: cpus().length, model: cpus()[0]?.model, memory: totalmem(), node: process.version };
if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify({
      name: 'model',
      ok: rates.model >= GOAL_EVENTS_PER_SECOND && stepMs <= GOAL_STEP_MS,
      ratios,
      events_per_second: rates,
      snapshot_ms: snapshotMs,
      step_p99_ms: stepMs,
      heap_mb: heapMb,
      machine,
    }),
  );
}
