// Time from the report of a door to the write of the siren, as a simulated CCU sees both, beside the same report without an alarm,
// which a WebSocket client waits for. Then the cost of an event that concerns no sensor, with 50 zones and 1 000 sensors, beside a
// listener that looks its data point up in a Map. --alarms=N rounds (default 100), --events=N (default 200000). With --json the last
// line of stdout is one JSON object.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSimulator } from '@ccu-gateway/ccu-simulator';
import { createAlarmKeeper } from '@ccu-gateway/gateway-core/parts';
import WebSocket from 'ws';
import { stringify } from 'yaml';
import { urlOf } from './lib/gateway-url.mjs';
import { BASIC, DIST } from './lib/own-process.mjs';

const { values: given } = parseArgs({
  options: {
    alarms: { type: 'string', default: '100' },
    events: { type: 'string', default: '200000' },
    json: { type: 'boolean', default: false },
  },
});
const say = (text) => (given.json ? process.stderr : process.stdout).write(`${text}\n`);
const GOAL = { p99Ms: 50, eventUs: 20 };
const DOOR = '00F1C0DE00000E:1';
const SIREN = '00F1C0DE000015:3';
const ZONES = 50;
const SENSORS_PER_ZONE = 20;
const ROUNDS = 5;

const sorted = (values) => values.toSorted((a, b) => a - b);
const percentile = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];

async function until(isSo) {
  while (!(await isSo())) await setImmediate();
}

