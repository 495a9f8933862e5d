import { describe, expect, it } from 'vitest';
import { barPath, linePath } from './sparkline-path.js';

describe('the path of a sparkline', () => {
  it('goes from edge to edge, the highest at the top', () => {
    expect(linePath([0, 10, 5])).toBe('M0 26L60 2L120 14');
  });

  it('breaks where a value is missing, and is empty where all are', () => {
    expect(linePath([1, Number.NaN, 1])).toBe('M0 26M120 26');
    expect(linePath([Number.NaN])).toBe('');
    expect(linePath([])).toBe('');
  });

  it('begins at the floor where one is given', () => {
    expect(linePath([5, 10], 0)).toBe('M0 14L120 2');
  });

  it('draws a bar for each value above zero', () => {
    expect(barPath([0, 2])).toBe('M60 28h48v-28h-48z');
    expect(barPath([])).toBe('');
  });
});
