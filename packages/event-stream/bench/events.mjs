// Events to many sockets: this package beside a bare `ws` loop, socket.io and, where installed, mosquitto and nats-server,
// in one run, interleaved, the same reader for all. Bounded: about three minutes. `--only N=1,` runs the scenarios whose
// names begin so, without the stalled readers. With --json the last line of stdout is one object.
import { fork, spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { searchPath } from './lib/peers.mjs';

const json = process.argv.includes('--json');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const rounds = 5;
const ms = 500;

const allScenarios = [
  { name: 'N=1, pipelined', count: 1, saturate: { flight: 64, burst: 1, ms }, goal: 5 },
  { name: 'N=1, 500/s', count: 1, pace: { perSecond: 500, ms } },
  { name: 'N=100, two in flight', count: 100, saturate: { flight: 2, burst: 1, ms }, goal: 1.8 },
  { name: 'N=100, bursts of 64', count: 100, saturate: { flight: 64, burst: 64, ms }, goal: 15 },
  { name: 'N=100, 100/s', count: 100, pace: { perSecond: 100, ms } },
  { name: 'N=1000, one at a time', count: 1000, saturate: { flight: 1, burst: 1, ms: 2 * ms }, goal: 1.25 },
  { name: 'N=1000, two in flight', count: 1000, saturate: { flight: 2, burst: 1, ms }, goal: 1.8 },
  { name: 'N=1000, bursts of 64', count: 1000, saturate: { flight: 64, burst: 64, ms }, goal: 20 },
  { name: 'N=1000, 25/s', count: 1000, pace: { perSecond: 25, ms } },
];
const scenarios = allScenarios.filter(({ name }) => only === undefined || name.startsWith(only));

/** Sends a command and waits for the answer to it. */
function asker(target, send) {
  return (message) =>
    new Promise((resolve, reject) => {
      target.once('message', (answer) =>
        'failed' in answer ? reject(new Error(answer.failed)) : resolve(answer.done),
      );
      send(message);
    });
}

async function startPeer(name) {
  const child = fork(new URL('lib/server.mjs', import.meta.url), [name], { execArgv: ['--expose-gc'] });
  const ready = await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message.ready));
    child.once('exit', () => reject(new Error(`${name} did not start`)));
  });
  return { name, child, ...ready, ask: asker(child, (message) => child.send(message)) };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const worker = new Worker(new URL('lib/reader.mjs', import.meta.url));
const read = asker(worker, (message) => worker.postMessage(message));

const isInstalled = (command) => !spawnSync(command, ['-h'], { env: { ...process.env, PATH: searchPath() } }).error;
const daemons = { mosquitto: 'mosquitto', nats: 'nats-server' };
const names = ['stream', 'bare', 'socketio'];
for (const [name, command] of Object.entries(daemons)) {
  if (isInstalled(command)) names.push(name);
  else console.log(`${command} is not installed: left out`);
}

/** One event, so that everybody knows how long a frame is. */
async function connectAll(peers, count) {
  for (const { name, port, arrivals, ask } of peers) {
    await ask({ reset: true });
    await read({ command: 'connect', id: name, kind: name, port, arrivals, count });
    await ask({ saturate: { flight: 1, burst: 1, ms: 20 } });
  }
}

const idleBytes = {};
const table = [];
let wrong = 0;

for (const count of new Set(scenarios.map((scenario) => scenario.count))) {
  const peers = [];
  for (const name of names) peers.push(await startPeer(name));
  const before = count === 1000 ? await Promise.all(peers.map(({ ask }) => ask({ memory: true }))) : [];
  await connectAll(peers, count);
  for (const [index, bytes] of before.entries()) {
    const { name, ask } = peers[index];
    idleBytes[name] = ((await ask({ memory: true })) - bytes) / count;
  }
  for (const scenario of scenarios.filter((one) => one.count === count)) {
    const rows = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, ask } of peers) {
        await read({ command: 'result', id: name });
        const { events, seconds, cpu } = await ask(
          scenario.saturate ? { saturate: scenario.saturate } : { pace: scenario.pace },
        );
        await new Promise((resolve) => setTimeout(resolve, 50));
        const seen = await read({ command: 'result', id: name });
        wrong += seen.wrong;
        const deliveries = events * count;
        rows[name].push({ perSecond: deliveries / seconds, cpu: cpu / deliveries, p50: seen.p50, p99: seen.p99 });
      }
    }
    for (const name of names) {
      const middle = (key) => median(rows[name].map((row) => row[key]));
      const [perSecond, cpu, p50, p99] = ['perSecond', 'cpu', 'p50', 'p99'].map(middle);
      table.push({ scenario, name, perSecond, cpu, p50, p99 });
    }
  }
  await read({ command: 'close' });
  for (const { child } of peers) child.kill();
}

