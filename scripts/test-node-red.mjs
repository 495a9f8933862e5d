// Proves the nodes in a real Node-RED 5 from npm, which needs Node 22: deploys the examples, reads messages, ends Node-RED and the gateway
// in the middle, and takes pictures of the editor, which lie in `var/screenshots/node-red`. What is fetched stays in `var/node-red`.
// `--if-touched` leaves the suite out where no recent commit changed the nodes. Other arguments go to vitest.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, HOW_TO_GET_ONE } from './lib/browser.mjs';
import { fetchNode } from './lib/other-node.mjs';
import { bundle, install, main, pnpm } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';
import { leaveOut } from './lib/touched.mjs';

const NODE_RED = 'node-red@5';
const NODE = '22';

const kept = join(root, 'var/node-red');

main(async (progress) => {
  const { isLeftOut, rest } = leaveOut('node-red', process.argv.slice(2));
  if (isLeftOut) return 0;
  await install(progress, 'test');
  await bundle(progress);
  const browser = await findBrowser();
  if (browser === undefined) {
    process.stderr.write(HOW_TO_GET_ONE);
    return 2;
  }
  await progress.phase(NODE_RED, fetchNodeRed);
  progress.end();
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-node-red-'));
  try {
    const packed = await pnpm(['pack', '--pack-destination', folder], { cwd: join(root, 'packages/node-red') });
    if (packed !== 0) return packed;
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'packages/node-red/vitest.real.config.ts'];
    return await run(process.execPath, [...vitest, ...rest], {
      stdout: 'inherit',
      env: { CCU_GATEWAY_NODE_RED: kept, CCU_GATEWAY_NODE_RED_PACKED: folder, CCU_GATEWAY_BROWSER: browser },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Node and Node-RED in folders of their own; quick when they are there. */
async function fetchNodeRed(log) {
  const node = join(kept, 'node');
  if (!existsSync(join(node, 'node_modules/node/bin/node'))) await fetchNode(NODE, node);
  if (existsSync(join(kept, 'node_modules/node-red/package.json'))) return;
  mkdirSync(kept, { recursive: true });
  // Node-RED needs a newer Node than the workspace, which requires its own in the environment of its scripts.
  const flags = ['--prefix', kept, '--no-save', '--no-audit', '--no-fund', '--engine-strict=false'];
  const code = await run('npm', ['install', ...flags, NODE_RED], { cwd: kept, log });
  if (code !== 0) throw new Error(`${NODE_RED} could not be installed (exit code ${code})`);
}
