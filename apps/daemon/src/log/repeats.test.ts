import { describe, expect, it } from 'vitest';
import { createLogLevels } from './levels.js';
import { createLog } from './log.js';
import { createLogRecords } from './records.js';
import { createRepeatLimit } from './repeats.js';

describe('lines about storage in trouble', () => {
  const full = (message = 'no room') => ({ error: Object.assign(new Error(message), { code: 'storage_full' }) });

  it('are written once a minute for each cause, for any failed operation', () => {
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

  it('say it once where access control, which names no reason, meets the same trouble', () => {
    let now = 1_000_000;
    const levelOf = createRepeatLimit(() => now);
    const refused = { operation: 'users.find', cause: 'storage_full' };
    expect([levelOf('error', refused), levelOf('error', refused)]).toEqual(['error', 'debug']);
    now += 60_000;
    expect([levelOf('error', full()), levelOf('error', refused)]).toEqual(['error', 'debug']);
    expect(levelOf('error', { operation: 'users.find', cause: 'TypeError' })).toBe('error');
  });

  it('are one line a minute in the log while the disk is full, with the cause in it', () => {
    const lines: string[] = [];
    let at = 1_000_000;
    const now = () => at;
    const log = createLog({
      levels: createLogLevels('info', {}, now),
      records: createLogRecords(10),
      format: 'json',
      out: { write: (line) => void lines.push(line) },
      now,
    });
    for (let second = 0; second < 120; second += 1, at += 1000) {
      log.child('events').error('events.failed', full('no room left (SQLITE_FULL)'));
      log.child('storage').warn('storage.audit.unwritten', { code: 'storage_full', waiting: second });
      log.child('auth').error('auth.store.failed', { operation: 'sessions.create', cause: 'storage_full' });
    }
    expect(lines.map((line) => JSON.parse(line).error.message)).toEqual(Array(2).fill('no room left (SQLITE_FULL)'));
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
