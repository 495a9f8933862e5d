// Breaks fleets of gateways for a short time each, three times, and judges what everybody saw; `pnpm soak fleet` does it for long.
// Needs nats-server 2.10; says so and does nothing elsewhere. Arguments go to vitest.
import { bundle, install, main } from './lib/prepare.mjs';
import { tool } from './lib/run.mjs';

main(async () => {
  await install();
  await bundle(['@ccu-gateway/daemon']);
  return tool('vitest', ['run', '--config', 'apps/daemon/vitest.chaos.config.ts', ...process.argv.slice(2)], {
    stdout: 'inherit',
  });
});
