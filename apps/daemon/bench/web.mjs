// What the web UI costs a browser, over a house of 500 devices with about 17 000 values: JavaScript of the first load, largest
// contentful paint on a processor four times slower, going from page to page, a minute of 200 events a second, five minutes of
// 50, and the audits of Lighthouse; over a house of 2 000 devices the first rows. Beside it, in the same run: a page with nothing but
// a line of text, and one with 1 000 plain rows.
// Needs a Chromium (CCU_GATEWAY_BROWSER, or the one of the system). About ten minutes. With --json the last line of stdout
// is one JSON object.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findWholeBrowser, HOW_TO_GET_ONE } from '../../../scripts/lib/browser.mjs';
import lighthouse from '../../../tools/lighthouse.mjs';
import * as measure from './lib/browser-figures.mjs';
import { startLargeHouse, USER } from './lib/large-house.mjs';

// A development dependency of the web UI, asked for there.
const { chromium } = createRequire(join(import.meta.dirname, '../../../packages/web-ui/package.json'))(
  'playwright-core',
);

const json = process.argv.includes('--json');
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
const DEVICES = 500;
const MANY_DEVICES = 2_000;
/** Events of an installation of that size, and a run whose growth is extrapolated to half an hour. */
const QUIET_PER_SECOND = 50;
const WATCHED_SECONDS = 300;
const HALF_HOUR_SECONDS = 1_800;
const PER_SECOND = 200;
const SECONDS = 60;
const GOALS = {
  firstLoadKb: 120,
  lcpMs: 1_200,
  navigationMs: 100,
  taskMs: 50,
  heapMb: 10,
  droppedPercent: 1,
  firstRowsCpuSeconds: 1,
  homeCores: 0.1,
  halfHourMb: 5,
};

// Frames are measured in the browser that people have.
const executablePath = findWholeBrowser() ?? (await findBrowser());
if (executablePath === undefined) {
  process.stderr.write(HOW_TO_GET_ONE);
  process.exit(2);
}

const figures = {};
const peers = {};
const debugPort = 20_000 + (process.pid % 20_000);
const plain = await startPlainPages();
const house = await startLargeHouse(DEVICES);
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', `--remote-debugging-port=${debugPort}`],
});
try {
  const storageState = await signIn(house);
  say(`${DEVICES} devices, ${house.values} values`);
  const home = { browser, url: house.url, storageState };

  const first = await measure.firstLoad(home);
  figures.firstLoadKb = first.homeKb;
  say(
    `first load of Home: ${first.homeKb} KB JavaScript; with other pages loaded ahead ${first.scriptKb} KB, ${first.allKb} KB in all, as sent`,
  );

  figures.lcpMs = await measure.largestPaint({ ...home, ready: measure.tilesAreThere });
  peers.lcpMs = await measure.largestPaint({ browser, url: `${plain.url}/line` });
  say(`largest contentful paint, processor 4 times slower: ${figures.lcpMs} ms; a line of text ${peers.lcpMs} ms`);

  const paths = await measure.navigation(home);
  figures.navigationMs = paths.laterMs;
  say(`to another page: ${paths.firstMs} ms for the first time, ${paths.laterMs} ms later (medians)`);

  const rows = { ...home, url: `${house.url}/devices`, ready: measure.rowsAreThere };
  const busy = await measure.busyMinute({ ...rows, seconds: SECONDS, drive: () => house.emit(PER_SECOND) });
  Object.assign(figures, { taskMs: busy.longestTaskMs, heapMb: busy.heapMb, droppedPercent: busy.droppedPercent });
  figures.frameMs = busy.frameMs;
  Object.assign(peers, await measure.droppedFrames({ browser, url: `${plain.url}/rows` }));
  say(`${SECONDS} s of ${PER_SECOND} events/s (${busy.sent} sent; the page got ${busy.seen} frames):`);
  say(
    `  longest task ${busy.longestTaskMs} ms, ${busy.longTasks} above 50 ms; heap ${busy.heapMb} MB after collection`,
  );
  say(`  frames dropped while scrolling: ${busy.droppedPercent} %; of plain rows ${peers.droppedPercent} %`);
  say(
    `  processor time of the page for each of these frames: ${busy.frameMs} ms of 16.7; of plain rows ${peers.frameMs} ms`,
  );

  const quiet = { ...home, ready: measure.tilesAreThere, seconds: WATCHED_SECONDS };
  const watched = await measure.watched({ ...quiet, drive: () => house.emit(QUIET_PER_SECOND) });
  figures.homeCores = watched.cores;
  figures.halfHourMb = Number(((watched.heapMb * HALF_HOUR_SECONDS) / WATCHED_SECONDS).toFixed(1));
  say(`Home at ${QUIET_PER_SECOND} events/s: ${watched.cores} of a core;`);
  say(
    `  heap ${watched.heapMb} MB more after ${WATCHED_SECONDS} s, which would be ${figures.halfHourMb} MB in half an hour`,
  );

  figures.lighthouse = await audit(storageState);
  const { accessibility, practices, failed } = figures.lighthouse;
  say(`Lighthouse: accessibility ${accessibility}, best practices ${practices}`);
  for (const each of failed) say(`  ${each}`);
} finally {
  await house.close();
}
const many = await startLargeHouse(MANY_DEVICES);
try {
  const storageState = await signIn(many);
  const at = { browser, url: many.url, storageState, ready: measure.tilesAreThere };
  figures.firstRowsCpuSeconds = await measure.firstRows(at);
  peers.firstRowsCpuSeconds = await measure.firstRows({ ...at, url: `${plain.url}/rows`, ready: () => {} });
  say(
    `first rows of Home with ${MANY_DEVICES} devices, ${many.values} values: ${figures.firstRowsCpuSeconds} s of the renderer; ` +
      `1 000 plain rows ${peers.firstRowsCpuSeconds} s`,
  );
} finally {
  await browser.close();
  await many.close();
  plain.close();
}