async function openGateway(simulator, folder) {
  const { host, ports, interfaces } = simulator;
  const config = join(folder, 'config.yaml');
  const central = { name: 'home', host, interfaces: interfaces.map((name) => ({ name, port: ports[name] })) };
  const file = stringify({
    data_dir: join(folder, 'data'),
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { bench: 'only-for-this-benchmark' } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    centrals: [{ ...central, json_rpc_port: ports.jsonRpc, rega_port: ports.rega, username: 'Admin' }],
  });
  writeFileSync(config, file, { mode: 0o600 });
  const child = fork(join(DIST, 'main.js'), ['run', '--config', config], { silent: true });
  child.stderr.pipe(process.stderr);
  const url = await urlOf(child);
  const headers = { authorization: BASIC, 'content-type': 'application/json' };
  async function api(method, path, body) {
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  return {
    url,
    api,
    async stop() {
      const ended = new Promise((settle) => child.once('exit', settle));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Milliseconds of each round, from the report of the door until the CCU has the write, and until a client has the event. */
async function timesOfAlarms(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-bench-alarm-'));
  const simulator = await startSimulator({});
  const gateway = await openGateway(simulator, folder);
  const { api } = gateway;
  const config = { modes: { full: {} }, rearms: false, alarm_ms: 60_000 };
  await api('POST', '/alarm/zones', { id: 'all', name: 'All', config });
  const point = { central: 'home', interface_id: 'HmIP-RF', channel_address: DOOR, parameter: 'STATE' };
  await api('PUT', '/alarm/zones/all/sensors', [{ ...point, id: 'door', type: 'door', config: { modes: ['full'] } }]);
  const siren = { id: 'siren', class: 'acoustic_siren', central: 'home', channel_address: SIREN };
  await api('PUT', '/alarm/zones/all/outputs', [siren]);
  const isReady = async () => (await api('GET', '/alarm/zones/all/readiness')).full.ready;
  const writes = () =>
    simulator.received.of('putParamset').filter(({ params }) => JSON.stringify(params).includes(SIREN));

  let frames = 0;
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/api/v1/events`, {
    headers: { authorization: BASIC },
  });
  await new Promise((settle) => socket.once('open', settle));
  socket.on('message', (data) => {
    if (String(data).includes('"datapoint.value_changed"')) frames += 1;
  });
  const topic = `devices/${DOOR.split(':')[0]}/channels/1/data_points/STATE`;
  socket.send(JSON.stringify({ op: 'subscribe', topics: [topic] }));
  await until(isReady);
  async function timeOf(value, count) {
    const before = count();
    const begun = performance.now();
    simulator.emit(DOOR, 'STATE', value);
    await until(() => count() > before);
    return performance.now() - begun;
  }
  const ours = [];
  const peer = [];
  for (let round = 0; round <= rounds; round += 1) {
    const plain = await timeOf(1, () => frames);
    await timeOf(0, () => frames);
    await until(isReady);
    await api('POST', '/alarm/zones/all/arm', { mode: 'full' });
    const alarm = await timeOf(1, () => writes().length);
    await api('POST', '/alarm/zones/all/disarm');
    simulator.emit(DOOR, 'STATE', 0);
    await until(isReady);
    // The siren confirms its stop, so that no repetition falls into the next round.
    await until(async () => (await api('GET', '/alarm/state')).zones[0].incident === undefined);
    // The first round warms up.
    if (round > 0) {
      ours.push(alarm);
      peer.push(plain);
    }
    simulator.received.clear();
  }
  socket.close();
  await gateway.stop();
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
  return { ours, peer };
}

/** An alarm system over a made-up installation, and its listener for events. */
async function openKeeper() {
  const listeners = [];
  const sensors = (zone) =>
    Array.from({ length: SENSORS_PER_ZONE }, (_, index) => ({
      ...{ id: `s-${zone}-${index}`, name: 'Sensor', kind: 'window', activeValues: [], modes: ['full'] },
      ...{ reaction: 'instant', isAlways: false, bypass: 'allowed', chimes: false },
      point: { central: 'home', interfaceId: 'HmIP-RF', channelAddress: `S${zone}${index}:1`, parameter: 'STATE' },
    }));
  const zones = Array.from({ length: ZONES }, (_, zone) => ({
    ...{ id: `z-${zone}`, name: `Zone ${zone}`, position: zone, modes: { full: { exitDelayMs: 0, entryDelayMs: 0 } } },
    ...{ preAlarmMs: 0, alarmMs: 60_000, coolDownMs: 60_000, rearms: true, swingerLimit: 3 },
    ...{ needsCode: { arm: false, disarm: false }, groups: [], outputs: [], sensors: sensors(zone) },
  }));
  const found = { ok: true, value: { source: 'live', value: false } };
  const nothing = () => {};
  const keeper = createAlarmKeeper({
    house: {
      dataPoint: () => found,
      reading: () => found,
      interfaces: () => [{ id: 'HmIP-RF', interface: 'HmIP-RF', connected: true }],
    },
    devices: {},
    ccu: {},
    audit: { record: nothing },
    events: { subscribe: (_, listener) => void listeners.push(listener) },
    reports: { subscribe: () => nothing },
    publish: nothing,
    records: {
      load: async () => ({ config: { zones, codes: [] }, state: undefined, head: { id: 0, hash: '' } }),
      save: async () => {},
    },
    pins: {},
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    clock: { now: Date.now },
    time: { now: Date.now, after: () => nothing },
    randomHex: () => '0',
    log: { debug: nothing, info: nothing, warn: nothing, error: console.error },
  });
  await keeper.restore();
  return { keeper, listen: listeners[0] };
}

/** Microseconds for each event. */
function costOf(listen, events) {
  const made = Array.from({ length: 1_000 }, (_, index) => ({
    type: 'datapoint.value_changed',
    seq: index,
    payload: { central: 'home', device_address: `OTHER${index}`, channel: 1, parameter: 'LEVEL', value: index / 1_000 },
  }));
  const begun = performance.now();
  for (let sent = 0; sent < events; sent += 1) listen(made[sent % made.length]);
  return ((performance.now() - begun) * 1_000) / events;
}

const times = await timesOfAlarms(Number(given.alarms));
const p99 = { ours: percentile(times.ours, 0.99), peer: percentile(times.peer, 0.99) };
const p50 = { ours: percentile(times.ours, 0.5), peer: percentile(times.peer, 0.5) };
const { keeper, listen } = await openKeeper();
const known = new Map(
  Array.from({ length: ZONES * SENSORS_PER_ZONE }, (_, index) => [`home S${index}:1 STATE`, index]),
);
let hits = 0;
const bare = ({ payload: { central, device_address: address, channel, parameter } }) => {
  if (known.has(`${central} ${address}:${channel} ${parameter}`)) hits += 1;
};
const costs = { ours: [], peer: [] };
for (let round = 0; round <= ROUNDS; round += 1) {
  const [ours, peer] = [costOf(listen, Number(given.events)), costOf(bare, Number(given.events))];
  if (round === 0) continue;
  costs.ours.push(ours);
  costs.peer.push(peer);
}
await keeper.close();
const event = { ours: percentile(costs.ours, 0.5), peer: percentile(costs.peer, 0.5) };
const line = (name, { ours, peer }, unit, digits) =>
  say(
    `${name}: ours ${ours.toFixed(digits)} ${unit}, peer ${peer.toFixed(digits)} ${unit}, ratio ${(ours / peer).toFixed(2)}`,
  );
say(`${times.ours.length} alarms, ${ZONES} zones with ${ZONES * SENSORS_PER_ZONE} sensors, ${cpus()[0]?.model}`);
line('door to siren, p50', p50, 'ms', 1);
line('door to siren, p99', p99, 'ms', 1);
line('event of no sensor', event, 'µs', 3);
say(`goals: p99 ≤ ${GOAL.p99Ms} ms, event ≤ ${GOAL.eventUs} µs`);
const isMet = p99.ours <= GOAL.p99Ms && event.ours <= GOAL.eventUs;
if (given.json) {
  process.stdout.write(
    `${JSON.stringify({ alarms: times.ours.length, p50Ms: p50, p99Ms: p99, eventUs: event, goal: GOAL, isMet, hits })}\n`,
  );
}
process.exitCode = isMet ? 0 : 1;
