import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_SERIES, pointKeyOfSeries, rangeIn, seriesFrom, seriesIn, seriesText } from './diagram-series.js';

const series = fc.record({
  central: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  channel_address: fc
    .tuple(fc.stringMatching(/^[A-Z0-9-]{6,14}$/), fc.nat({ max: 60 }))
    .map(([address, channel]) => `${address}:${channel}`),
  parameter: fc.stringMatching(/^[A-Z][A-Z0-9_]{0,30}$/),
});

it('are read from the address of a page as they were written', () => {
  fc.assert(
    fc.property(fc.array(series, { maxLength: MOST_SERIES }), (all) => {
      expect(seriesFrom(seriesText(all))).toEqual(all);
    }),
  );
});

it('are left out where an address or a stored diagram has something else', () => {
  for (const text of ['', 'home', 'home/x', '/A:1:STATE', 'home/A:1', '%E0%A4%A/A:1:STATE', ',,,'])
    expect(seriesFrom(text)).toEqual([]);
  const good = { central: 'home', channel_address: 'A:1', parameter: 'STATE' };
  const bad = [{ central: 'home' }, { ...good, channel_address: 'A' }, { ...good, parameter: 7 }];
  expect(seriesIn({ series: [...bad, { ...good, color: 'red' }] })).toEqual([good]);
  expect(seriesIn({})).toEqual([]);
  expect(rangeIn({ range: 'd7' })).toBe('d7');
  expect(rangeIn({ range: 'x' })).toBeUndefined();
});

it('name the data point of the store', () => {
  expect(pointKeyOfSeries({ central: 'home', channel_address: 'A:1', parameter: 'STATE' })).toBe('home/A/1/STATE');
});
