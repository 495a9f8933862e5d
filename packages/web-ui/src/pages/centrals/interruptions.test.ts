import { expect, it } from 'vitest';
import { interruptionsOf } from './interruptions.js';

const NOW = Date.UTC(2026, 10, 22, 12);
const MINUTE = 60_000;
const since = NOW - 24 * 60 * MINUTE;
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();
const lost = (minutes: number, component = 'home/HmIP-RF') =>
  ({ when: ago(minutes), component, kind: 'connection_lost' }) as const;
const restored = (minutes: number, component = 'home/HmIP-RF') =>
  ({ when: ago(minutes), component, kind: 'connection_restored' }) as const;
const other = { when: ago(5), component: 'home/HmIP-RF' };

const of = (incidents: Parameters<typeof interruptionsOf>[0], connected = true) =>
  interruptionsOf(incidents, [{ central_id: 'home', interface: 'HmIP-RF', connected }], { since, now: NOW }).get(
    'home/HmIP-RF',
  );

it('adds up the time between a lost connection and the next one, of that interface alone', () => {
  expect(of([])).toEqual({ count: 0, totalMs: 0, isLonger: false });
  expect(of([other, restored(10), lost(12), lost(15, 'home/BidCos-RF'), restored(30), lost(60)])).toEqual({
    count: 2,
    totalMs: 32 * MINUTE,
    isLonger: false,
  });
});

it('counts one that lasts until now, and one that had begun before', () => {
  expect(of([lost(7)], false)).toEqual({ count: 1, totalMs: 7 * MINUTE, isLonger: false });
  expect(of([restored(23 * 60)])).toEqual({ count: 1, totalMs: 60 * MINUTE, isLonger: false });
});

it('reports a longer time where the gateway was not there at its end', () => {
  expect(of([lost(7)])).toEqual({ count: 1, totalMs: 0, isLonger: true });
  expect(of([restored(10), lost(12), lost(90)])).toEqual({ count: 2, totalMs: 2 * MINUTE, isLonger: true });
});
