// Runs the suites of the storage with the SQLite that Node brings: the binding of this checkout is built for the Node that
// installed it, so that another one cannot load it and takes its own. `pnpm test:drivers [version]`, default 22. `--if-touched` leaves
// them out where no recent commit changed the storage.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchNode } from './lib/other-node.mjs';
import { install, main } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';
import { leaveOut } from './lib/touched.mjs';

main(async (progress) => {
  const { isLeftOut, rest } = leaveOut('drivers', process.argv.slice(2));
  if (isLeftOut) return 0;
  const [version = '22'] = rest;
  if (process.versions.node.startsWith(`${version}.`)) {
    process.stdout.write(
      `This is Node ${version}: its binding is there. Name another version to prove the SQLite of Node.\n`,
    );
    return 0;
  }
  await install(progress, 'test');
  progress.end();
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-node-'));
  try {
    const { bin } = await fetchNode(version, folder);
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    return await run(join(bin, 'node'), [vitest, 'run', 'packages/storage'], { cwd: root, stdout: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
