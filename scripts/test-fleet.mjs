// Breaks fleets of gateways for a short time each, three times, and judges what everybody saw; `pnpm soak fleet` does it for long.
// Needs nats-server 2.10; says so and does nothing elsewhere. `--if-touched` runs it only when one of the last commits changed the
// fleet's folders. Other arguments go to vitest.
import { execFileSync } from 'node:child_process';
import { bundle, install, main } from './lib/prepare.mjs';
import { root, tool } from './lib/run.mjs';

const FOLDERS = [
  'packages/fleet',
  'packages/event-stream/src',
  'apps/daemon/src/fleet',
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

main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--if-touched')) {
    const found = touching();
    if (found.length === 0) {
      process.stdout.write(
        `none of the last ${COMMITS} commits changed ${FOLDERS.join(', ')}: the runs of a fleet in which things break are left out\n`,
      );
      return 0;
    }
    process.stdout.write(`runs a fleet in which things break, because of:\n  ${found.slice(0, 5).join('\n  ')}\n`);
  }
  await install();
  await bundle(['@ccu-gateway/daemon']);
  const rest = args.filter((each) => each !== '--if-touched');
  return tool('vitest', ['run', '--config', 'apps/daemon/vitest.chaos.config.ts', ...rest], { stdout: 'inherit' });
});
