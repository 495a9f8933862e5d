// Proves the Matter bridge with a real controller: the gateway in one network namespace, the controller in another one, joined by a pair
// of veth. Needs Linux, root and `ip netns`; says so and does nothing elsewhere. `--if-touched` leaves it out where no recent commit changed
// the bridge. Other arguments go to vitest.
import { join } from 'node:path';
import { joinTwoNamespaces } from './lib/namespaces.mjs';
import { bundle, install, main } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';
import { leaveOut } from './lib/touched.mjs';

main(async (progress) => {
  const { isLeftOut, rest } = leaveOut('matter', process.argv.slice(2));
  if (isLeftOut) return 0;
  await install(progress, 'test');
  await bundle(progress);
  progress.end();
  const joined = joinTwoNamespaces();
  if (joined.unavailable !== undefined) {
    process.stdout.write(
      `skipped: the Matter bridge with a controller in another network namespace (${joined.unavailable})\n`,
    );
    return 0;
  }
  const { first, second, remove } = joined;
  try {
    const vitest = [join(root, 'node_modules/.bin/vitest'), 'run', '--config', 'apps/daemon/vitest.matter.config.ts'];
    return await run('ip', ['netns', 'exec', first, ...vitest, ...rest], {
      stdout: 'inherit',
      env: { CCU_GATEWAY_OTHER_MACHINE: second },
    });
  } finally {
    remove();
  }
});
