import type { Backups } from '@ccu-gateway/gateway-core';
import { every, isBackupDue } from '@ccu-gateway/gateway-core/parts';
import { durationMs, type GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { Time } from '../time/time.js';

export interface BackupScheduleDeps {
  readonly backups: Pick<Backups, 'list' | 'start' | 'status'>;
  readonly config: () => GatewayConfig['backup'];
  readonly centrals: { all(): readonly { readonly name: string }[] };
  readonly time: Time;
  readonly log: Log;
}

const LOOK_MS = 60_000;

/** Makes a backup of every CCU whose newest one is older than the schedule allows. The answer stops it. */
export function scheduleBackups(deps: BackupScheduleDeps): () => void {
  const { backups, time, log } = deps;

  async function look(): Promise<void> {
    const pauseMs = durationMs(deps.config().schedule);
    if (pauseMs <= 0) return;
    const kept = await backups.list();
    for (const { name } of deps.centrals.all()) {
      const newest = kept.find(({ central }) => central === name);
      const isDue = isBackupDue({ newest, status: backups.status(name), pauseMs, now: time.now() });
      if (isDue) await backups.start(name);
    }
  }

  return every(time, LOOK_MS, look, (error) => log.warn('a scheduled backup could not be begun', { error }));
}
