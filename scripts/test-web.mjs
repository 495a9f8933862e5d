// Runs the tests of the web UI in a real browser, over the daemon with its simulated CCU. `--full`: every screen in both
// languages and themes at every width; `--gate`: the files of `lib/browser-gate.mjs`; `--install`: fetch a browser where there is none.
// Other arguments go to vitest.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, findWholeBrowser, HOW_TO_GET_ONE } from './lib/browser.mjs';
import { BROWSER_TESTS, browserGate } from './lib/browser-gate.mjs';
import { bundle, install, main } from './lib/prepare.mjs';
import { root, tool } from './lib/run.mjs';

const FLAGS = ['--full', '--gate', '--install'];

/** Names of the files of a gate; prints those that it leaves out. */
function chosenFiles() {
  const files = readdirSync(join(root, BROWSER_TESTS)).filter((name) => name.endsWith('.browser.ts'));
  const chosen = browserGate(files);
  const others = files.filter((file) => !chosen.includes(file)).map((file) => file.replace('.browser.ts', ''));
  if (others.length > 0) process.stdout.write(`left out: browser tests of another turn: ${others.join(', ')}\n`);
  return chosen.map((file) => `test/browser/${file}`);
}

main(async (progress) => {
  const args = process.argv.slice(2);
  const inCi = process.env.CI !== undefined;
  await install(progress, 'test');
  const browser = await findBrowser({ install: inCi || args.includes('--install') });
  if (browser === undefined) {
    process.stderr.write(HOW_TO_GET_ONE);
    return inCi ? 1 : 2;
  }
  await bundle(progress);
  progress.end();
  const whole = findWholeBrowser();
  return tool(
    'vitest',
    [
      ...['run', '--config', 'packages/web-ui/vitest.browser.config.ts'],
      ...(args.includes('--gate') ? chosenFiles() : []),
      ...args.filter((each) => !FLAGS.includes(each)),
    ],
    {
      stdout: 'inherit',
      env: {
        CCU_GATEWAY_BROWSER: browser,
        ...(whole === undefined ? {} : { CCU_GATEWAY_PUSH_BROWSER: whole }),
        ...(args.includes('--full') ? { CCU_GATEWAY_WEB_MATRIX: 'full' } : {}),
      },
    },
  );
});
