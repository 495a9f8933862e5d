import type { BackupFile, BackupStatus } from '../ports/backups.js';

/** A CCU that refused is left alone for a while. */
const AFTER_FAILURE_MS = 3_600_000;

/**
 * True when a CCU is to be backed up now: its newest backup is older than `pauseMs`, none is under way, and none has
 * failed within the last hour. A pause of 0 or less means never.
 *
 * @example
 * isBackupDue({ newest: undefined, status: { state: 'idle' }, pauseMs: 86_400_000, now: Date.now() }); // true
 */
export function isBackupDue(facts: {
  readonly newest: Pick<BackupFile, 'createdAt'> | undefined;
  readonly status: Pick<BackupStatus, 'state' | 'finishedAt'>;
  readonly pauseMs: number;
  readonly now: number;
}): boolean {
  const { newest, status, pauseMs, now } = facts;
  if (pauseMs <= 0 || status.state === 'running') return false;
  if (status.state === 'failed' && now - (status.finishedAt ?? 0) < AFTER_FAILURE_MS) return false;
  return now - (newest?.createdAt ?? 0) >= pauseMs;
}
