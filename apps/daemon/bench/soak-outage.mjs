// The way back from the CCU is cut for 0.5, 3, 12, 30 and 60 seconds, while calls to it are answered: its callbacks vanish, as behind a
// firewall or a switch that restarts. One gateway with a simulated CCU of about 2 900 values for each length, all at once. Values
// change and keys are pressed before, during and after. Afterwards no value may differ from the CCU, in the snapshot and in the frames
// of a client; no frame `connected` may come before the frames of what was lost; each lost key press is within an `unproved_since`.
// The shortest outages are found by the question to the logic layer, within five minutes. About seven minutes.
// `--seconds=12,60` tries these lengths, `--devices=125`, `--seed=…` repeats the changes of a run, `--json` prints one JSON object.
import { parseArgs } from 'node:util';
import { truth } from '@ccu-gateway/ccu-simulator/testing';
import { WebSocket } from 'ws';
import { randomFrom } from './lib/fuzz-cases.mjs';
import { startLargeHouse, USER } from './lib/large-house.mjs';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '0.5,3,12,30,60' },
    devices: { type: 'string', default: '125' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    json: { type: 'boolean', default: false },
  },
});
const say = (text) => (given.json ? process.stderr : process.stdout).write(`${text}\n`);
const INTERFACES = new Set(['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'VirtualDevices']);
const TICK_MS = 250;
const CHANGES_PER_TICK = 10;
const BEFORE_MS = 15_000;
const AFTER_MS = 20_000;
/** The question to the logic layer reaches every device within five minutes; readings and pings are added. */
const FOUND_WITHIN_MS = 390_000;
/** A value that was read is another one after it was written as text. */
const TOLERANCE = 1e-4;

const sleep = (ms) => new Promise((settle) => setTimeout(settle, ms));
const authorization = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`;

function same(a, b) {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
}

/** Data points that change and are judged: states, and none of which some values mean `unknown`. */
function statesOf(simulator) {
  return truth(simulator).flatMap(({ interfaceName, channelAddress, parameter, value }) => {
    const described = simulator.house.descriptions(channelAddress).VALUES;
    const { OPERATIONS, TYPE, MIN, MAX, VALUE_LIST } = described[parameter];
    const isConditional = `${parameter}_STATUS` in described || /_STATUS$|^RSSI_/.test(parameter);
    if (!INTERFACES.has(interfaceName) || isConditional || typeof value === 'string') return [];
    return [{ interfaceName, channelAddress, parameter, TYPE, MIN, MAX, VALUE_LIST, changes: (OPERATIONS & 4) !== 0 }];
  });
}

function keysOf(simulator) {
  const keys = simulator.interfaces
    .filter((name) => INTERFACES.has(name))
    .flatMap((name) => simulator.house.devices(name))
    .flatMap(({ ready, channels }) => (ready ? channels : []))
    .map(({ description }) => description.ADDRESS);
  return keys.filter((address) => simulator.house.descriptions(address).VALUES?.PRESS_SHORT !== undefined);
}

function nextValue({ TYPE, MIN = 0, MAX = 100, VALUE_LIST = [] }, current, random) {
  if (TYPE === 'BOOL') return !current;
  if (TYPE === 'ENUM') return random.below(VALUE_LIST.length);
  const low = Math.max(Number(MIN), -100);
  const high = Math.min(Number(MAX), 100);
  if (TYPE === 'FLOAT') return Math.round((low + random.next() * (high - low)) * 100) / 100;
  return low + random.below(high - low + 1);
}

/** What one client of the gateway is sent. */
async function follow(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/events`, { headers: { authorization } });
  const frames = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(data);
    if (frame.op === 'ping') socket.send(JSON.stringify({ op: 'pong', echo: frame.echo }));
    else frames.push(frame);
  });
  await new Promise((settle, fail) => socket.once('open', settle).once('error', fail));
  socket.send(JSON.stringify({ op: 'subscribe', topics: ['*'] }));
  while (!frames.some(({ op }) => op === 'subscribed')) await sleep(50);
  return { frames, close: () => socket.close() };
}

async function snapshot(url) {
  const response = await fetch(`${url}/api/v1/snapshot?include=data_points`, { headers: { authorization } });
  const { device_channels: devices } = await response.json();
  const points = devices.flatMap(({ device_address: device, channels }) =>
    channels.flatMap(({ number, data_points: each }) =>
      each.map(({ parameter, value }) => [`${device}:${number}.${parameter}`, value]),
    ),
  );
  return new Map(points);
}

const pointOf = ({ device_address: device, channel, parameter }) => `${device}:${channel}.${parameter}`;
const isConnected = ({ type, payload }) => type === 'system.status_changed' && payload.connection_state === 'connected';

