// The bridge into mosquitto beside a bare mqtt.js loop that publishes the same payloads, in one run, interleaved; what the
// bridge keeps in memory for 500 devices; and how long it says 16,000 topics to an empty broker. With --json the last line
// of stdout is one object. Without mosquitto it says so and measures nothing.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import { createGatewayCore } from '@ccu-gateway/gateway-core';
import { openBrokerBridge } from '@ccu-gateway/mqtt-bridge';
import mqtt from 'mqtt';
import { newState, planOf } from '../../alarm/dist/index.js';

const json = process.argv.includes('--json');
const DEVICES = 500;
const CHANNELS = 16;
const ROUNDS = 5;
const WINDOW = 128;
const GOALS = { events: [0.5, 0.6], catchUpMs: 5_000 };
// Nothing is calculated from these: each event is one message, as in the bare loop.
const PARAMETERS = ['VOLTAGE', 'FREQUENCY'];
const from = { central: 'home', interfaceName: 'BidCos-RF', at: 1 };

const command = ['/usr/sbin/mosquitto', 'mosquitto'].find((each) => !spawnSync(each, ['-h']).error);
if (command === undefined) {
  console.log('mosquitto is not installed: nothing is measured');
  process.exit(0);
}

async function startMosquitto() {
  const server = createServer();
  const port = await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  await new Promise((resolve) => server.close(resolve));
  const folder = mkdtempSync(join(tmpdir(), 'bench-mqtt-'));
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nuser root\n`);
  const child = spawn(command, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve) => child.stderr.on('data', (chunk) => chunk.includes('running') && resolve()));
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url: `mqtt://127.0.0.1:${port}`, stop, kill: () => child.kill() };
}

/** 500 devices of 16 channels with two values each. */
function createHouse() {
  const house = createHouseModel();
  house.addCentral('home', { host: '192.0.2.1', interfaces: [factsOf('BidCos-RF')] });
  const devices = [];
  const paramsets = {};
  for (let index = 0; index < DEVICES; index += 1) {
    const address = `BEN${String(index).padStart(7, '0')}`;
    devices.push({ ADDRESS: address, TYPE: 'HM-BENCH' });
    for (let channel = 1; channel <= CHANNELS; channel += 1) {
      devices.push({ ADDRESS: `${address}:${channel}`, TYPE: 'BENCH' });
      const VALUES = Object.fromEntries(
        PARAMETERS.map((name) => [name, { TYPE: 'FLOAT', OPERATIONS: 5, MIN: -1000, MAX: 1e9, UNIT: '°C' }]),
      );
      paramsets[`${address}:${channel}`] = { VALUES };
    }
  }
  house.apply({ ...from, type: 'devices_described', source: 'NEW', complete: true, devices, paramsets });
  const points = Object.keys(paramsets).flatMap((channelAddress) =>
    PARAMETERS.map((parameter) => ({ channelAddress, parameter })),
  );
  for (const point of points) house.apply({ ...from, ...point, type: 'value', value: 1 });
  house.apply({ ...from, type: 'values_loaded', values: [] });
  const status = { central: 'home', interfaceName: 'BidCos-RF', state: 'connected', connected: true };
  house.apply({ ...from, type: 'link_state', previous: 'loading', status });
  // A reader that lies further behind than this has missed events, and the bridge then says the whole house anew.
  const events = createEventStream({ lagFrames: 4 * DEVICES * CHANNELS, ringFrames: 4 * DEVICES * CHANNELS });
  const health = { health: () => ({ status: 'healthy', components: [] }) };
  const plan = planOf({ zones: [], codes: [] });
  const alarm = { requireRead() {}, plan: () => plan, state: () => newState(1) };
  const areas = { list: async () => [] };
  const clock = { now: Date.now };
  const core = createGatewayCore({ house, devices: house, hub: house, events, health, alarm, areas, clock });
  return { house, events, core, points };
}

const quiet = {
  debug() {},
  info() {},
  warn: (...said) => console.error(...said),
  error: (...said) => console.error(...said),
};

async function openBridge(core, url, qos) {
  return await openBrokerBridge({
    core,
    settings: {
      name: 'bench',
      url,
      clientId: `bench-${qos}`,
      verify: true,
      prefix: `bench${qos}`,
      qos,
      addressing: 'address',
      payload: 'json',
      momentaryExpiryMs: 10_000,
      role: 'operator',
      publish: ['#'],
      write: ['#'],
    },
    positions: { load: async () => undefined, save: async () => {} },
    log: quiet,
    incident() {},
    environment: {
      now: Date.now,
      random: Math.random,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
      nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
      repeat: () => () => {},
    },
  });
}

