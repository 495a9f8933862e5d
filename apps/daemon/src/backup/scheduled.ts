import { type Finding, isBackupDue } from '@ccu-gateway/gateway-core/parts';
import { durationMs, type GatewayConfig } from '../config/index.js';
import { listBackups, pruneBackups } from './directory.js';
import { ownBackupDirectory } from './directory-of.js';
import { createLooks } from './looks.js';
import { type MakeBackup, makeBackup } from './make-backup.js';
import type { Turn } from './turn.js';

export interface ScheduledBackupsDeps extends Pick<MakeBackup, 'source' | 'host' | 'version' | 'now' | 'randomHex'> {
  /** Read at every check, so that a change counts at once. */
  readonly settings: () => { readonly own: Omit<GatewayConfig['backup']['own'], 'target'> };
  readonly turn: Turn;
  readonly log: {
    info(note: string, fields?: object): void;
    warn(note: string, fields?: object): void;
  };
  /** A backup failed, in one sentence for people, after one that did not. */
  readonly incident: (detail: string) => void;
}

/** Backups of the gateway that are made by themselves. */
export interface ScheduledBackups {
  /** Makes a backup when it is due, and deletes those above the number to keep. Never rejects. */
  look(): Promise<void>;
  /** Current problems; empty while all is well. */
  findings(): readonly (Finding & { readonly name: string })[];
  /** Aborts the running backup, and waits for its end. */
  stop(): Promise<void>;
}

/** One at a time; after a failure an hour is waited. */
export function createScheduledBackups(deps: ScheduledBackupsDeps): ScheduledBackups {
  const { settings, source, turn, log, now } = deps;
  const { signal, look, stop } = createLooks(work);
  let failure: { readonly at: number; readonly reason: string } | undefined;

  async function work(): Promise<void> {
    const { own } = settings();
    const pauseMs = durationMs(own.schedule);
    if (pauseMs <= 0) {
      failure = undefined;
      return;
    }
    const dir = ownBackupDirectory(own.dir, source.dataDir);
    let end = () => {};
    try {
      const newest = (await listBackups(dir)).find(({ problem }) => problem === undefined);
      const status =
        failure === undefined ? { state: 'idle' as const } : { state: 'failed' as const, finishedAt: failure.at };
      if (!isBackupDue({ newest, status, pauseMs, now: now() })) return;
      // The next check has time for it.
      if (turn.busy() !== null) return;
      end = turn.take('schedule');
      const { history, events, keep_last: keep } = own;
      const { id, bytes } = await makeBackup({ ...deps, dir, history, events, signal });
      failure = undefined;
      log.info('backup of the gateway made', { id, bytes });
      if (keep > 0)
        for (const gone of await pruneBackups(dir, keep)) log.info('backup of the gateway deleted', { id: gone });
    } catch (error) {
      failed(error);
    } finally {
      end();
    }
  }

  function failed(error: unknown): void {
    if (signal.aborted) return;
    const reason = error instanceof Error ? error.message : 'it could not be made';
    log.warn('backup of the gateway failed', { error });
    if (failure === undefined) deps.incident(reason);
    failure = { at: now(), reason };
  }

  return {
    look,
    findings() {
      if (failure === undefined) return [];
      const note = `the scheduled backup of the gateway failed: ${failure.reason}`;
      return [{ name: 'own_backup', status: 'degraded', reason: 'own_backup_failed', note }];
    },
    stop,
  };
}
