import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import type { ModelEvent } from '@ccu-gateway/device-model';
import { type ConnectedCcus, connectedCcu } from '../ccu/connected.js';
import type { BackupFiles } from '../ports/backup-files.js';
import type { BackupFile, BackupStatus } from '../ports/backups.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { GatewayError } from '../use-case/errors.js';
import { DamagedArchive } from './archive-check.js';

/** A backup that is being made, or was. */
interface Making extends BackupStatus {
  readonly state: Exclude<BackupStatus['state'], 'idle'>;
  readonly id: string;
  readonly central: string;
}

export interface BackupMakerDeps {
  readonly centrals: ConnectedCcus;
  /** Called at every use, so that another storage counts at once. */
  readonly files: () => BackupFiles;
  /** Number of backups kept of a CCU; 0 keeps all. */
  readonly keepLast: () => number;
  readonly publish: (event: ModelEvent) => void;
  readonly time: Pick<Time, 'now'>;
  /** That many random hex digits. */
  readonly randomHex: (digits: number) => string;
  readonly log: Logger;
}

/** Makes backups of CCUs, one of each at a time, and reports their progress. */
export interface BackupMaker {
  /** Begins one. @throws GatewayError `conflict` while one of this CCU is being made */
  start(central: string): { readonly id: string };
  status(central: string): BackupStatus;
  /** Names a backup of this CCU that is stored now. */
  newBackup(central: string): NewBackup;
  /** Removes unfinished archives left by a crash. */
  sweep(): Promise<void>;
  /** Resolves when none is being made any more. */
  settled(): Promise<void>;
}

export type NewBackup = Pick<BackupFile, 'id' | 'central' | 'createdAt' | 'filename'>;

/** A real CCU's archive is some ten megabytes; a thousand times that fills disks. */
export const MAX_BYTES = 2 * 1024 * 1024 * 1024;
const PROGRESS_STEP = 1024 * 1024;
/** No process writes to a file that received no byte for this time. */
const ABANDONED_MS = 3_600_000;

export function createBackupMaker(deps: BackupMakerDeps): BackupMaker {
  const { time, publish, log, files } = deps;
  const { sweep, prune } = createCleaning(deps);
  const states = new Map<string, BackupStatus>();
  const running = new Set<Promise<void>>();

  /** Two in one second stay two: the random part distinguishes them. */
  function newBackup(central: string): NewBackup {
    const createdAt = time.now();
    const stamp = new Date(createdAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const id = `${central.replaceAll(/[^A-Za-z0-9_-]/g, '_')}-${stamp}-${deps.randomHex(4)}`;
    return { id, central, createdAt, filename: `${id}.sbk` };
  }

  function say(status: Making): void {
    states.set(status.central, status);
    publish(progressOf(status));
  }

  async function create(central: string, backup: NewBackup, status: Making): Promise<void> {
    const { id } = backup;
    try {
      await sweep();
      const { content } = await connectedCcu(deps.centrals, central).hub.createBackup();
      let said = 0;
      const stored = await files().write(backup, content, {
        maxBytes: MAX_BYTES,
        progress: (bytes) => {
          if (bytes - said < PROGRESS_STEP) return;
          said = bytes;
          say({ ...status, bytes });
        },
      });
      await prune(central);
      say({ ...status, state: 'done', bytes: stored.bytes, finishedAt: time.now() });
      log.info('backup made', { central, id: backup.id, bytes: stored.bytes });
      const { cutOffBytes } = stored;
      if (cutOffBytes !== undefined) log.info('bytes behind the end of a backup cut off', { central, id, cutOffBytes });
    } catch (error) {
      const why = isCcuError(error) || error instanceof DamagedArchive ? error.message : 'it could not be written';
      log.warn('backup failed', { central, id: backup.id, error });
      say({ ...status, state: 'failed', error: why, finishedAt: time.now() });
    }
  }

  return {
    start(central) {
      connectedCcu(deps.centrals, central);
      if (states.get(central)?.state === 'running') {
        throw new GatewayError('conflict', `A backup of ${central} is being made already`, {
          reason: 'backup_running',
        });
      }
      const backup = newBackup(central);
      const status: Making = { state: 'running', id: backup.id, central, startedAt: time.now() };
      say(status);
      const work = create(central, backup, status).finally(() => running.delete(work));
      running.add(work);
      return { id: backup.id };
    },
    status: (central) => states.get(central) ?? { state: 'idle', central },
    newBackup,
    sweep,
    settled: async () => void (await Promise.all(running)),
  };
}

/** Removes archives that are worth nothing any more. */
function createCleaning({ time, log, files, keepLast }: Pick<BackupMakerDeps, 'time' | 'log' | 'files' | 'keepLast'>) {
  return {
    /** A crash leaves an unfinished archive behind, which may be as large as any other. */
    async sweep(): Promise<void> {
      await files()
        .sweep(time.now() - ABANDONED_MS)
        .catch((error: unknown) => log.warn('unfinished backups could not be removed', { error }));
    },
    /** Leaves the newest archives of a CCU. */
    async prune(central: string): Promise<void> {
      const keep = keepLast();
      if (keep === 0) return;
      const kept = (await files().list()).filter((entry) => entry.central === central);
      for (const { id } of kept.slice(keep)) await files().remove(id);
    },
  };
}

function progressOf({ central, id, state, bytes, error }: Making): ModelEvent {
  return {
    topic: `hub.${central}.backup`,
    type: 'backup.progress',
    kind: 'change',
    key: `${central}/backup`,
    payload: {
      central,
      id,
      state,
      ...(bytes === undefined ? {} : { bytes }),
      ...(error === undefined ? {} : { error }),
    },
  };
}
