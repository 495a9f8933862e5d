import { expect, it } from 'vitest';
import { worstFirst } from './status.js';

it('puts failed parts before healthy ones', () => {
  const part = (name: string, status: 'healthy' | 'degraded' | 'unhealthy' | 'unknown') => ({
    name,
    status,
    recorded_at: '2026-01-01T00:00:00Z',
  });
  const parts = [
    part('storage', 'healthy'),
    part('clock', 'degraded'),
    part('ccu.b', 'unhealthy'),
    part('ccu.a', 'unhealthy'),
    part('x', 'unknown'),
  ];
  expect(worstFirst(parts).map(({ name }) => name)).toEqual(['ccu.a', 'ccu.b', 'clock', 'x', 'storage']);
});
