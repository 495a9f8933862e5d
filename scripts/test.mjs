// Installs, builds and runs the test suite, without what `pnpm test:fleet` runs; extra arguments go to vitest.
import { bundle, install, main } from './lib/prepare.mjs';
import { tool } from './lib/run.mjs';

main(async (progress) => {
  await install(progress, 'test');
  // What tests start as a process; everything else they load from its sources.
  await bundle(progress);
  progress.end();
  const env = { CCU_GATEWAY_TEST_PROGRESS: '1' };
  return tool('vitest', ['run', '--project=!fleet*', ...process.argv.slice(2)], { stdout: 'inherit', env });
});
