// What a gateway writes to its disk at 1 and at 50 events a second, and how long a disk of 10 MB/s holds up its event loop;
// beside better-sqlite3 with one commit an event, in the same run. Bytes and syncs are counted, and the disk is slowed,
// by a shim (lib/slow-disk.c) that is compiled here and loaded with LD_PRELOAD: Linux and a C compiler are needed.
// A gateway takes its journal into the database at 16 MiB, which is hours of everyday use. What that costs is counted by
// taking the journal after each window, which is more often and so more than in everyday use; and for one event a second
// also in quick motion, where half an hour of it lies between: ten events a write, as there, and five writes a second. What
// it holds up is measured in a window in which another process lets the journals grow so far that the gateway takes them. The
// three files are counted: the database, the events and the history of values, which is recorded by default.
// --driver=node lets the gateway write with the SQLite of Node, and --node=PATH runs it with another Node than this one, which has it.
// About five minutes. With --json the last line of stdout is one JSON object.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { stringify } from 'yaml';

const { values: given } = parseArgs({
  options: {
    driver: { type: 'string', default: 'auto' },
    json: { type: 'boolean', default: false },
    node: { type: 'string', default: process.execPath },
  },
});
const { json } = given;
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
const SECONDS = 45;
const SETTLE_SECONDS = 12;
const CHECKPOINT_SECONDS = 20;
/** So that ten events make a write, as one a second does in the ten seconds that are gathered by default. */
const QUICK = { seconds: 30, perSecond: 50, writeInterval: '200ms', historyInterval: '6s' };
/** Instead of five minutes, so that a write of the history falls into each window of `SECONDS`; six times as many as usual. */
const HISTORY_INTERVAL = '45s';
/** Of the journal of one file, when the gateway takes it. */
const JOURNAL_BYTES = 16 * 1024 * 1024;
const SLOW = { DISK_RATE: String(10e6), DISK_SYNC_US: '5000' };
const INTERFACE = 'HmIP-RF';
const GOALS = { perSecond: { 1: 1_000, 50: 10_000 }, stopMs: 50 };

const sleep = (ms) => new Promise((settle) => setTimeout(settle, ms));
const root = mkdtempSync(join(tmpdir(), 'ccu-gateway-disk-'));
const shim = join(root, 'slow-disk.so');
execFileSync(process.env.CC ?? 'cc', [
  ...['-O2', '-shared', '-fPIC', '-o', shim],
  ...[join(import.meta.dirname, 'lib/slow-disk.c'), '-ldl'],
]);

function startCounted(
  name,
  module,
  args,
  { slow = {}, execArgv = [], execPath = process.execPath, silent = true } = {},
) {
  const stats = join(root, `${name}.stats`);
  writeFileSync(stats, Buffer.alloc(32));
  const child = fork(module, args, {
    execArgv,
    execPath,
    silent,
    env: { ...process.env, LD_PRELOAD: shim, DISK_STATS: stats, ...slow },
  });
  child.stderr.pipe(process.stderr);
  const read = () => {
    const numbers = readFileSync(stats);
    return { bytes: Number(numbers.readBigInt64LE(0)), syncs: Number(numbers.readBigInt64LE(8)) };
  };
  return { child, read };
}

const simulator = await startSimulator({ interfaces: [INTERFACE], house: largeHouse(200) });
const points = simulator.house.devices(INTERFACE).flatMap(({ channels }) =>
  channels.flatMap(({ description: { ADDRESS: address } }) =>
    Object.entries(simulator.house.descriptions(address).VALUES ?? {})
      .filter(([, { TYPE, OPERATIONS }]) => TYPE === 'FLOAT' && (OPERATIONS & 5) === 5)
      .map(([parameter, { MIN: min }]) => ({ address, parameter, min: Number(min) })),
  ),
);