/** Cost of 50 silent readers among 1 000 connections: for the others, and in memory. */
async function stalled(name) {
  const peer = await startPeer(name);
  await connectAll([peer], 1000);
  await peer.ask({ reset: true });
  await read({ command: 'stall', id: name, count: 50 });
  await read({ command: 'result', id: name });
  const before = await peer.ask({ memory: true });
  const { events, seconds } = await peer.ask({ saturate: { flight: 64, burst: 64, ms: 1500 } });
  const seen = await read({ command: 'result', id: name });
  const after = await peer.ask({ memory: true });
  wrong += seen.wrong;
  await read({ command: 'close' });
  peer.child.kill();
  return {
    perSecond: (events * 950) / seconds,
    growth: after - before,
    bytesPerStalled: (after - before) / 50,
    ...seen,
  };
}

const stalls = only === undefined ? { stream: await stalled('stream'), bare: await stalled('bare') } : {};
await worker.terminate();

const thousands = (value) => `${(value / 1000).toFixed(1)}k`.padStart(10);
const of = (scenario, name) => table.find((row) => row.scenario === scenario && row.name === name);
const ratios = {};
const missed = [];
const goal = (name, value, least, text = `>= ${least}`) => {
  ratios[name] = Math.round(value * 100) / 100;
  if (least !== undefined && value < least) missed.push(`${name}: ${value.toFixed(2)}, goal ${text}`);
};

for (const scenario of scenarios) {
  console.log(`\n${scenario.name}`);
  for (const name of names) {
    const row = of(scenario, name);
    const speed = scenario.saturate ? `${thousands(row.perSecond)} deliveries/s` : '';
    console.log(
      `  ${name.padEnd(10)}${speed}  cpu ${row.cpu.toFixed(2).padStart(6)} us  p50 ${String(row.p50).padStart(6)} us  p99 ${String(row.p99).padStart(6)} us`,
    );
  }
  if (!scenario.saturate) continue;
  const ours = of(scenario, 'stream').perSecond;
  goal(`${scenario.name} / bare`, ours / of(scenario, 'bare').perSecond, scenario.goal);
  // The measure that a busy machine disturbs least.
  goal(`${scenario.name} / bare, by cpu`, of(scenario, 'bare').cpu / of(scenario, 'stream').cpu);
  for (const name of names.slice(2)) goal(`${scenario.name} / ${name}`, ours / of(scenario, name).perSecond, 1);
}

if (idleBytes.stream !== undefined) {
  console.log('\nmemory per idle connection, of 1000');
  for (const name of names) console.log(`  ${name.padEnd(10)}${(idleBytes[name] / 1024).toFixed(1).padStart(8)} KB`);
  const extra = (idleBytes.stream - idleBytes.bare) / 1024;
  ratios['idle connection above ws, KB'] = Math.round(extra * 10) / 10;
  if (extra > 12) missed.push(`idle connection above ws: ${extra.toFixed(1)} KB, goal <= 12`);
}

if (only === undefined) console.log('\n1000 connections, 50 of them stalled, bursts of 64');
for (const [name, row] of Object.entries(stalls)) {
  console.log(
    `  ${name.padEnd(10)}${thousands(row.perSecond)} deliveries/s  p99 ${row.p99} us  memory +${(row.growth / 1048576).toFixed(1)} MB`,
  );
}

const ok = missed.length === 0 && wrong === 0;
console.log(`\n${wrong === 0 ? 'every frame of the sampled sockets was right' : `${wrong} frames were wrong`}`);
for (const line of missed) console.log(`missed: ${line}`);
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
if (json) console.log(JSON.stringify({ name: 'events', ok, ratios, machine }));
else console.log(ok ? 'all goals reached' : 'not all goals reached');
process.exitCode = wrong === 0 ? 0 : 1;
