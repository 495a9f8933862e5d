import { expect, it } from 'vitest';
import { isBackupDue } from './due.js';

const HOUR = 3_600_000;
const NOW = 1_700_000_000_000;
const due = (change: Partial<Parameters<typeof isBackupDue>[0]>) =>
  isBackupDue({
    newest: { createdAt: NOW - 24 * HOUR },
    status: { state: 'idle' },
    pauseMs: 24 * HOUR,
    now: NOW,
    ...change,
  });

it('a backup is due when the newest one is older than the pause, or there is none', () => {
  expect(due({})).toBe(true);
  expect(due({ newest: undefined })).toBe(true);
  expect(due({ newest: { createdAt: NOW - 24 * HOUR + 1 } })).toBe(false);
});

it('a backup is not due while one is under way, within an hour of a failure, or without a schedule', () => {
  expect(due({ status: { state: 'running' } })).toBe(false);
  expect(due({ status: { state: 'failed', finishedAt: NOW - HOUR + 1 } })).toBe(false);
  expect(due({ status: { state: 'failed', finishedAt: NOW - HOUR } })).toBe(true);
  expect(due({ pauseMs: 0 })).toBe(false);
});
