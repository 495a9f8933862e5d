import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

const SERIES = '/diagrams?range=d7&series=demo/00F1C0DE000001%3A1%3AACTUAL_TEMPERATURE,demo/00F1C0DE00000D%3A1%3ASTATE';

interface Asked {
  readonly from: number;
  readonly to: number;
}

interface Recording {
  readonly asked: Asked[];
  /** Requests that the page ended. */
  readonly ended: Asked[];
  /** Answers wait until this is called. */
  hold(): () => void;
}

/** A recording of years: a fresh demo has one of minutes. Each answer has as many values as a part of it can have. */
async function withRecording(page: Page): Promise<Recording> {
  const asked: Asked[] = [];
  const ended: Asked[] = [];
  let gate: Promise<void> | undefined;
  const partOf = (url: string): Asked => {
    const query = new URL(url).searchParams;
    return {
      from: Date.parse(query.get('from')!),
      to: query.has('to') ? Date.parse(query.get('to')!) : Date.now(),
    };
  };
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/v1/history?')) ended.push(partOf(request.url()));
  });
  await page.route('**/api/v1/history?**', async (route: Route) => {
    const url = route.request().url();
    const { from, to } = partOf(url);
    asked.push({ from, to });
    await gate;
    const step = (to - from) / 60;
    const at = Array.from({ length: 60 }, (_, index) => from + index * step);
    await route
      .fulfill({
        json: {
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          retention: { enabled: true, max_days: 30, max_bytes: 1, bytes: 1, years: 10 },
          gaps: [],
          series: new URL(url).searchParams
            .get('points')!
            .split(',')
            .map((point) => {
              const [device_address, channel, parameter] = point.split(':');
              const isState = parameter === 'STATE';
              return {
                central: 'demo',
                device_address,
                channel: Number(channel),
                parameter,
                recorded: true,
                resolution_ms: Math.round(step),
                at,
                values: at.map((_, index) => (isState ? index % 2 : 20 + Math.sin(index / 5))),
              };
            }),
        },
      })
      .catch(() => {});
  });
  return {
    asked,
    ended,
    hold() {
      let open = () => {};
      gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
  };
}

/** Number of coloured pixels of the curve: the axes are grey. */
const drawnPixels = (page: Page) =>
  page.locator('.chart canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue, alpha] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
      if (alpha > 128 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) count += 1;
    }
    return count;
  });

async function plotBox(page: Page) {
  return (await page.locator('.u-over').boundingBox())!;
}

const rangeOf = (page: Page) => new URL(page.url()).searchParams.get('range');
const area = (page: Page) => page.getByRole('region', { name: /Plus and minus zoom/ });

