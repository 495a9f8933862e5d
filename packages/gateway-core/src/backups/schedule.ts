import type { Backups } from '../ports/backups.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { every } from '../use-case/every.js';
import { isBackupDue } from './due.js';

export interface BackupScheduleDeps {
  readonly backups: Pick<Backups, 'list' | 'start' | 'status'>;
  /** Greatest age of the newest backup, in milliseconds; 0 or less: none is made. Read each time. */
  readonly pauseMs: () => number;
  readonly centrals: { all(): readonly { readonly name: string }[] };
  readonly time: Time;
  readonly log: Logger;
}

const LOOK_MS = 60_000;

/**
 * Makes a backup of every CCU with a newest one older than the schedule allows. The returned function stops it.
 *
 * @example
 * const stop = scheduleBackups({ backups, pauseMs: () => 86_400_000, centrals, time, log });
 */
export function scheduleBackups(deps: BackupScheduleDeps): () => void {
  const { backups, time, log } = deps;

  async function look(): Promise<void> {
    const pauseMs = deps.pauseMs();
    if (pauseMs <= 0) return;
    const kept = await backups.list();
    for (const { name } of deps.centrals.all()) {
      const newest = kept.find(({ central }) => central === name);
      const isDue = isBackupDue({ newest, status: await backups.status(name), pauseMs, now: time.now() });
      if (isDue) await backups.start(name);
    }
  }

  return every(time, LOOK_MS, look, (error) => log.warn('a scheduled backup could not be begun', { error }));
}
