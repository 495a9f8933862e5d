// Makes screenshots of the main screens over the demo house, in light and dark: all into `var/screenshots`, and those that the
// documents show into `docs/images`. Names of screens make these alone. `--install` fetches a browser where there is none.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findBrowser, HOW_TO_GET_ONE } from './lib/browser.mjs';
import { fillDemo } from './lib/demo-past.mjs';
import { bundle, install, main } from './lib/prepare.mjs';
import { childEnv, root } from './lib/run.mjs';

const SCREENS = [
  '',
  'devices',
  'events',
  'problems',
  'radio/map',
  'links/map',
  'floorplans',
  'energy?range=month',
  'programs',
  'sysvars',
  'system',
  'api-reference',
  'centrals',
  'messages',
  'tokens',
];
/** Name of the picture by screen, theme and width. */
const SHOWN = new Map([
  ['-light-1280', 'home.jpg'],
  ['-dark-1280', 'home-dark.jpg'],
  ['-dark-390', 'home-phone-dark.jpg'],
  ['devices-light-1280', 'devices.jpg'],
  ['radio-map-light-1280', 'radio-map.jpg'],
  ['links-map-light-1280', 'link-map.jpg'],
  ['floorplans-light-1280', 'floorplan.jpg'],
  ['energy-light-1280', 'energy.jpg'],
  ['system-light-1280', 'system.jpg'],
  ['messages-light-1280', 'messages.jpg'],
  ['api-reference-dark-1280', 'api-reference-dark.jpg'],
]);
/** Long enough for what is read after the page was opened, and for a few events. */
const SETTLE_MS = 2_500;

const all = join(root, 'var/screenshots');
const documents = join(root, 'docs/images');

main(async (progress) => {
  await install(progress, 'test');
  const browserPath = await findBrowser({ install: process.argv.includes('--install') });
  if (browserPath === undefined) {
    process.stderr.write(HOW_TO_GET_ONE);
    return 2;
  }
  await bundle(progress);
  progress.end();
  for (const folder of [all, documents]) mkdirSync(folder, { recursive: true });
  const { chromium } = createRequire(join(root, 'packages/web-ui/package.json'))('playwright-core');
  const demo = await startDemo();
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`${demo.url}/login`);
    await fillDemo(demo, page);
    await page.close();
    for (const theme of ['light', 'dark']) {
      for (const width of [1280, 390]) await shoot(browser, demo, { theme, width });
    }
  } finally {
    await browser.close();
    demo.stop();
  }
  return 0;
});

async function startDemo() {
  const daemon = join(root, 'apps/daemon/dist/main.js');
  const child = spawn(process.execPath, [daemon, 'demo', '--json', '--listen', '127.0.0.1:0'], {
    env: childEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return { ...JSON.parse(line), stop: () => child.kill('SIGTERM') };
  }
  throw new Error('the demo ended before it was ready');
}

/** Signs in and takes a picture of each screen. */
async function shoot(browser, { url, admin }, { theme, width }) {
  const viewport = { width, height: width < 500 ? 844 : 800 };
  const context = await browser.newContext({ viewport, colorScheme: theme, locale: 'en', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.fill('#username', admin.username);
  await page.fill('#password', admin.password);
  await page.click('form button');
  await page.locator('.connection-pill.good').waitFor();
  const named = process.argv.slice(2).filter((each) => !each.startsWith('-'));
  for (const address of SCREENS) {
    const [screen] = address.split('?');
    if (named.length > 0 && !named.includes(screen)) continue;
    await page.goto(`${url}/${address}`);
    await page.locator('main h1').waitFor();
    await page.locator('.connection-pill.good').waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const name = `${screen.replace('/', '-')}-${theme}-${width}`;
    await page.screenshot({ path: join(all, `${screen === '' ? 'home' : ''}${name}.png`) });
    const shown = SHOWN.get(name);
    if (shown !== undefined) await page.screenshot({ path: join(documents, shown), type: 'jpeg', quality: 78 });
  }
  await context.close();
}
