// Tests fleets of gateways as processes, then breaks three of them for a short time each and judges the result; `pnpm soak fleet` does it
// for long. The chaos needs nats-server 2.10 and is skipped without it. `--if-touched` runs all of it only when one of the last commits
// changed the fleet's folders. Other arguments go to vitest.
import { execFileSync } from 'node:child_process';
import { bundle, install, main } from './lib/prepare.mjs';
import { root, tool } from './lib/run.mjs';

const FOLDERS = [
  'packages/fleet',
  'packages/event-stream/src',
  'apps/daemon/src/fleet',
  'apps/daemon/src/site',
  'apps/daemon/test/chaos',
  'scripts/fleet',
  'scripts/test-fleet.mjs',
];
const COMMITS = 30;

/** Subjects of the last commits that changed a folder of the fleet; all are taken for such where there is no history. */
function touching() {
  try {
    const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    const range = git('rev-list', `-n${COMMITS}`, 'HEAD').trim().split('\n').at(-1);
    const isWhole = git('rev-parse', '--is-shallow-repository').trim() === 'false';
    if (!isWhole) return ['the history is shallow'];
    return git('log', '--format=%h %s', `${range}..HEAD`, '--', ...FOLDERS)
      .trim()
      .split('\n')
      .filter(Boolean);
  } catch (error) {
    return [`there is no history (${error.message.split('\n')[0]})`];
  }
}

main(async (progress) => {
  const args = process.argv.slice(2);
  if (args.includes('--if-touched')) {
    const found = touching();
    if (found.length === 0) {
      process.stdout.write(
        `none of the last ${COMMITS} commits changed ${FOLDERS.join(', ')}: the tests of whole fleets are left out\n`,
      );
      return 0;
    }
    process.stdout.write(`tests whole fleets, because of:\n  ${found.slice(0, 5).join('\n  ')}\n`);
  }
  await install(progress, 'test');
  await bundle(progress);
  progress.end();
  const rest = args.filter((each) => each !== '--if-touched');
  const suites = [['--project=fleet'], ['--config', 'apps/daemon/vitest.chaos.config.ts']];
  let failed = 0;
  for (const suite of suites) {
    const code = await tool('vitest', ['run', ...suite, ...rest], { stdout: 'inherit' });
    failed = Math.max(failed, code);
  }
  return failed;
});