const reached = {
  ...Object.fromEntries(
    Object.entries(GOALS).map(([name, goal]) => [`${name} at most ${goal}`, figures[name] <= goal]),
  ),
  'accessibility 100': figures.lighthouse.accessibility === 100,
  'best practices at least 95': figures.lighthouse.practices >= 95,
};
for (const [goal, is] of Object.entries(reached)) say(`${is ? 'reached' : 'MISSED '} ${goal}`);
if (json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  const ok = Object.values(reached).every(Boolean);
  process.stdout.write(`${JSON.stringify({ name: 'web', ok, figures, peers, machine })}\n`);
}

/** The cookies of a session that was begun at the form. */
async function signIn({ url }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.fill('#username', USER.username);
  await page.fill('#password', USER.password);
  await page.click('form button');
  await measure.isLive(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** What the same browser does with pages that hold next to nothing. */
async function startPlainPages() {
  const row = (_, index) => `<div style="height:48px;border-bottom:1px solid">Row ${index}</div>`;
  const pages = new Map([
    ['/line', '<!doctype html><title>a line</title><p>Nothing but this line of text.</p>'],
    ['/rows', `<!doctype html><title>rows</title>${Array.from({ length: 1_000 }, row).join('')}`],
  ]);
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages.get(request.url) ?? '');
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** Scores of Home, and the audits that cost something. */
async function audit({ cookies }) {
  // In the jar of the browser: a header of that name would be replaced as soon as the page sets a cookie of its own.
  const devtools = await browser.newBrowserCDPSession();
  await devtools.send('Storage.setCookies', { cookies });
  const { lhr } = await lighthouse(`${house.url}/`, {
    port: debugPort,
    logLevel: 'silent',
    output: 'json',
    onlyCategories: ['accessibility', 'best-practices'],
    formFactor: 'desktop',
    screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  });
  if (lhr.finalDisplayedUrl !== `${house.url}/`)
    throw new Error(`not Home, but ${lhr.finalDisplayedUrl} was looked at`);
  const percent = (id) => Math.round((lhr.categories[id].score ?? 0) * 100);
  const counted = ['accessibility', 'best-practices'].flatMap((id) =>
    lhr.categories[id].auditRefs.filter(({ weight }) => weight > 0).map(({ id: name }) => lhr.audits[name]),
  );
  const failed = counted.filter(({ score }) => score !== null && score < 1).map(({ id, title }) => `${id}: ${title}`);
  return { accessibility: percent('accessibility'), practices: percent('best-practices'), failed };
}
