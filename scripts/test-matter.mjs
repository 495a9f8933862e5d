// Proves the Matter bridge with a real controller: the gateway in one network namespace, the controller in another one, joined by a pair
// of veth. Needs Linux, root and `ip netns`; says so and does nothing elsewhere. Arguments go to vitest.
import { join } from 'node:path';
import { joinTwoNamespaces } from './lib/namespaces.mjs';
import { bundle, install, main } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';

main(async (progress) => {
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
    return await run('ip', ['netns', 'exec', first, ...vitest, ...process.argv.slice(2)], {
      stdout: 'inherit',
      env: { CCU_GATEWAY_OTHER_MACHINE: second },
    });
  } finally {
    remove();
  }
});