async function startGateway(name, slow, { persistence = {}, historyInterval = HISTORY_INTERVAL } = {}) {
  const dataDir = join(root, name);
  const config = join(root, `${name}.yaml`);
  const file = stringify({
    data_dir: dataDir,
    persistence: { ...persistence, sqlite_driver: given.driver },
    history: { write_interval: historyInterval },
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { bench: 'only-for-this-benchmark' } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name },
    centrals: [
      {
        name: 'bench',
        host: '127.0.0.1',
        interfaces: [{ name: INTERFACE, port: simulator.ports[INTERFACE] }],
        json_rpc_port: simulator.ports.jsonRpc,
        rega_port: 0,
      },
    ],
  });
  writeFileSync(config, file, { mode: 0o600 });
  const execArgv = ['--import', join(import.meta.dirname, 'lib/disk-probe.mjs')];
  const counted = startCounted(name, join(import.meta.dirname, '../dist/main.js'), ['run', '--config', config], {
    slow,
    execArgv,
    execPath: given.node,
  });
  await new Promise((settle, fail) => {
    let text = '';
    counted.child.stdout.on('data', (data) => {
      text += data;
      if (/"state":"connected"/.test(text)) settle();
    });
    counted.child.once('exit', (code) => fail(new Error(`the gateway ended with ${code}: ${text}`)));
  });
  counted.child.stdout.resume();
  const longest = () =>
    new Promise((settle) => {
      counted.child.once('message', settle);
      counted.child.send('longest');
    });
  return { ...counted, longest, dataDir };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
