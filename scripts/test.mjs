// Installs, builds and runs the whole test suite; extra arguments go to vitest.
import { bundle, install, main } from './lib/prepare.mjs';
import { tool } from './lib/run.mjs';

main(async () => {
  await install();
  // What tests start as a process; everything else they load from its sources.
  await bundle(['@ccu-gateway/daemon', '@ccu-gateway/cli']);
  return tool('vitest', ['run', ...process.argv.slice(2)], { stdout: 'inherit' });
});
