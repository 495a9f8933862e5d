// What is measured in the browser. Every figure comes from a context of its own: nothing is cached from the one before.

const FRAME_MS = 1_000 / 60;
const TURNS = 3;
const WARM_UP_MS = 90_000;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value, digits = 0) => Number(value.toFixed(digits));

export const isLive = (page) => page.locator('.connection-pill.good').waitFor({ timeout: 60_000 });
export const tilesAreThere = (page) => page.locator('.tile').first().waitFor({ timeout: 60_000 });
export const rowsAreThere = (page) => page.locator('[role=row][data-index]').first().waitFor({ timeout: 60_000 });

async function open({ browser, storageState }) {
  const context = await browser.newContext({
    storageState,
    locale: 'en',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** Kilobytes as they were sent: scripts until the first tiles of Home, and with the pages that are loaded ahead after them. */
export async function firstLoad(at) {
  const { context, page, devtools } = await open(at);
  const scripts = new Set();
  const bytes = { script: 0, all: 0 };
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (scripts.has(requestId)) bytes.script += encodedDataLength;
  });
  await page.goto(at.url);
  await tilesAreThere(page);
  const homeKb = round(bytes.script / 1024, 1);
  await isLive(page);
  await page.waitForTimeout(1_000);
  await context.close();
  return { homeKb, scriptKb: round(bytes.script / 1024, 1), allKb: round(bytes.all / 1024, 1) };
}

/** Milliseconds until the largest part of a page is painted, on a processor four times slower; median. */
export async function largestPaint({ ready = () => {}, ...at }) {
  const times = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { context, page, devtools } = await open(at);
    await page.addInitScript(() => {
      globalThis.largest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.largest = entry.startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(at.url);
    await ready(page);
    await page.waitForTimeout(3_000);
    times.push(await page.evaluate(() => globalThis.largest));
    await context.close();
  }
  return round(median(times));
}

/** Milliseconds from the click on a link of the navigation to the first frame with the rows or tiles of that page. */
export async function navigation(at) {
  const { context, page } = await open(at);
  await page.goto(at.url);
  await isLive(page);
  await tilesAreThere(page);
  const go = (name, content) =>
    page.evaluate(
      ([wanted, selector]) =>
        new Promise((settle) => {
          const link = [...document.querySelectorAll('nav a')].find(({ textContent }) => textContent.trim() === wanted);
          const began = performance.now();
          link.click();
          const look = () => {
            const isThere = document.querySelector('main h1')?.textContent === wanted;
            if (isThere && document.querySelector(selector) !== null) {
              requestAnimationFrame(() => settle(performance.now() - began));
            } else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
      [name, content],
    );
  const times = { first: [], later: [] };
  for (let turn = 0; turn < 6; turn += 1) {
    for (const [name, content] of [
      ['Devices', '[role=row][data-index]'],
      ['System', 'main dl'],
      ['Home', '.tile'],
    ]) {
      const ms = await go(name, content);
      (turn === 0 ? times.first : times.later).push(ms);
      await page.waitForTimeout(500);
    }
  }
  await context.close();
  return { firstMs: round(median(times.first)), laterMs: round(median(times.later)) };
}

/** A page while events come: its longest task, its heap before and after, and the frames of scrolling up and down. */
export async function busyMinute({ seconds, drive, ready, ...at }) {
  const { context, page, devtools } = await open(at);
  await page.goto(at.url);
  await isLive(page);
  await ready(page);
  // What is made once, such as the code of the engine for events, is made before.
  const stopWarmUp = drive();
  await page.waitForTimeout(10_000);
  stopWarmUp();
  const before = await heap(devtools);
  let seen = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.webSocketFrameReceived', () => {
    seen += 1;
  });
  await page.evaluate(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  const stop = drive();
  await page.waitForTimeout((seconds - 15) * 1_000);
  const scrolled = await scrollFor(page, devtools, 15_000);
  const sent = stop();
  const tasks = await page.evaluate(() => globalThis.tasks);
  await devtools.send('Network.disable');
  const after = await heap(devtools);
  await context.close();
  return {
    sent,
    seen,
    longestTaskMs: round(Math.max(0, ...tasks)),
    longTasks: tasks.length,
    heapMb: round((after - before) / 1e6, 1),
    ...scrolled,
  };
}

/** Processor time of the renderer, in seconds, from the request of a page until its first rows or tiles are painted; median. */
export async function firstRows({ ready, ...at }) {
  const times = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { context, page } = await open(at);
    const before = await rendererSeconds(at.browser);
    await page.goto(at.url);
    await ready(page);
    await page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle))));
    times.push((await rendererSeconds(at.browser)) - before);
    await context.close();
  }
  return round(median(times), 2);
}

/** A page left alone while events come: its share of a core, and the growth of its heap in megabytes. */
export async function watched({ seconds, drive, ready, ...at }) {
  const { context, page, devtools } = await open(at);
  await page.goto(at.url);
  await isLive(page);
  await ready(page);
  const stop = drive();
  await settled(page);
  // The engine makes code and caches in the first minutes, which stay as they are.
  await page.waitForTimeout(WARM_UP_MS);
  const before = await heap(devtools);
  const began = { cpu: await rendererSeconds(at.browser), at: performance.now() };
  await page.waitForTimeout(seconds * 1_000);
  const cores = ((await rendererSeconds(at.browser)) - began.cpu) / ((performance.now() - began.at) / 1_000);
  const after = await heap(devtools);
  stop();
  await context.close();
  return { cores: round(cores, 3), heapMb: round((after - before) / 1e6, 2) };
}

/** Resolves when all tiles are drawn, and the engine has made its code for events. */
async function settled(page) {
  for (let drawn = -1, next = 0; drawn !== next; ) {
    drawn = next;
    await page.waitForTimeout(10_000);
    next = await page.locator('.tile').count();
  }
}

/** Processor time of all renderers of a browser; a page that is open alone has one of them. */
async function rendererSeconds(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The same scrolling over a page where nothing happens. */
export async function droppedFrames(at) {
  const { context, page, devtools } = await open(at);
  await page.goto(at.url);
  const scrolled = await scrollFor(page, devtools, 5_000);
  await context.close();
  return scrolled;
}

/** Frames dropped, and the processor time of the page for each frame: where that is far below 16.7 ms, the machine was short of time. */
async function scrollFor(page, devtools, ms) {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(devtools);
  const deltas = await page.evaluate(scrollFrames, ms);
  const spent = (await taskSeconds(devtools)) - before;
  await devtools.send('Performance.disable');
  return { droppedPercent: percentDropped(deltas), frameMs: round((spent * 1_000) / deltas.length, 1) };
}

async function taskSeconds(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

function percentDropped(deltas) {
  const dropped = deltas.reduce((sum, delta) => sum + Math.max(0, Math.round(delta / FRAME_MS) - 1), 0);
  return round((dropped / (deltas.length + dropped)) * 100, 1);
}

async function heap(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Scrolls down and up, half a row with each frame, and says how far the frames were apart. Runs in the page. */
function scrollFrames(durationMs) {
  return new Promise((settle) => {
    const deltas = [];
    let last = performance.now();
    const end = last + durationMs;
    let step = 25;
    const frame = (now) => {
      deltas.push(now - last);
      last = now;
      const { scrollTop, scrollHeight, clientHeight } = document.scrollingElement;
      if (scrollTop + clientHeight >= scrollHeight - 1) step = -25;
      if (scrollTop <= 0) step = 25;
      scrollBy(0, step);
      if (now < end) requestAnimationFrame(frame);
      else settle(deltas.slice(1));
    };
    requestAnimationFrame(frame);
  });
}
