import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { SessionHealth } from './session-health.js';

const fault = new CcuError('fault', 'refused');

describe('the health of a session', () => {
  it('blames the session for the third failure in a row, once', () => {
    const health = new SessionHealth();
    expect([1, 2, 3, 4].map(() => health.failed(fault, true))).toEqual([false, false, true, false]);
    expect(health.isFailing()).toBe(true);
  });

  it('is reset by a call that succeeds', () => {
    const health = new SessionHealth();
    health.failed(fault, true);
    health.failed(fault, true);
    health.succeeded();
    expect(health.failed(fault, true)).toBe(false);
    expect(health.isFailing()).toBe(false);
  });

  it('blames no session that does not exist, nor one for a CCU that is away', () => {
    const health = new SessionHealth();
    const away = new CcuError('unreachable', 'gone');
    expect([1, 2, 3, 4].map(() => health.failed(away, true))).toEqual([false, false, false, false]);
    expect([1, 2, 3].map(() => health.failed(fault, false))).toEqual([false, false, false]);
  });
});