/** Looks each millisecond: to look in each turn would be work that the bare loop does not have. */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** When the last message of a new connection was sent: all topics are there, and for a while nothing follows. */
async function saidEverything(world, bridge) {
  let last = { sent: 0, at: performance.now() };
  await until(() => {
    const { sent, waiting } = bridge.status();
    if (sent !== last.sent) last = { sent, at: performance.now() };
    return sent > world.points.length && waiting === 0 && performance.now() - last.at > 500;
  });
  return last.at;
}

/**
 * Events per second through the bridge: from when they lie in the stream, as the messages of the bare loop lie in its list,
 * to the acknowledgement of the last. What putting them there costs is counted apart.
 */
async function throughBridge(world, bridge, value) {
  const before = bridge.status().sent;
  const count = publishAll(world, value);
  const figures = await measured(count, () => until(() => bridge.status().sent - before >= count));
  const { sent, waiting, superseded } = bridge.status();
  if (sent - before !== count || waiting > 0) throw new Error(`${count} events became ${sent - before} messages`);
  if (superseded > 0) throw new Error(`${superseded} messages were replaced by newer ones`);
  return figures;
}

/** Messages per second, and microseconds of this process for each, which say the same on a machine that does more than this. */
async function measured(count, run) {
  globalThis.gc?.();
  const used = process.cpuUsage();
  const started = performance.now();
  await run();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  return { rate: (count * 1000) / ms, cpuUs: (user + system) / count };
}

function publishAll(world, value) {
  const told = world.points.flatMap((point) =>
    world.house.apply({ ...from, ...point, at: Date.now(), type: 'value', value }),
  );
  for (const event of told) world.events.publish(event);
  return told.length;
}

/**
 * The same topics and as many bytes by mqtt.js alone, retained as those of the bridge, and as many under
 * way at once: no more than the broker says that it takes (`Receive Maximum`), which mqtt.js itself does not keep to.
 */
async function bare(client, world, qos, value) {
  const messages = world.points.map(({ channelAddress, parameter }) => {
    const [address, channel] = channelAddress.split(':');
    const at = Date.now();
    const payload = JSON.stringify({ val: value, ts: at, lc: at, seq: at * 1000, unit: '°C' });
    return { topic: `bench${qos}/home/status/${address}/${channel}/${parameter}`, payload };
  });
  let next = 0;
  const one = async () => {
    while (next < messages.length) {
      const { topic, payload } = messages[next];
      next += 1;
      await new Promise((resolve, reject) =>
        client.publish(topic, payload, { qos, retain: true }, (error) => (error ? reject(error) : resolve())),
      );
    }
  };
  const window = qos === 0 ? WINDOW : Math.min(WINDOW, client.receiveMaximum);
  return measured(messages.length, () => Promise.all(Array.from({ length: window }, one)));
}

async function connectBare(qos) {
  const client = mqtt.connect(broker.url, { protocolVersion: 5, clientId: `bare-${qos}` });
  const { properties } = await new Promise((resolve) => client.once('connect', resolve));
  return Object.assign(client, { receiveMaximum: properties?.receiveMaximum ?? 65_535 });
}

const median = (rounds, name) =>
  rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const broker = await startMosquitto();
process.on('exit', () => broker.kill());
const world = createHouse();
const found = { topics: world.points.length };
const heapBefore = heap();
for (const qos of [0, 1]) {
  const opened = performance.now();
  const bridge = await openBridge(world.core, broker.url, qos);
  const catchUpMs = (await saidEverything(world, bridge)) - opened;
  if (qos === 0) found.heapMb = (heap() - heapBefore) / 2 ** 20;
  const client = await connectBare(qos);
  const ours = [];
  const theirs = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const value = 100 * (qos + 1) + round;
    const mine = await throughBridge(world, bridge, value);
    const others = await bare(client, world, qos, value);
    // The first warms up.
    if (round > 0) ours.push(mine);
    if (round > 0) theirs.push(others);
  }
  const of = (rounds) => ({ rate: median(rounds, 'rate'), cpuUs: median(rounds, 'cpuUs') });
  const [mine, others] = [of(ours), of(theirs)];
  const ratio = mine.rate / others.rate;
  found[`qos${qos}`] = { bridge: mine, bare: others, ratio, catchUpMs };
  const say = ({ rate, cpuUs }) => `${Math.round(rate)}/s (${cpuUs.toFixed(1)} µs of CPU each)`;
  console.log(
    `QoS ${qos}: ${say(mine)}, bare mqtt.js ${say(others)}, ratio ${ratio.toFixed(2)} (goal ${GOALS.events[qos]})`,
  );
  console.log(`  ${world.points.length} topics said in ${Math.round(catchUpMs)} ms (goal ${GOALS.catchUpMs})`);
  await client.endAsync();
  await bridge.close();
}
console.log(`Heap of the bridge with ${DEVICES} devices: ${found.heapMb.toFixed(1)} MB`);
if (json) console.log(JSON.stringify(found));
await broker.stop();
process.exit(0);
