// A hundred kills of a publisher with three surviving clients: each must resume exactly or receive a report of the
// loss. Prints its seed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCrashRounds } from '../test/crash/rounds.mjs';

const argument = (name, fallback) =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const rounds = argument('rounds', 100);
const seed = argument('seed', Math.floor(Math.random() * 1e9));

/** The moments of the kills are reproducible; their effects on the machine are not. */
let state = seed % 2_147_483_647 || 1;
const random = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};

const folder = mkdtempSync(join(tmpdir(), 'soak-events-'));
console.log(`seed ${seed}, ${rounds} rounds`);
const outcome = await runCrashRounds({
  rounds,
  folder,
  random,
  streamModule: new URL('../../event-stream/dist/index.js', import.meta.url).href,
  storageModule: new URL('../dist/index.js', import.meta.url).href,
});
rmSync(folder, { recursive: true, force: true });

const { problems, published, received, resumed, told } = outcome;
console.log(`${published} events published, ${received} frames received, ${resumed} resumed, ${told} told of a loss`);
for (const problem of problems) console.log(`problem: ${problem}`);
const ok = problems.length === 0;
if (process.argv.includes('--json')) console.log(JSON.stringify({ name: 'events', ok, rounds, seed, ...outcome }));
else console.log(ok ? 'nobody missed anything without being told' : 'FAILED');
process.exitCode = ok ? 0 : 1;
