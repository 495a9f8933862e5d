// XML-RPC reading beside npm homematic-xmlrpc, a big device list, a warm start and sustained events. Bounded to about
// 20 seconds. With --json the last line of stdout is one JSON object.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { connectCcu, createMemoryDescriptionCache, openCallbackServer } from '../dist/index.js';
import {
  decodeXmlRpcCall,
  decodeXmlRpcResponse,
  encodeXmlRpcCall,
  encodeXmlRpcResponse,
  REGA_SCRIPTS,
  readScriptHeader,
} from '../dist/wire/index.js';

const Deserializer = createRequire(import.meta.url)('homematic-xmlrpc/lib/deserializer.js');

const DEVICES = 500;
const ENTRIES_PER_DEVICE = 8;
const devices = Array.from({ length: DEVICES }, (_, d) => deviceEntries(`BEN${String(d).padStart(7, '0')}`)).flat();
const listBody = encodeXmlRpcResponse(devices);
const eventsBody = batchOf('bench-sim-BidCos-RF', 1);

function batchOf(id, batch) {
  const calls = Array.from({ length: 20 }, (_, i) => ({
    methodName: 'event',
    params: [id, `BEN${String(i).padStart(7, '0')}:1`, 'LEVEL', ((batch + i) % 1000) / 1000 + 0.0005],
  }));
  return encodeXmlRpcCall('system.multicall', [calls]);
}

function deviceEntries(address) {
  const common = { FLAGS: 1, VERSION: 3, RF_ADDRESS: 1234567, ROAMING: 0, AES_ACTIVE: 0, INTERFACE: 'KEQ0123456' };
  const channels = Array.from({ length: ENTRIES_PER_DEVICE - 1 }, (_, i) => ({
    ...common,
    ADDRESS: `${address}:${i}`,
    TYPE: i === 0 ? 'MAINTENANCE' : 'BLIND_VIRTUAL_RECEIVER',
    PARENT: address,
    PARENT_TYPE: 'HmIP-BROLL',
    INDEX: i,
    DIRECTION: 2,
    PARAMSETS: ['MASTER', 'VALUES', 'LINK'],
    LINK_SOURCE_ROLES: '',
    LINK_TARGET_ROLES: 'BLIND SHUTTER WCS_TIPTRONIC_SENSOR REMOTECONTROL_RECEIVER SWITCH',
    GROUP: '',
    TEAM: '',
    TEAM_TAG: '',
    TEAM_CHANNELS: [],
  }));
  const device = {
    ...common,
    ADDRESS: address,
    TYPE: 'HmIP-BROLL',
    PARENT: '',
    CHILDREN: channels.map(({ ADDRESS }) => ADDRESS),
    PARAMSETS: ['MASTER'],
    FIRMWARE: '1.8.3',
    AVAILABLE_FIRMWARE: '1.8.3',
    FIRMWARE_UPDATE_STATE: 'UP_TO_DATE',
    UPDATABLE: true,
  };
  return [device, ...channels];
}

/** The median of several rounds, in units per second. */
async function rate(units, round, seconds = 2) {
  await round();
  const rates = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const startedAt = performance.now();
    await round();
    rates.push((units * 1000) / (performance.now() - startedAt));
  }
  return rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)];
}

const peer = (method, body) =>
  new Promise((resolve, reject) => {
    new Deserializer()[method](Readable.from([body]), (error, value) => (error ? reject(error) : resolve(value)));
  });

function repeat(count, work) {
  return async () => {
    for (let i = 0; i < count; i += 1) await work();
  };
}

async function decoding() {
  const megabytes = listBody.length / 1e6;
  const decodeMBps = await rate(megabytes, () => decodeXmlRpcResponse(listBody));
  const peerDecodeMBps = await rate(megabytes, () => peer('deserializeMethodResponse', listBody), 3);
  const eventsPerSecond = await rate(
    20 * 50,
    repeat(50, () => decodeXmlRpcCall(eventsBody)),
  );
  const peerEventsPerSecond = await rate(
    20 * 50,
    repeat(50, () => peer('deserializeMethodCall', eventsBody)),
  );
  return { megabytes, decodeMBps, peerDecodeMBps, eventsPerSecond, peerEventsPerSecond };
}

