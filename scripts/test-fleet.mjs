// Tests fleets of gateways as processes, then breaks three of them for a short time each and judges the result; `pnpm soak fleet` does it
// for long. The chaos needs nats-server 2.10 and is skipped without it. `--if-touched` leaves all of it out where no recent commit changed
// the fleet. Other arguments go to vitest.
import { bundle, install, main } from './lib/prepare.mjs';
import { tool } from './lib/run.mjs';
import { leaveOut } from './lib/touched.mjs';

main(async (progress) => {
  const { isLeftOut, rest } = leaveOut('fleet', process.argv.slice(2));
  if (isLeftOut) return 0;
  await install(progress, 'test');
  await bundle(progress);
  progress.end();
  const suites = [['--project=fleet'], ['--config', 'apps/daemon/vitest.chaos.config.ts']];
  let failed = 0;
  for (const suite of suites) {
    const code = await tool('vitest', ['run', ...suite, ...rest], { stdout: 'inherit' });
    failed = Math.max(failed, code);
  }
  return failed;
});
