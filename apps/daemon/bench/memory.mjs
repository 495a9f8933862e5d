// Memory of the bundled gateway after a start, and a minute after a flood of events, beside two bare Node processes in the same
// run: one that loads nothing, and one that only loads the code of the gateway. Gateway and simulated CCU are processes of their own.
// Resident memory is read from /proc, so Linux is needed; the heap in use is counted after a collection, behind that reading.
// Each row is of the second start, as after an update. --rows=51,types,500,low-power,flood chooses rows, --rounds=N repeats them
// (default 3; the median counts). With --json the last line of stdout is one JSON object.
import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { codeOfGateway, DIST, openInstallation, rssOf } from './lib/own-process.mjs';

const SETTLE_MS = 30_000;
const FLOOD = { perSecond: 10_000, seconds: 10 };
const AFTER_FLOOD_MS = 60_000;
/** As docs/low-power.md advises. */
const SPARING = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536' };
/** As the unit of a service and the container set it. */
const USUAL = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '65536' };

const ROWS = {
  51: { name: '51 devices', ccu: { devices: 51, interfaces: null }, goalMb: 95 },
  types: { name: '399 types', ccu: { devices: 399, ofOwnTypes: true, interfaces: null }, goalMb: 180 },
  500: { name: '500 devices', ccu: { devices: 500, interfaces: null }, goalMb: 150 },
  'low-power': {
    name: '51 devices, low-power',
    ccu: { devices: 51, interfaces: null },
    settings: { profile: 'low-power' },
    env: SPARING,
    goalMb: 80,
  },
  flood: { name: '51 devices, flood', ccu: { devices: 51, interfaces: null }, flood: FLOOD },
};

const { values: given } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string', default: Object.keys(ROWS).join() },
  },
});
const rounds = Number(given.rounds);
const say = (text) => (given.json ? process.stderr : process.stdout).write(`${text}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const rounded = (value) => Math.round(value * 10) / 10;

/** Resident memory of a Node process that runs this script and then does nothing. */
async function rssOfScript(script) {
  const text = `${script}; process.stdout.write('ready'); setInterval(() => {}, 60_000);`;
  const args = ['--input-type=module', '--eval', text];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...USUAL },
  });
  await new Promise((settle) => child.stdout.once('data', settle));
  await sleep(1_000);
  const found = rssOf(child.pid);
  child.kill();
  return found;
}

async function measure({ ccu, settings, env = USUAL, flood }) {
  const installation = await openInstallation(ccu, settings);
  try {
    const first = await installation.start(env);
    await first.connected();
    await first.stop();
    const gateway = await installation.start(env);
    await gateway.connected();
    await sleep(SETTLE_MS);
    const start = await gateway.memory();
    if (flood === undefined) {
      const found = { ...start, liveMb: await liveMb(gateway) };
      await gateway.stop();
      return found;
    }
    const { sent, seconds } = await installation.send(flood);
    const peak = await gateway.memory();
    await sleep(AFTER_FLOOD_MS);
    const after = await gateway.memory();
    const found = {
      ...after,
      startMb: start.rssMb,
      peakMb: peak.rssMb,
      perSecond: sent / seconds,
      liveMb: await liveMb(gateway),
    };
    await gateway.stop();
    return found;
  } finally {
    installation.close();
  }
}

async function liveMb(gateway) {
  await gateway.memory({ collect: true });
  return (await gateway.memory()).heapUsedMb;
}

/** The median of each figure. */
function together(runs) {
  const figures = Object.entries(runs[0]).filter(([, value]) => typeof value === 'number');
  return Object.fromEntries(figures.map(([name]) => [name, rounded(median(runs.map((run) => run[name])))]));
}

const bare = rounded(await rssOfScript(''));
const code = rounded(await rssOfScript(`await import(${JSON.stringify(join(DIST, codeOfGateway()))})`));
say(`bare Node ${bare} MB, Node with the code of the gateway ${code} MB`);
const rows = {};
const goals = {};
for (const key of given.rows.split(',')) {
  const row = ROWS[key];
  if (row === undefined) throw new Error(`There is no row ${key}. Known: ${Object.keys(ROWS).join(', ')}`);
  const runs = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await measure(row));
  const found = together(runs);
  rows[key] = { ...found, ratio: rounded(found.rssMb / bare) };
  const { rssMb, heapMb, liveMb, buffersMb, startMb, peakMb, perSecond } = found;
  const flood =
    startMb === undefined ? '' : ` (${startMb} MB before and ${peakMb} MB after ${Math.round(perSecond)} events/s)`;
  say(
    `${row.name}: ${rssMb} MB resident${flood}, heap ${heapMb} MB, ${liveMb} MB of it in use, buffers ${buffersMb} MB; ${rows[key].ratio} of bare Node`,
  );
  if (row.goalMb !== undefined) goals[`${row.name}: at most ${row.goalMb} MB`] = rssMb <= row.goalMb;
  if (startMb !== undefined) goals['a minute after a flood: at most 20 % above the start'] = rssMb <= startMb * 1.2;
}
for (const [goal, reached] of Object.entries(goals)) say(`${reached ? 'reached' : 'MISSED '} ${goal}`);
if (given.json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  const ok = Object.values(goals).every(Boolean);
  process.stdout.write(`${JSON.stringify({ name: 'memory', ok, bareMb: bare, codeMb: code, rows, machine })}\n`);
}
