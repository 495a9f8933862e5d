// Cost of durable events for publishers: a stream with the SQLite log beside the same stream in memory, in the same
// run, interleaved. Time bounded: about eight seconds. With --json the last line of stdout is one JSON object.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createEventStream, openEventStream } from '@ccu-gateway/event-stream';
import { attachWebSocket, nodeRawSocket } from '@ccu-gateway/event-stream/websocket';
import { openEventStore } from '../dist/index.js';

const rounds = 7;
const ms = 400;
const connections = 100;
const goal = 0.9;

/** A peer at the other end of real sockets that discards all data. */
const reader = new Worker(
  `const { createServer } = require('node:net');
   const server = createServer((socket) => socket.resume());
   server.listen(0, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage(server.address().port));`,
  { eval: true },
);
const [port] = await once(reader, 'message');

async function follow(stream) {
  for (let index = 0; index < connections; index += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const close = () => socket.destroy();
    attachWebSocket(stream, { socket: nodeRawSocket(socket), close, principal: 'bench' }).subscribe({
      topics: ['devices/#'],
    });
  }
}

let value = 0;
function publish(stream) {
  value += 1;
  const device = `000A1B2C3D${value % 500}`;
  const topic = `device.${device}.channels.1.data_points.ACTUAL_TEMPERATURE`;
  const payload = { central: 'home', device_address: device, channel: 1, parameter: 'ACTUAL_TEMPERATURE', value };
  stream.publish({ topic, type: 'datapoint.value_changed', payload });
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Events a second when they come ten a turn, which is a busy installation times a hundred. */
async function saturate(stream) {
  const started = performance.now();
  let events = 0;
  while (performance.now() - started < ms) {
    for (let index = 0; index < 10; index += 1) publish(stream);
    events += 10;
    await turn();
  }
  // The time of the log counts too: pending events have to be written.
  while (stream.metrics().logPending > 0) await turn();
  return (events / (performance.now() - started)) * 1000;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-durable-'));
const store = await openEventStore({ dataDir: join(folder, 'data') });
const streams = { memory: createEventStream(), durable: await openEventStream({ log: store.log, gatherMs: 0 }) };
for (const stream of Object.values(streams)) await follow(stream);
const results = { memory: [], durable: [] };
for (let round = 0; round < rounds; round += 1) {
  for (const [name, stream] of Object.entries(streams)) results[name].push(await saturate(stream));
}

/** The daemon's steady rate, where the question is how much of the processor it takes. */
async function paced(stream) {
  const before = process.cpuUsage();
  const started = performance.now();
  let events = 0;
  while (performance.now() - started < 1000) {
    publish(stream);
    events += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / events;
}
const cpu = { memory: await paced(streams.memory), durable: await paced(streams.durable) };

for (const stream of Object.values(streams)) await stream.close();
store.close();
await reader.terminate();
rmSync(folder, { recursive: true, force: true });

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const rate = { memory: median(results.memory), durable: median(results.durable) };
const ratio = Math.round((rate.durable / rate.memory) * 100) / 100;
console.log(`events/s to ${connections} connections, ten a turn, the writing included`);
for (const [name, perSecond] of Object.entries(rate)) {
  console.log(
    `  ${name.padEnd(8)}${Math.round(perSecond).toLocaleString('en').padStart(10)}   one a millisecond: ${cpu[name].toFixed(0)} us of CPU an event`,
  );
}
const ok = ratio >= goal;
console.log(`durable / memory ${ratio}, goal >= ${goal}: ${ok ? 'reached' : 'missed'}`);
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
if (process.argv.includes('--json'))
  console.log(JSON.stringify({ name: 'durable-events', ok, ratios: { 'durable / memory': ratio }, machine }));
