// Fleets of gateways, NATS servers and PostgreSQL in which things break for 30 s each, in an order that a seed draws, under 200 events and
// 20 writes a second; an independent checker (scripts/fleet) judges what CCUs, gateways, the log and clients saw. A run takes about five
// minutes. --runs=N (default 200), --seed=N is that of the first run, --scale=short breaks things for 4 s, --keep=DIR leaves there what
// was seen. Needs nats-server; without PostgreSQL accounts are each gateway's own.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../../../scripts/lib/run.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: 'full' },
    keep: { type: 'string' },
  },
});
const env = {
  CHAOS_RUNS: values.runs,
  CHAOS_SEED: values.seed,
  CHAOS_SCALE: values.scale,
  ...(values.keep && { CHAOS_KEEP: values.keep }),
};
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'apps/daemon/vitest.chaos.config.ts'];
process.exitCode = await run(process.execPath, args, { cwd: root, stdout: 'inherit', env });
