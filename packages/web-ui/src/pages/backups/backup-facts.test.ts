import { describe, expect, it } from 'vitest';
import { inspect, sizeOf } from './backup-facts.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const backup = {
  id: 'a',
  central: 'home',
  bytes: 10,
  created_at: '2026-11-21T12:00:00Z',
  product: 'raspmatic_rpi4',
  firmware_version: '3.83.6',
};
const ccu = {
  name: 'home',
  host: 'ccu',
  available: true,
  model: 'raspmatic_rpi4',
  version: '3.83.6',
  is_ha_app: false,
  configured_interfaces: [],
  readiness: { phase: 'ready' as const, ready: true, interfaces_loaded: 1, interfaces_total: 1 },
};
const keys = (...from: Parameters<typeof inspect>) => inspect(...from).map(({ key }) => key);

describe('the inspection of a backup', () => {
  it('compares product and firmware with the current CCU', () => {
    expect(keys(backup, ccu, NOW)).toEqual(['sameProduct', 'sameFirmware']);
    expect(keys(backup, { ...ccu, model: 'CCU3', version: '3.85' }, NOW)).toEqual(['otherProduct', 'otherFirmware']);
  });

  it('reports unknown facts instead of guessing', () => {
    const { product: _product, ...unnamed } = backup;
    expect(keys(unnamed, ccu, NOW)).toContain('unknownProduct');
    expect(keys(backup, undefined, NOW)).toEqual(['ccuAway', 'unknownProduct']);
  });

  it('warns of an old one', () => {
    expect(keys({ ...backup, created_at: '2026-01-01T00:00:00Z' }, ccu, NOW)).toContain('old');
  });
});

it.each([
  [0, { amount: 0, unit: 'B' }],
  [999, { amount: 999, unit: 'B' }],
  [1_500_000, { amount: 1.5, unit: 'MB' }],
  [5_000_000_000_000, { amount: 5000, unit: 'GB' }],
])('%i bytes', (bytes, expected) => {
  expect(sizeOf(bytes)).toEqual(expected);
});
