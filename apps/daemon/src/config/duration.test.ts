import { describe, expect, it } from 'vitest';
import { LONGEST_TIMER_MS } from '../time/time.js';
import { configSchema } from './schema/schema.js';
import { CONFIG_LEAVES } from './sections.js';
import { durationMs } from './values/duration.js';
import { duration } from './values/fields.js';
import { parseListen } from './values/listen.js';

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

describe('durations of the configuration', () => {
  it.each(['24d1ms', '25d', '-25d', '999999999d', '576h1ms'])('%s is more than a timer takes', (text) => {
    expect(duration.safeParse(text).error?.issues).toMatchObject([{ message: 'expected at most 24d' }]);
  });

  it.each(['24d', '-24d', '576h', '0', '30s'])('%s is not', (text) => {
    expect(duration.parse(text)).toBe(text);
    expect(Math.abs(durationMs(text))).toBeLessThanOrEqual(LONGEST_TIMER_MS);
  });

  it('are all bounded, whichever setting it is', () => {
    const defaults: unknown = configSchema.parse({});
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], defaults);
    const durations = CONFIG_LEAVES.filter(({ path }) => isDuration(valueAt(path)));
    expect(durations.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'reliability.command_retry_initial_delay',
        'backup.schedule',
        'persistence.values_cache.flush_interval',
        'north.discovery.ssdp.interval',
      ]),
    );
    for (const { path } of durations) {
      const value = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), '25d');
      expect([path, configSchema.safeParse(value).success]).toEqual([path, false]);
    }
  });
});

function isDuration(value: unknown): boolean {
  return typeof value === 'string' && duration.safeParse(value).success;
}

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
