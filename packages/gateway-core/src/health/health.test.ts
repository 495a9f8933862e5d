import { describe, expect, it } from 'vitest';
import { createHealth } from './health.js';

describe('health', () => {
  it('is as bad as its worst part', () => {
    const health = createHealth(() => 1000);
    health.check('storage', () => ({ status: 'healthy' }));
    health.check('ccu', () => [
      { name: 'home-HmIP-RF', status: 'healthy' },
      { name: 'home-BidCos-RF', status: 'degraded', note: 'booting' },
    ]);
    expect(health.health()).toEqual({
      status: 'degraded',
      components: [
        { name: 'storage', status: 'healthy', recordedAt: 1000 },
        { name: 'ccu.home-HmIP-RF', status: 'healthy', recordedAt: 1000 },
        { name: 'ccu.home-BidCos-RF', status: 'degraded', note: 'booting', recordedAt: 1000 },
      ],
    });
  });

  it('reports the time since which a part has its state', () => {
    let now = 1000;
    let status: 'healthy' | 'degraded' = 'healthy';
    const health = createHealth(() => now);
    health.check('storage', () => ({ status }));
    const recordedAt = () => health.health().components[0]?.recordedAt;
    expect(recordedAt()).toBe(1000);
    now = 2000;
    expect(recordedAt()).toBe(1000);
    status = 'degraded';
    expect(recordedAt()).toBe(2000);
  });

  it('forgets a part that was taken out', () => {
    const health = createHealth(() => 1000);
    const stop = health.check('ccu', () => ({ status: 'degraded' }));
    stop();
    expect(health.health()).toEqual({ status: 'healthy', components: [] });
  });
});
