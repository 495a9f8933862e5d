// Tests the parts of a fleet, then fleets of gateways as processes, then breaks three of them for a short time each and judges the result;
// `pnpm soak fleet` does it for long. The chaos needs nats-server 2.10 and is skipped without it. `--parts` runs the parts alone;
// `--if-touched` leaves out all but the parts where no recent commit changed the fleet. Other arguments go to vitest.
import { bundle, install, main } from './lib/prepare.mjs';
import { tool } from './lib/run.mjs';
import { leaveOut } from './lib/touched.mjs';

const PARTS = '--parts';

main(async (progress) => {
  const args = process.argv.slice(2);
  const { isLeftOut, rest } = leaveOut(
    'fleet',
    args.filter((each) => each !== PARTS),
  );
  await install(progress, 'test');
  await bundle(progress);
  progress.end();
  const whole = [['--project=fleet'], ['--config', 'apps/daemon/vitest.chaos.config.ts']];
  const suites = [['--project=fleet-parts'], ...(isLeftOut || args.includes(PARTS) ? [] : whole)];
  let failed = 0;
  for (const suite of suites) {
    const code = await tool('vitest', ['run', ...suite, ...rest], { stdout: 'inherit' });
    failed = Math.max(failed, code);
  }
  return failed;
});
