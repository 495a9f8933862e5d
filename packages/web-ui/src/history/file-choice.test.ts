import { describe, expect, it } from 'vitest';
import { type ChosenValue, chosenFrom, chosenText, pointsOfChoice, queryOfWish } from './file-choice.js';

const device: ChosenValue = { central: 'my home', address: '000A' };
const value: ChosenValue = { ...device, value: '1:LEVEL' };

describe('the values of a download', () => {
  it('return from the address as they went in, and leave damaged parts out', () => {
    expect(chosenFrom(chosenText([device, value]))).toEqual([device, value]);
    expect(chosenFrom('%E0%A4%A/000A,home,home/:1:LEVEL,home/000A:LEVEL')).toEqual([]);
    expect(chosenFrom('')).toEqual([]);
  });

  it('name each data point once, a device with all of its values', () => {
    const valuesOf = () => [{ place: '000A:1:LEVEL' }, { place: '000A:1:STATE' }];
    expect(pointsOfChoice([value, device], valuesOf)).toEqual(['000A:1:LEVEL', '000A:1:STATE']);
    expect(pointsOfChoice([], valuesOf)).toEqual([]);
  });

  it('are asked for from the begin of the first day to the end of the last one', () => {
    const wish = { points: ['000A:1:LEVEL'], central: 'home', format: 'csv', resolution: 'hours' };
    const query = new URLSearchParams(queryOfWish({ ...wish, firstDay: '2026-03-28', lastDay: '2026-03-29' }));
    expect(Object.fromEntries(query)).toEqual({
      ...{ format: 'csv', resolution: 'hours', points: '000A:1:LEVEL', central: 'home' },
      from: new Date(2026, 2, 28).toISOString(),
      to: new Date(2026, 2, 30).toISOString(),
    });
  });

  it('are everything that is kept where nothing is named', () => {
    const wish = { points: [], central: 'home', format: 'parquet', resolution: 'values' };
    expect(queryOfWish({ ...wish, firstDay: '', lastDay: '' })).toBe('format=parquet&resolution=values');
  });
});