/** A CCU that has those devices and nothing else to say. */
async function startStub() {
  const state = { url: '', id: '', descriptionCalls: 0 };
  const description = encodeXmlRpcResponse({
    LEVEL: { TYPE: 'FLOAT', OPERATIONS: 7, FLAGS: 1, MIN: 0, MAX: 1, DEFAULT: 0, UNIT: '100%' },
    STOP: { TYPE: 'ACTION', OPERATIONS: 2, FLAGS: 1, MIN: false, MAX: true, DEFAULT: false },
  });
  const server = createServer(async (incoming, response) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    let answer = encodeXmlRpcResponse('');
    if (incoming.url.endsWith('.cgi')) {
      const { method, params } = JSON.parse(body.toString());
      const result =
        method === 'ReGa.runScript' ? REGA_SCRIPTS[readScriptHeader(params.script).name].encode([]) : 'session';
      answer = Buffer.from(JSON.stringify({ result, error: null }));
    } else {
      const { method, params } = decodeXmlRpcCall(body);
      if (method === 'init' && params[1] !== '') [state.url, state.id] = params;
      if (method === 'listDevices') answer = listBody;
      if (method === 'getParamsetDescription') {
        state.descriptionCalls += 1;
        answer = description;
      }
      if (method === 'ping') {
        const event = encodeXmlRpcCall('event', [state.id, 'CENTRAL', 'PONG', params[0]]);
        void fetch(state.url, { method: 'POST', body: event });
      }
    }
    response.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': answer.length });
    response.end(answer);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { state, port: server.address().port, close: () => server.close() };
}

async function connect(stub, callbacks, descriptionCache, listen = () => undefined) {
  const ccu = connectCcu({
    name: 'sim',
    instance: 'bench',
    host: '127.0.0.1',
    interfaces: [{ name: 'BidCos-RF', port: stub.port }],
    username: 'bench',
    password: 'bench',
    jsonRpcPort: stub.port,
    callbacks,
    descriptionCache,
    timings: { descriptionGapMs: 0 },
  });
  await new Promise((resolve) => {
    ccu.on((event) => {
      listen(event);
      if (event.type === 'link_state' && event.status.connected) resolve();
    });
  });
  return ccu;
}

async function warmStart(stub, callbacks) {
  const cache = createMemoryDescriptionCache();
  await (await connect(stub, callbacks, cache)).close();
  const coldCalls = stub.state.descriptionCalls;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  const ccu = await connect(stub, callbacks, cache);
  const warmStartMs = performance.now() - startedAt;
  delay.disable();
  await ccu.close();
  return { warmStartMs, descriptionCalls: stub.state.descriptionCalls - coldCalls, longestBlockMs: delay.max / 1e6 };
}

/** A CCU in a thread of its own, so that its work is not counted as ours. It sends one batch after the other. */
const SENDER = `
const { workerData, parentPort } = require('node:worker_threads');
const { Agent, request } = require('node:http');
const { url, bodies, seconds, target } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const { hostname, port, pathname } = new URL(url);
const post = (body) => new Promise((resolve, reject) => {
  const outgoing = request({ agent, host: hostname, port, path: pathname, method: 'POST', headers: { 'Content-Length': body.length } },
    (incoming) => { incoming.resume(); incoming.on('end', resolve); });
  outgoing.on('error', reject);
  outgoing.end(body);
});
(async () => {
  const startedAt = performance.now();
  let batches = 0;
  while (performance.now() - startedAt < seconds * 1000) {
    const due = ((performance.now() - startedAt) / 1000) * (target / 20);
    if (batches >= due) await new Promise((resolve) => setTimeout(resolve, 1));
    else await post(bodies[batches++ % bodies.length]);
  }
  agent.destroy();
  parentPort.postMessage({ batches, elapsed: (performance.now() - startedAt) / 1000 });
})();
`;

async function sustained(stub, callbacks, seconds = 5, target = 5_000) {
  let heard = 0;
  const ccu = await connect(stub, callbacks, createMemoryDescriptionCache(), (event) => {
    if (event.type === 'value') heard += 1;
  });
  const bodies = Array.from({ length: 500 }, (_, i) => batchOf(stub.state.id, i));
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const worker = new Worker(SENDER, { eval: true, workerData: { url: stub.state.url, bodies, seconds, target } });
  const before = performance.eventLoopUtilization();
  const { batches, elapsed } = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const { utilization } = performance.eventLoopUtilization(before);
  globalThis.gc?.();
  const heapGrowthMB = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
  await ccu.close();
  return { sent: batches * 20, heard, perSecond: heard / elapsed, shareOfOneCore: utilization, heapGrowthMB };
}

const decoded = await decoding();
const stub = await startStub();
const callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
const started = await warmStart(stub, callbacks);
const flow = await sustained(stub, callbacks);
await callbacks.close();
stub.close();

const ratios = {
  decode: decoded.decodeMBps / decoded.peerDecodeMBps,
  multicall: decoded.eventsPerSecond / decoded.peerEventsPerSecond,
};
const goals = {
  'reads device lists at least 5 times as fast as homematic-xmlrpc': ratios.decode >= 5,
  'reads events at least 5 times as fast as homematic-xmlrpc': ratios.multicall >= 5,
  'warm start of 500 devices below 2 s': started.warmStartMs < 2_000,
  'no description call at a warm start': started.descriptionCalls === 0,
  'never blocks the event loop longer than 50 ms': started.longestBlockMs < 50,
  'takes 5 000 events/s and loses none': flow.heard === flow.sent && flow.perSecond > 4_900,
  'memory stays bounded': flow.heapGrowthMB < 30,
};
const round = (record) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, Math.round(value * 100) / 100]));
console.log('decoding', round(decoded));
console.log('start   ', round(started));
console.log('events  ', round(flow));
console.log('ratios  ', round(ratios));
for (const [goal, reached] of Object.entries(goals)) console.log(reached ? 'reached' : 'MISSED ', goal);
if (process.argv.includes('--json')) {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
  const ok = Object.values(goals).every(Boolean);
  console.log(JSON.stringify({ name: 'ccu', ok, ratios: round(ratios), machine }));
}
process.exit(0);
