import { describe, expect, it } from 'vitest';
import { expiryOf, isUnused, lastUseOf } from './token-facts.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

describe('the facts of a token', () => {
  it.each([
    [null, { key: 'never', days: 0, tone: 'neutral' }],
    [inDays(-1), { key: 'expired', days: 0, tone: 'bad' }],
    [inDays(0.2), { key: 'daysLeft', days: 1, tone: 'warn' }],
    [inDays(90.0001), { key: 'daysLeft', days: 90, tone: 'neutral' }],
    [inDays(14), { key: 'daysLeft', days: 14, tone: 'warn' }],
    [inDays(15), { key: 'daysLeft', days: 15, tone: 'neutral' }],
  ] as const)('that ends at %s', (expires_at, expected) => {
    expect(expiryOf({ expires_at }, NOW)).toEqual(expected);
  });

  it('count as unused after 90 days without a request, from its creation where there was none', () => {
    expect(isUnused({ created_at: inDays(-91) }, NOW)).toBe(true);
    expect(isUnused({ created_at: inDays(-91), last_seen_at: inDays(-2) }, NOW)).toBe(false);
    expect(isUnused({ created_at: inDays(-5) }, NOW)).toBe(false);
  });

  it('name the address and the client of the last use, as far as the gateway has them', () => {
    expect(lastUseOf({ last_address: '192.0.2.7', last_client: 'grafana' })).toBe('192.0.2.7 · grafana');
    expect(lastUseOf({ last_address: '192.0.2.7' })).toBe('192.0.2.7');
    expect(lastUseOf({})).toBe('');
  });
});
