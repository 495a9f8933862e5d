// Runs the tests of the web UI in a real browser, over the daemon with its simulated CCU. `--full`: every screen in both
// languages and themes at every width; `--install`: fetch a browser where there is none. Other arguments go to vitest.
import { findBrowser, findWholeBrowser, HOW_TO_GET_ONE } from './lib/browser.mjs';
import { bundle, install, main } from './lib/prepare.mjs';
import { tool } from './lib/run.mjs';

const FLAGS = ['--full', '--install'];

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
    ['run', '--config', 'packages/web-ui/vitest.browser.config.ts', ...args.filter((each) => !FLAGS.includes(each))],
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
