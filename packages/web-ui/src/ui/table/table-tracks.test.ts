import { expect, it } from 'vitest';
import { tracksOf } from './table-tracks.js';

/** Rem of each track at least, in a grid that is so many rem wide, as a browser reckons. */
function leastOf(widths: readonly string[], width: number): readonly number[] {
  return tracksOf(widths)
    .split(/ (?=minmax\(min|min\(\d+(?:\.\d+)?rem, \(100% - \d+rem\) \* [\d.]+\)(?: |$))/)
    .map((track) => {
      const least = track.replace(/^minmax\((.*), [^,]+\)$/, '$1');
      const formula = least
        .replaceAll('100%', String(width))
        .replaceAll('rem', '')
        .replaceAll(/\b(min|max)\(/g, 'Math.$1(');
      return Number(new Function(`return ${formula}`)());
    });
}

const DEVICES = ['5rem', 'minmax(12rem, 2fr)', 'minmax(9rem, 1.5fr)', 'minmax(7rem, 1fr)', '8rem'] as const;

it('gives each column its wanted width where there is room', () => {
  expect(leastOf(DEVICES, 80)).toEqual([5, 12, 9, 7, 8]);
});

it.each([44, 40, 30, 12])('never lets the columns overflow a table of %d rem', (width) => {
  const least = leastOf(DEVICES, width);
  const sum = least.reduce((all, each) => all + each, DEVICES.length - 1);
  expect(sum).toBeCloseTo(width, 1);
  expect(Math.min(...least)).toBeGreaterThan(0);
});

it('makes flexible columns narrower before fixed ones', () => {
  const [select, name, , , state] = leastOf(DEVICES, 40);
  expect([select, state]).toEqual([5, 8]);
  expect(name).toBeLessThan(12);
});

it('takes columns that are all fixed or all flexible', () => {
  expect(leastOf(['10rem', '10rem'], 11)).toEqual([5, 5]);
  expect(leastOf(['minmax(10rem, 1fr)', 'minmax(10rem, 1fr)'], 11)).toEqual([5, 5]);
});
