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

const json = process.argv.includes('--json');
const DEVICES = 500;
const CHANNELS = 16;
const ROUNDS = 5;
const WINDOW = 128;
const GOALS = { events: 0.7, catchUpMs: 5_000 };
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
  return { url: `mqtt://127.0.0.1:${port}`, stop };
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
        ['TEMPERATURE', 'HUMIDITY'].map((name) => [
          name,
          { TYPE: 'FLOAT', OPERATIONS: 5, MIN: -1000, MAX: 1e9, UNIT: '°C' },
        ]),
      );
      paramsets[`${address}:${channel}`] = { VALUES };
    }
  }
  house.apply({ ...from, type: 'devices_described', source: 'NEW', complete: true, devices, paramsets });
  const points = Object.keys(paramsets).flatMap((channelAddress) =>
    ['TEMPERATURE', 'HUMIDITY'].map((parameter) => ({ channelAddress, parameter })),
  );
  for (const point of points) house.apply({ ...from, ...point, type: 'value', value: 1 });
  house.apply({ ...from, type: 'values_loaded', values: [] });
  const status = { central: 'home', interfaceName: 'BidCos-RF', state: 'connected', connected: true };
  house.apply({ ...from, type: 'link_state', previous: 'loading', status });
  const events = createEventStream();
  const core = createGatewayCore({ house, devices: house, hub: house, events, clock: { now: Date.now } });
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

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function until(holds) {
  while (!holds()) await turn();
}

/** Events per second through the bridge: from the stream to the acknowledgement of the last. */
async function throughBridge(world, bridge, value) {
  const told = world.points.flatMap((point) =>
    world.house.apply({ ...from, ...point, at: Date.now(), type: 'value', value }),
  );
  const before = bridge.status().sent;
  const started = performance.now();
  for (const event of told) world.events.publish(event);
  await until(() => bridge.status().sent - before >= told.length);
  return (told.length * 1000) / (performance.now() - started);
}

/** The same payloads by mqtt.js alone, as many under way at once. */
async function bare(client, world, qos, value) {
  const messages = world.points.map(({ channelAddress, parameter }) => {
    const [address, channel] = channelAddress.split(':');
    const at = Date.now();
    const payload = JSON.stringify({ val: value, ts: at, lc: at, seq: at * 1000, unit: '°C' });
    return { topic: `bare${qos}/home/status/${address}/${channel}/${parameter}`, payload };
  });
  const started = performance.now();
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
  await Promise.all(Array.from({ length: WINDOW }, one));
  return (messages.length * 1000) / (performance.now() - started);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const broker = await startMosquitto();
const world = createHouse();
const found = { topics: world.points.length };
const heapBefore = heap();
for (const qos of [0, 1]) {
  const opened = performance.now();
  const bridge = await openBridge(world.core, broker.url, qos);
  await until(() => bridge.status().sent > world.points.length && bridge.status().waiting === 0);
  const catchUpMs = performance.now() - opened;
  if (qos === 0) found.heapMb = (heap() - heapBefore) / 2 ** 20;
  const client = await mqtt.connectAsync(broker.url, { protocolVersion: 5, clientId: `bare-${qos}` });
  const ours = [];
  const theirs = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const mine = await throughBridge(world, bridge, 100 * (qos + 1) + round);
    const others = await bare(client, world, qos, round);
    // The first warms up.
    if (round > 0) ours.push(mine);
    if (round > 0) theirs.push(others);
  }
  found[`qos${qos}`] = { bridge: median(ours), bare: median(theirs), ratio: median(ours) / median(theirs), catchUpMs };
  const { bridge: mine, bare: others, ratio } = found[`qos${qos}`];
  const words = `QoS ${qos}: ${Math.round(mine)} events/s, bare mqtt.js ${Math.round(others)}/s, ratio ${ratio.toFixed(2)} (goal ${GOALS.events})`;
  console.log(`${words}; ${world.points.length} topics said in ${Math.round(catchUpMs)} ms (goal ${GOALS.catchUpMs})`);
  await client.endAsync();
  await bridge.close();
}
console.log(`Heap of the bridge with ${DEVICES} devices: ${found.heapMb.toFixed(1)} MB`);
if (json) console.log(JSON.stringify(found));
await broker.stop();
process.exit(0);
