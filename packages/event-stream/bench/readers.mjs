// Processor time for one event from `publish` to the listeners in the process, with 1, 4 and 8 of them, twenty events in a turn.
// Beside a bare loop in the same run that writes each event as JSON and parses it for each listener. Five rounds, interleaved; the
// median counts. With --json the last line of stdout is one object.
import { cpus } from 'node:os';
import { createEventStream } from '../dist/index.js';

const json = process.argv.includes('--json');
const ROUNDS = 5;
const EVENTS = 60_000;
const IN_A_TURN = 20;
const LISTENERS = [1, 4, 8];

const topic = 'device.000A1B2C3D4E5F.channels.1.data_points.ACTUAL_TEMPERATURE';
const type = 'datapoint.value_changed';
const payload = (value) => ({
  central: 'home',
  interface_id: 'home-HmIP-RF',
  device_address: '000A1B2C3D4E5F',
  channel: 1,
  parameter: 'ACTUAL_TEMPERATURE',
  paramset_key: 'VALUES',
  value,
  previous: value - 1,
  event_at: '2026-01-01T00:00:00.000Z',
});

const nextTurn = () => new Promise((settle) => setImmediate(settle));
let heard = 0;
const listener = (event) => {
  if (event.payload.value > 0) heard += 1;
};

function stream(count) {
  const events = createEventStream();
  for (let index = 0; index < count; index += 1) events.subscribe(['device.*'], listener, { onLost() {} });
  return (value) => events.publish({ topic, type, payload: payload(value) });
}

function bare(count) {
  let seq = 0;
  return (value) => {
    seq += 1;
    const text = JSON.stringify({ seq, kind: 'change', topic, type, payload: payload(value) });
    for (let index = 0; index < count; index += 1) listener(JSON.parse(text));
  };
}

async function microseconds(publish) {
  const before = process.cpuUsage();
  for (let value = 1; value <= EVENTS; value += 1) {
    publish(value);
    if (value % IN_A_TURN === 0) await nextTurn();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / EVENTS;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = {};
for (const count of LISTENERS) {
  const peers = { stream: stream(count), bare: bare(count) };
  const found = { stream: [], bare: [] };
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, publish] of Object.entries(peers)) {
      heard = 0;
      const cost = await microseconds(publish);
      if (heard !== EVENTS * count) throw new Error(`${name}: ${heard} of ${EVENTS * count} events`);
      if (round > 0) found[name].push(cost);
    }
  }
  const [ours, theirs] = [median(found.stream), median(found.bare)];
  rows[count] = { streamUs: ours, bareUs: theirs, ratio: ours / theirs };
  console.log(
    `${count} listeners: ${ours.toFixed(1)} µs of CPU for each event, parsed for each ${theirs.toFixed(1)} µs, ratio ${(ours / theirs).toFixed(2)}`,
  );
}
if (json) {
  console.log(
    JSON.stringify({ name: 'readers', ok: true, rows, machine: { cpus: cpus().length, node: process.version } }),
  );
}