function post(url, body) {
  return new Promise((settle, fail) => {
    const outgoing = request(url, { method: 'POST', agent, headers: { 'content-type': 'text/xml' } }, (answer) => {
      answer.resume();
      answer.once('end', settle);
    });
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}

let sent = 0;
/** Events at a steady rate to the gateway, and the same to the peer. */
async function play(seconds, perSecond, peer) {
  const { url, interfaceId } = simulator.registrations().find((each) => each.interfaceName === INTERFACE);
  const started = performance.now();
  for (let events = 0; events < seconds * perSecond; events += 1) {
    await sleep(started + (events * 1000) / perSecond - performance.now());
    const { address, parameter, min } = points[(sent * 7) % points.length];
    const value = min + (sent % 97) / 100 + 0.005;
    sent += 1;
    await post(url, encodeXmlRpcCall('event', [interfaceId, address, parameter, value]));
    const topic = `device.${address}.${parameter}`;
    const payload = { central: 'bench', device_address: address, channel: 1, parameter, value };
    const frame = { seq: sent, kind: 'change', topic, type: 'datapoint.value_changed', ts: new Date(), payload };
    peer.child.send({ topic, text: JSON.stringify(frame) });
  }
  await sleep(started + seconds * 1000 - performance.now());
}

async function startPeer(name, slow) {
  const file = join(root, `${name}.db`);
  const peer = startCounted(name, join(import.meta.dirname, 'lib/commit-per-event.mjs'), [file], { slow });
  await new Promise((settle) => peer.child.once('message', settle));
  return peer;
}

/** A program that works on the journals of a gateway; never slowed, since only its bytes count. */
async function startJournal(name, dataDir) {
  const journal = startCounted(name, join(import.meta.dirname, 'lib/journal.mjs'), [dataDir]);
  await new Promise((settle) => journal.child.once('message', settle));
  const ask = (what) =>
    new Promise((settle) => {
      journal.child.once('message', settle);
      journal.child.send(what);
    });
  return { ...journal, ask };
}

async function window(gateway, peer, journal, perSecond) {
  await journal.ask('take');
  const taken = journal.read().bytes;
  await gateway.longest();
  const before = [gateway.read(), peer.read()];
  await play(SECONDS, perSecond, peer);
  const [ours, theirs] = [gateway, peer].map(({ read }, index) => {
    const now = read();
    return {
      bytesPerSecond: Math.round((now.bytes - before[index].bytes) / SECONDS),
      syncs: now.syncs - before[index].syncs,
    };
  });
  const stops = await gateway.longest();
  await journal.ask('take');
  const withCheckpoint = ours.bytesPerSecond + Math.round((journal.read().bytes - taken) / SECONDS);
  return { ours: { ...ours, withCheckpoint, ...stops }, theirs };
}

/** Bytes a second at one event a second, with a checkpoint each half an hour. */
async function quickMotion() {
  const { writeInterval, historyInterval } = QUICK;
  const gateway = await startGateway('quick', {}, { persistence: { write_interval: writeInterval }, historyInterval });
  const journal = await startJournal('quick-journal', gateway.dataDir);
  const noPeer = { child: { send: () => undefined } };
  await play(SETTLE_SECONDS / 2, QUICK.perSecond, noPeer);
  await journal.ask('take');
  const before = gateway.read().bytes + journal.read().bytes;
  await play(QUICK.seconds, QUICK.perSecond, noPeer);
  await journal.ask('take');
  const bytes = gateway.read().bytes + journal.read().bytes - before;
  journal.child.disconnect();
  gateway.child.kill('SIGTERM');
  await ended(gateway);
  return Math.round(bytes / (QUICK.seconds * QUICK.perSecond));
}

/** Of the database, the events and the history. */
const JOURNALS = 3;

/** The gateway takes the journals while events go on. */
async function checkpointWindow(gateway, peer, journal, perSecond) {
  await gateway.longest();
  const before = gateway.read();
  const [ours] = await Promise.all([play(CHECKPOINT_SECONDS, perSecond, peer), journal.ask('fill')]).then(() => [
    gateway.read(),
  ]);
  const bytes = ours.bytes - before.bytes;
  return { bytes, checkpoints: Math.floor(bytes / JOURNAL_BYTES), ...(await gateway.longest()) };
}

const ended = ({ child }) => new Promise((settle) => child.once('exit', settle));
const results = {};
let everyday;
try {
  everyday = await quickMotion();
  say(
    `1 event/s in quick motion, this disk: ${everyday} B/s with a checkpoint each ${(QUICK.seconds * QUICK.perSecond) / 60} minutes`,
  );
  for (const [speed, slow] of [
    ['this disk', {}],
    ['10 MB/s', SLOW],
  ]) {
    const name = speed.replaceAll(/\W/g, '');
    const gateway = await startGateway(name, slow);
    const peer = await startPeer(`${name}-peer`, slow);
    const journal = await startJournal(`${name}-journal`, gateway.dataDir);
    await play(SETTLE_SECONDS, 1, peer);
    for (const perSecond of [1, 50]) {
      const { ours, theirs } = await window(gateway, peer, journal, perSecond);
      results[`${perSecond}/s, ${speed}`] = { ours, theirs };
      say(
        `${perSecond} events/s, ${speed}: gateway ${ours.bytesPerSecond} B/s ` +
          `(${ours.withCheckpoint} B/s with a checkpoint at its end), ${ours.syncs} syncs, longest stop ` +
          `${ours.stopMs.toFixed(1)} ms (in calls to the disk ${ours.diskMs.toFixed(1)} ms); one commit an event ` +
          `${theirs.bytesPerSecond} B/s, ${theirs.syncs} syncs (in ${SECONDS} s)`,
      );
    }
    const checkpoint = await checkpointWindow(gateway, peer, journal, 50);
    results[`checkpoints, ${speed}`] = { ours: checkpoint };
    say(
      `50 events/s while the journals are taken, ${speed}: ${checkpoint.checkpoints} checkpoints, ` +
        `${(checkpoint.bytes / 1e6).toFixed(1)} MB, longest stop ${checkpoint.stopMs.toFixed(1)} ms ` +
        `(in calls to the disk ${checkpoint.diskMs.toFixed(1)} ms; in ${CHECKPOINT_SECONDS} s)`,
    );
    journal.child.disconnect();
    gateway.child.kill('SIGTERM');
    peer.child.disconnect();
    await ended(gateway);
  }
} finally {
  agent.destroy();
  await simulator.close();
  rmSync(root, { recursive: true, force: true });
}

const goals = {
  'at most 1 KB/s at 1 event/s, checkpoints included': everyday <= GOALS.perSecond[1],
  'at most 1 KB/s at 1 event/s': results['1/s, this disk'].ours.bytesPerSecond <= GOALS.perSecond[1],
  'at most 10 KB/s at 50 events/s, checkpoint included':
    results['50/s, this disk'].ours.withCheckpoint <= GOALS.perSecond[50],
  'no stop above 50 ms on a disk of 10 MB/s': Object.entries(results)
    .filter(([key]) => key.endsWith('10 MB/s'))
    .every(([, { ours }]) => ours.diskMs <= GOALS.stopMs),
  'all journals taken in the window for that': Object.entries(results)
    .filter(([key]) => key.startsWith('checkpoints'))
    .every(([, { ours }]) => ours.checkpoints >= JOURNALS),
};
for (const [goal, reached] of Object.entries(goals)) say(`${reached ? 'reached' : 'MISSED '} ${goal}`);
if (json) {
  const ratio = (key) => Number((results[key].theirs.bytesPerSecond / results[key].ours.bytesPerSecond).toFixed(1));
  const ratios = { bytes_at_1: ratio('1/s, this disk'), bytes_at_50: ratio('50/s, this disk') };
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  const ok = Object.values(goals).every(Boolean);
  process.stdout.write(`${JSON.stringify({ name: 'disk', ok, ratios, everyday, results, machine })}\n`);
}
