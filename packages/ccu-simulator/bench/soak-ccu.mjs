// Random fault sequences against the client, many more than the suite has. `--seed=7` repeats one alone.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const seed = process.argv.find((argument) => argument.startsWith('--seed='))?.slice('--seed='.length);
const env =
  seed === undefined
    ? { ...process.env, CCU_GATEWAY_SOAK_SEEDS: '200' }
    : { ...process.env, CCU_GATEWAY_SOAK_SEED: seed };
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'packages/ccu-simulator/test/random-faults.test.ts'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
