// Fleets of gateways, NATS servers and PostgreSQL in which things break for 30 s each, in an order that a seed draws, under 200 events and
// 20 writes a second; an independent checker (scripts/fleet) judges what CCUs, gateways, the log and clients saw. A run takes about five
// minutes; three one after the other have every kind of fault. --runs=N (default 200), --seed=N is that of the first run, --at-once=N
// (default 1) makes so many at the same time, --scale=short breaks things for some seconds, --keep=DIR is where lines and logs of runs with
// violations are left. Needs nats-server 2.10; without PostgreSQL accounts are each gateway's own.
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { summaryOf } from '../../../scripts/fleet/summary.mjs';
import { root, run } from '../../../scripts/lib/run.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
    scale: { type: 'string', default: 'full' },
    keep: { type: 'string' },
  },
});
const keep = values.keep ?? mkdtempSync(join(tmpdir(), 'soak-fleet-'));
mkdirSync(keep, { recursive: true });
const waiting = Array.from({ length: Number(values.runs) }, (_, index) => Number(values.seed) + index);
const results = [];

/** Each run is a process of its own, so that they share nothing but the machine. */
async function runSeed(seed) {
  const file = join(keep, `result-${seed}.json`);
  const env = {
    ...{ CHAOS_RUNS: '1', CHAOS_SEED: String(seed), CHAOS_SCALE: values.scale },
    ...{ CHAOS_KEEP: keep, CHAOS_RESULT: file },
  };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'apps/daemon/vitest.chaos.config.ts'];
  const code = await run(process.execPath, args, { cwd: root, stdout: 'inherit', env });
  results.push({ seed, code, ...readResult(file) });
}

/** Undefined where the run proved nothing. */
function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function runInTurn() {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) await runSeed(seed);
}

await Promise.all(Array.from({ length: Math.max(1, Number(values['at-once'])) }, runInTurn));
process.stdout.write(`${summaryOf(results, keep)}\n`);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