async function measure(seconds, { url, simulator, values }) {
  const random = randomFrom(Number(given.seed));
  const states = statesOf(simulator);
  const changing = states.filter(({ changes }) => changes);
  const keys = keysOf(simulator);
  const client = await follow(url);
  const heard = await snapshot(url);
  /** Emitted while callbacks vanished and not since: what the gateway has to read. */
  const lost = new Map();
  const presses = [];
  let isCut = false;
  let tooEarly = 0;
  let taken = 0;
  let isOver = false;

  /** Takes the frames that arrived; at each `connected` counts what was lost and is not known to the client. */
  const take = () => {
    for (; taken < client.frames.length; taken += 1) {
      const frame = client.frames[taken];
      if (frame.type === 'datapoint.value_changed') heard.set(pointOf(frame.payload), frame.payload.value);
      if (isOver && isConnected(frame))
        tooEarly += [...lost].filter(
          ([point, { interfaceName, value }]) =>
            frame.payload.interface_id?.endsWith(`-${interfaceName}`) && !same(heard.get(point), value),
        ).length;
    }
  };
  const change = (count) => {
    for (let made = 0; made < count; made += 1) {
      const point = random.pick(changing);
      const { interfaceName, channelAddress, parameter } = point;
      const value = nextValue(point, simulator.house.value(channelAddress, parameter)?.value, random);
      simulator.emit(channelAddress, parameter, value);
      if (isCut) lost.set(`${channelAddress}.${parameter}`, { interfaceName, value });
      else lost.delete(`${channelAddress}.${parameter}`);
    }
  };
  const live = async (ms, count) => {
    for (const until = Date.now() + ms; Date.now() < until; ) {
      change(count);
      take();
      await sleep(Math.min(TICK_MS, ms));
    }
  };
  const wrong = async () => {
    take();
    const shown = await snapshot(url);
    const differing = (picture) =>
      states.filter(
        ({ channelAddress, parameter }) =>
          !same(picture.get(`${channelAddress}.${parameter}`), simulator.house.value(channelAddress, parameter)?.value),
      ).length;
    return { shown: differing(shown), heard: differing(heard) };
  };

  await live(BEFORE_MS, CHANGES_PER_TICK);
  await simulator.settled();
  isCut = true;
  simulator.faults.dropCallbacks(true);
  for (const key of keys.slice(0, 3)) {
    presses.push({ key, at: Date.now() });
    simulator.emit(key, 'PRESS_SHORT', true);
  }
  await live(seconds * 1_000, CHANGES_PER_TICK);
  await simulator.settled();
  simulator.faults.dropCallbacks(false);
  isCut = false;
  isOver = true;
  const endedAt = Date.now();
  const after = await wrong();
  await live(AFTER_MS, 1);
  let rightAt;
  let state = await wrong();
  const isTold = ({ at }) =>
    client.frames.some(
      ({ type, payload }) =>
        type === 'system.status_changed' &&
        payload.issues?.includes('events_unproved') &&
        Date.parse(payload.unproved_since) <= at,
    );
  while (Date.now() - endedAt < FOUND_WITHIN_MS) {
    if (state.shown + state.heard === 0 && presses.every(isTold)) {
      rightAt = Date.now();
      break;
    }
    await sleep(1_000);
    state = await wrong();
  }
  const untold = presses.filter((press) => !isTold(press)).length;
  client.close();
  return {
    seconds,
    values,
    wrong_at_its_end: after.shown,
    right_after_s: rightAt === undefined ? null : Math.round((rightAt - endedAt) / 1_000),
    wrong_in_snapshot: state.shown,
    wrong_in_frames: state.heard,
    unknown_at_connected: tooEarly,
    presses_not_told: untold,
  };
}

const lengths = given.seconds.split(',').map(Number);
say(`seed ${given.seed}; ${lengths.join(', ')} s`);
/** @type {Awaited<ReturnType<typeof startLargeHouse>>[]} */
const houses = [];
try {
  for (const _ of lengths) houses.push(await startLargeHouse(Number(given.devices)));
  say(`${houses.length} gateways of ${houses.map(({ values }) => values).join(', ')} values`);
  const rows = await Promise.all(
    lengths.map(async (seconds, at) => {
      const row = await measure(seconds, houses[at]);
      say(JSON.stringify(row));
      return row;
    }),
  );
  const isWrong = ({ wrong_in_snapshot, wrong_in_frames, unknown_at_connected, presses_not_told }) =>
    wrong_in_snapshot + wrong_in_frames + unknown_at_connected + presses_not_told > 0;
  if (given.json) process.stdout.write(`${JSON.stringify({ seed: Number(given.seed), rows })}\n`);
  process.exitCode = rows.some(isWrong) ? 1 : 0;
} finally {
  await Promise.all(houses.map(({ close }) => close()));
}
