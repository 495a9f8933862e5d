// Milliseconds from the start of the bundled gateway until it listens and until it serves every device: a first start, which reads
// all descriptions from the CCU, and later ones. Beside a bare Node process in the same run that only loads the code of the
// gateway. Gateway and simulated CCU are processes of their own; each interface process of the CCU answers one call at a time,
// after --answer-ms (default 2). --rows=51,500,2000,types chooses rows, --rounds=N the later starts (default 3).
// With --json the last line of stdout is one JSON object. Linux only, for the processor time.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { codeOfGateway, DIST, openInstallation } from './lib/own-process.mjs';

const ROWS = {
  51: { name: '51 devices', devices: 51 },
  500: { name: '500 devices', devices: 500, warmGoalMs: 1_000 },
  2000: { name: '2 000 devices', devices: 2_000, warmGoalMs: 2_500 },
  types: { name: '399 types', devices: 399, ofOwnTypes: true, coldGoalMs: 20_000 },
};

const { values: given } = parseArgs({
  options: {
    'answer-ms': { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    rows: { type: 'string', default: Object.keys(ROWS).join() },
  },
});
const say = (text) => (given.json ? process.stderr : process.stdout).write(`${text}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function loadMs() {
  const begun = performance.now();
  spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `await import(${JSON.stringify(join(DIST, codeOfGateway()))})`,
  ]);
  return performance.now() - begun;
}

async function startOnce(installation) {
  const gateway = await installation.start();
  const { listenMs, servedMs } = gateway;
  const servedCpuMs = gateway.cpuMs();
  const connectedMs = await gateway.connected();
  await gateway.stop();
  return { listenMs, servedMs, connectedMs, cpuMs: servedCpuMs };
}

async function measure({ devices, ofOwnTypes }) {
  const answerMs = Number(given['answer-ms']);
  const installation = await openInstallation({ devices, ofOwnTypes, interfaces: null, answerMs });
  try {
    const cold = await startOnce(installation);
    const warm = [];
    for (let round = 0; round < Number(given.rounds); round += 1) warm.push(await startOnce(installation));
    const ofAll = (name) => Math.round(median(warm.map((run) => run[name])));
    return {
      cold: Object.fromEntries(Object.entries(cold).map(([name, ms]) => [name, Math.round(ms)])),
      warm: Object.fromEntries(Object.keys(cold).map((name) => [name, ofAll(name)])),
    };
  } finally {
    installation.close();
  }
}

const shown = ({ listenMs, servedMs, connectedMs, cpuMs }) =>
  `listens after ${listenMs} ms, serves all after ${servedMs} ms (${cpuMs} ms of CPU), connected after ${connectedMs} ms`;
const codeMs = Math.round(median([loadMs(), loadMs(), loadMs()]));
say(`bare Node that loads the code of the gateway and ends: ${codeMs} ms`);
const rows = {};
const goals = {};
for (const key of given.rows.split(',')) {
  const row = ROWS[key];
  if (row === undefined) throw new Error(`There is no row ${key}. Known: ${Object.keys(ROWS).join(', ')}`);
  const found = await measure(row);
  rows[key] = { ...found, ratio: Math.round((found.warm.servedMs / codeMs) * 100) / 100 };
  say(`${row.name}, first start: ${shown(found.cold)}`);
  say(`${row.name}, later start: ${shown(found.warm)}; ${rows[key].ratio} of bare Node`);
  const { coldGoalMs, warmGoalMs } = row;
  if (warmGoalMs !== undefined) goals[`${row.name} within ${warmGoalMs} ms`] = found.warm.servedMs <= warmGoalMs;
  if (coldGoalMs !== undefined)
    goals[`${row.name} at first within ${coldGoalMs} ms`] = found.cold.servedMs <= coldGoalMs;
}
for (const [goal, reached] of Object.entries(goals)) say(`${reached ? 'reached' : 'MISSED '} ${goal}`);
if (given.json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  const ok = Object.values(goals).every(Boolean);
  process.stdout.write(`${JSON.stringify({ name: 'start', ok, codeMs, rows, machine })}\n`);
}
