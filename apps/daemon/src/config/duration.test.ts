import { describe, expect, it } from 'vitest';
import { durationMs } from './duration.js';
import { parseListen } from './listen.js';

describe('durations', () => {
  it.each([
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['1.5s', 1500],
    ['-1s', -1000],
    ['0', 0],
    ['1d', 86_400_000],
  ])('reads %s as %i milliseconds', (text, expected) => {
    expect(durationMs(text)).toBe(expected);
  });
});

describe('listen addresses', () => {
  it.each([
    [':8119', { host: undefined, port: 8119 }],
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    ['[::1]:80', { host: '::1', port: 80 }],
    ['a:70000', undefined],
    ['::1:80', undefined],
    ['host', undefined],
  ])('reads %s', (text, expected) => {
    expect(parseListen(text)).toEqual(expected);
  });
});
