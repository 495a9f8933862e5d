// The hour of a radio module under 2 000 writes to 500 devices and a critical write every 30 seconds, on simulated time: with
// the budget of the client, and beside it without one. Prints the highest duty cycle, the outcomes of the writes, and how
// long critical writes took. With --json the last line of stdout is one JSON object.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const json = process.argv.includes('--json');
const say = (line) => (json ? process.stderr : process.stdout).write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-radio-'));
const report = join(folder, 'report.jsonl');

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const ran = spawnSync(process.execPath, [vitest, 'run', 'packages/ccu-simulator/test/radio-budget.test.ts'], {
  cwd: root,
  env: { ...process.env, CCU_GATEWAY_RADIO_REPORT: report },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const runs = ran.status === 0 ? readFileSync(report, 'utf8').trim().split('\n').map(JSON.parse) : [];
rmSync(folder, { recursive: true, force: true });

for (const { budget, minutes, highest, outcomes, critical } of runs) {
  const words = (counts) =>
    Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ');
  say(`${budget ? 'with the budget' : 'without a budget'}, ${minutes} minutes: highest duty cycle ${highest} %`);
  say(`  writes:   ${words(outcomes)}`);
  say(`  critical: ${words(critical.outcomes)}; median ${critical.p50} ms, p99 ${critical.p99} ms`);
}
if (json) process.stdout.write(`${JSON.stringify({ radio: runs })}\n`);
process.exitCode = ran.status ?? 1;
