import { describe, expect, it } from 'vitest';
import { createRepeatLimit } from './repeats.js';

describe('lines about storage in trouble', () => {
  const full = (message = 'no room') => ({ error: Object.assign(new Error(message), { code: 'storage_full' }) });

  it('are written once a minute for each cause, whatever failed of it', () => {
    let now = 1_000_000;
    const levelOf = createRepeatLimit(() => now);
    expect([levelOf('error', full()), levelOf('warn', full())]).toEqual(['error', 'debug']);
    expect(levelOf('error', { code: 'storage_full', reason: 'no room', waiting: 3 })).toBe('debug');
    expect(levelOf('error', full('another cause'))).toBe('error');
    now += 59_999;
    expect(levelOf('error', full())).toBe('debug');
    now += 1;
    expect(levelOf('error', full())).toBe('error');
  });

  it('are not silenced by a clock that is set back', () => {
    let now = 1_000_000_000;
    const levelOf = createRepeatLimit(() => now);
    levelOf('error', full());
    now = 0;
    expect(levelOf('error', full())).toBe('error');
  });

  it('are the only ones that are limited', () => {
    const levelOf = createRepeatLimit(() => 0);
    const other = { error: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) };
    expect([1, 2].map(() => levelOf('error', other))).toEqual(['error', 'error']);
    expect([1, 2].map(() => levelOf('info', { code: 'storage_full' }))).toEqual(['info', 'info']);
  });
});
