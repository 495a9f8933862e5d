// Events per second from a CCU's callback into the model of a house of hundreds of devices, the share of one core they cost and
// what stays in memory; beside an npm homematic-xmlrpc server that only reads the same bytes, in the same run. Bounded to
// about 40 seconds. With --json the last line of stdout is one JSON object.

import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connectCcu, openCallbackServer } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';

// The peer is a development dependency of the client, and is asked for there.
const xmlrpc = createRequire(join(import.meta.dirname, '../../../packages/ccu-client/package.json'))(
  'homematic-xmlrpc',
);

const json = process.argv.includes('--json');
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
const TARGET = 5_000;
const SUSTAINED_SECONDS = 12;
const ROUNDS = 3;
const ROUND_SECONDS = 3;
const INTERFACE = 'HmIP-RF';
const CENTRAL = 'bench';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const child = fork(join(import.meta.dirname, 'lib/talkative-ccu.mjs'));
const answer = () => new Promise((settle) => child.once('message', settle));
const { ports } = await answer();
function send(command) {
  const done = answer();
  child.send(command);
  return done;
}

/** Processor time of this process while something runs, as a share of one core. */
async function costOf(work) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ...result, share: (user + system) / 1e6 / result.seconds };
}

async function startHouse() {
  const home = createHouseModel();
  home.addCentral(CENTRAL, { host: '127.0.0.1', interfaces: [factsOf(INTERFACE)] });
  const callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
  const ccu = connectCcu({
    name: CENTRAL,
    instance: 'bench',
    host: '127.0.0.1',
    interfaces: [{ name: INTERFACE, port: ports[INTERFACE] }],
    username: 'Admin',
    password: '',
    jsonRpcPort: ports.jsonRpc,
    regaPort: ports.rega,
    callbacks,
    timings: { descriptionGapMs: 0, warmUpMs: 0, reconcileMs: 0 },
  });
  const counts = { heard: 0, published: 0 };
  await new Promise((settle) => {
    ccu.on((event) => {
      const changes = home.apply(event);
      if (event.type === 'value') {
        counts.heard += 1;
        counts.published += changes.length;
      }
      if (event.type === 'link_state' && event.status.connected) settle();
    });
  });
  const knows = ({ address, parameter, value }) => {
    const [device, channel] = address.split(':');
    const found = home.dataPoint({ address: device, channel: Number(channel), parameter });
    return found.ok && Math.abs(found.value.value - value) < 1e-6;
  };
  const close = async () => {
    await ccu.close();
    await callbacks.close();
  };
  return { home, counts, knows, close };
}

/** Reads every batch into values and answers it; does nothing with them. */
function startPeer() {
  return new Promise((settle) => {
    const server = xmlrpc.createServer({ host: '127.0.0.1', port: 0 }, () => {
      const { port } = server.httpServer.address();
      settle({ url: `http://127.0.0.1:${port}/`, counts, close: () => server.httpServer.close() });
    });
    const counts = { heard: 0 };
    server.on('system.multicall', (_, [calls], done) => {
      counts.heard += calls.length;
      done(
        null,
        calls.map(() => ''),
      );
    });
  });
}

function heap() {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const percent = (share) => `${Math.round(share * 100)} %`;

const house = await startHouse();
const peer = await startPeer();
const command = { seconds: ROUND_SECONDS };
const rates = { ours: [], theirs: [] };
let lost = 0;
for (let round = 0; round <= ROUNDS; round += 1) {
  const before = { ours: house.counts.heard, theirs: peer.counts.heard };
  const ours = await send(command);
  const theirs = await send({ ...command, url: peer.url });
  lost += ours.sent - (house.counts.heard - before.ours);
  // The first round warms up.
  if (round === 0) continue;
  rates.ours.push(ours.sent / ours.seconds);
  rates.theirs.push(theirs.sent / theirs.seconds);
}
const peak = { ours: Math.round(median(rates.ours)), theirs: Math.round(median(rates.theirs)) };

const heapBefore = heap();
const before = { ...house.counts };
const flow = await costOf(() => send({ seconds: SUSTAINED_SECONDS, perSecond: TARGET }));
const heapGrowth = heap() - heapBefore;
const heard = house.counts.heard - before.heard;
const published = house.counts.published - before.published;
const peerFlow = await costOf(() => send({ seconds: 4, perSecond: TARGET, url: peer.url }));

say(`house: ${house.home.deviceCount()} devices; each event changes a value`);
say(`peak: ${peak.ours} events/s into the model, ${peak.theirs} events/s read by homematic-xmlrpc`);
say(
  `sustained: ${Math.round(heard / flow.seconds)} events/s of ${TARGET}, ${percent(flow.share)} of one core (homematic-xmlrpc for reading alone ${percent(peerFlow.share)}), ${published} changes published, heap ${heapGrowth >= 0 ? '+' : ''}${heapGrowth.toFixed(1)} MB after ${heard} events`,
);
const goals = {
  'sustains 5 000 events/s': heard / flow.seconds > TARGET * 0.98,
  'on one core': flow.share < 1,
  'loses none': lost === 0 && heard === flow.sent && house.knows(flow.last),
  'publishes every change': published >= heard,
  'memory stays bounded': heapGrowth < 20,
};
for (const [goal, reached] of Object.entries(goals)) say(`${reached ? 'reached' : 'MISSED '} ${goal}`);

await house.close();
peer.close();
child.disconnect();
if (json) {
  const round = (value) => Math.round(value * 100) / 100;
  const ratios = {
    peak: round(peak.ours / peak.theirs),
    cpu: round(peerFlow.share / flow.share),
    core_share: round(flow.share),
    heap_growth_mb: round(heapGrowth),
  };
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  const ok = Object.values(goals).every(Boolean);
  process.stdout.write(`${JSON.stringify({ name: 'house', ok, ratios, machine })}\n`);
}