describe('a chart', () => {
  it('zooms to a dragged part without a jump, out again by the way back, and has the part in its address', async () => {
    let recording: Recording | undefined;
    const visit = await world.visit(SERIES, {
      prepare: async (page) => {
        recording = await withRecording(page);
      },
    });
    const { page, faults, accessibility, screenshot } = visit;
    await page.locator('.chart canvas').waitFor();
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(200);
    const week = recording!.asked.at(-1)!;
    const release = recording!.hold();
    const { x, y, width, height } = await plotBox(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 4, y + height / 2, { steps: 4 });
    const mark = (await page.locator('.zoom-mark').boundingBox())!;
    expect(Math.abs(mark.x - (x + width / 4))).toBeLessThan(4);
    expect(Math.abs(mark.width - width / 4)).toBeLessThan(4);
    await page.mouse.up();
    await page.waitForURL(/range=\d+s/);
    await expect.poll(() => recording!.asked.length).toBeGreaterThan(1);
    const part = recording!.asked.at(-1)!;
    expect((part.to - part.from) / (week.to - week.from)).toBeCloseTo(0.25, 1);
    expect((part.from - week.from) / (week.to - week.from)).toBeCloseTo(0.25, 1);
    // The old curve and bands stay, on the new axis, until the answer is there.
    expect(await area(page).getAttribute('aria-busy')).toBe('true');
    expect(await page.locator('.skeleton').count()).toBe(0);
    expect(await drawnPixels(page)).toBeGreaterThan(200);
    // Of sixty changes in a week a quarter is left, and the ones at the edges.
    const bands = await page.locator('.band').count();
    expect(bands).toBeGreaterThan(10);
    expect(bands).toBeLessThan(20);
    release();
    await expect.poll(() => area(page).getAttribute('aria-busy')).toBe('false');
    await expect.poll(() => page.locator('.band').count()).toBeGreaterThan(55);
    await screenshot('zoom');
    expect(await accessibility()).toEqual([]);
    const zoomed = page.url();
    await page.reload();
    await page.locator('.chart canvas').waitFor();
    expect(page.url()).toBe(zoomed);
    expect(recording!.asked.at(-1)).toEqual(part);
    await page.goBack();
    await page.waitForURL(/range=d7/);
    await expect.poll(() => page.getByRole('combobox', { name: 'Range' }).inputValue()).toBe('d7');
    expect(faults.filter((each) => !each.includes('net::'))).toEqual([]);
    await visit.close();
  });

  it('zooms and moves by keys down to seconds, with one request after the last of them', async () => {
    let recording: Recording | undefined;
    const { page, close } = await world.visit(SERIES, {
      prepare: async (each) => {
        recording = await withRecording(each);
      },
    });
    await page.locator('.chart canvas').waitFor();
    await area(page).focus();
    const before = recording!.asked.length;
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('+');
    await page.waitForURL(/range=148s/);
    await expect.poll(() => recording!.asked.length).toBe(before + 1);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('-');
    await page.waitForURL(/range=29[56]s/);
    await expect.poll(() => recording!.asked.length).toBe(before + 2);
    const box = await plotBox(page);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForURL(/range=118\ds/);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.waitForURL(/range=23\d\ds/);
    await close();
  });

  it('ends the request for a part that is not shown any more', async () => {
    let recording: Recording | undefined;
    const { page, close } = await world.visit(SERIES, {
      prepare: async (each) => {
        recording = await withRecording(each);
      },
    });
    await page.locator('.chart canvas').waitFor();
    const release = recording!.hold();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForURL(/range=302400s/);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForURL(/range=151200s/);
    await expect.poll(() => recording!.ended.map(({ from, to }) => to - from)).toContain(302_400_000);
    release();
    await expect.poll(() => area(page).getAttribute('aria-busy')).toBe('false');
    await close();
  });

  it('zooms by two fingers on a phone, and moves by one', async () => {
    const visit = await world.visit(SERIES, { width: 390, theme: 'dark', language: 'de', prepare: withRecordingOnly });
    const { page } = visit;
    await page.locator('.chart canvas').waitFor();
    await page.locator('.u-over').scrollIntoViewIfNeeded();
    const { x, y, width, height } = await plotBox(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: shares.map((share, id) => ({ id, x: x + width * share, y: y + height / 2 })),
      });
    await touch('touchStart', 0.4, 0.6);
    await touch('touchMove', 0.3, 0.7);
    await touch('touchMove', 0.2, 0.8);
    await touch('touchEnd');
    await page.waitForURL(/range=20\d{4}s/);
    const until = () => Date.parse(new URL(page.url()).searchParams.get('until')!);
    const [before, range] = [until(), rangeOf(page)];
    await touch('touchStart', 0.2);
    await touch('touchMove', 0.4);
    await touch('touchMove', 0.7);
    await touch('touchEnd');
    await expect.poll(until).toBeLessThan(before - 80_000_000);
    expect(rangeOf(page)).toBe(range);
    await expect.poll(() => drawnPixels(page)).toBeGreaterThan(100);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('zoom');
    await visit.close();
  });
});

async function withRecordingOnly(page: Page): Promise<void> {
  await withRecording(page);
}
