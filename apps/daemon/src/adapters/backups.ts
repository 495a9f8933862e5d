import { join, resolve } from 'node:path';
import { isCcuError } from '@ccu-gateway/ccu-client';
import type { HomeEvent } from '@ccu-gateway/device-model';
import { type BackupFile, type BackupStatus, type Backups, GatewayError } from '@ccu-gateway/gateway-core';
import { refusal } from '../centrals/refusal.js';
import type { GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { Time } from '../time.js';
import { type BackupFiles, createBackupFiles, TooLarge } from './backup-files.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { DamagedArchive } from './sbk.js';

/** A backup that is being made, or was. */
interface Making extends BackupStatus {
  readonly state: Exclude<BackupStatus['state'], 'idle'>;
  readonly id: string;
  readonly central: string;
}

export interface BackupDeps {
  readonly centrals: ConnectedCcus;
  /** Read at every use, so that changes count at once. */
  readonly config: () => GatewayConfig['backup'];
  readonly dataDir: string;
  readonly publish: (event: HomeEvent) => void;
  readonly time: Time;
  /** That many random hex digits. */
  readonly randomHex: (digits: number) => string;
  readonly log: Log;
}

/** A real CCU's archive is some ten megabytes; a thousand times that fills disks. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
const PROGRESS_STEP = 1024 * 1024;

export function createBackups(deps: BackupDeps): Backups & { readonly settled: () => Promise<void> } {
  const { time, publish, log } = deps;
  const states = new Map<string, BackupStatus>();
  const running = new Set<Promise<void>>();
  const files = (): BackupFiles => {
    const { dir } = deps.config();
    return createBackupFiles(dir === '' ? join(deps.dataDir, 'backups') : resolve(deps.dataDir, dir));
  };

  /** Two in one second stay two: the random part tells them apart. */
  function newBackup(central: string): Pick<BackupFile, 'id' | 'central' | 'createdAt' | 'filename'> {
    const createdAt = time.now();
    const stamp = new Date(createdAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const id = `${central.replaceAll(/[^A-Za-z0-9_-]/g, '_')}-${stamp}-${deps.randomHex(4)}`;
    return { id, central, createdAt, filename: `${id}.sbk` };
  }

  function say(status: Making): void {
    const { central, id, state, bytes, error } = status;
    states.set(central, status);
    publish({
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
    });
  }

  async function create(central: string, backup: ReturnType<typeof newBackup>, status: Making): Promise<void> {
    try {
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
    } catch (error) {
      const why = isCcuError(error) || error instanceof DamagedArchive ? error.message : 'it could not be written';
      log.warn('backup failed', { central, id: backup.id, error });
      say({ ...status, state: 'failed', error: why, finishedAt: time.now() });
    }
  }

  async function prune(central: string): Promise<void> {
    const { keep_last: keep } = deps.config();
    if (keep === 0) return;
    const kept = (await files().list()).filter((entry) => entry.central === central);
    for (const { id } of kept.slice(keep)) await files().remove(id);
  }

  async function known(id: string): Promise<BackupFile> {
    const entry = (await ask(() => files().list())).find((each) => each.id === id);
    if (entry === undefined) throw new GatewayError('not_found', `Backup ${id} not found`, { reason: 'not_found' });
    return entry;
  }

  return {
    list: () => ask(() => files().list()),
    async storage() {
      const store = files();
      try {
        const entries = await store.list();
        const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
        return { available: true, count: entries.length, bytes, dir: store.dir };
      } catch {
        return { available: false, count: 0, bytes: 0, dir: store.dir };
      }
    },
    async start(central) {
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
    async open(id) {
      const { filename, bytes } = await known(id);
      return { filename, bytes, content: files().read(id) };
    },
    async store({ central, filename, content }) {
      const backup = { ...newBackup(central), filename: filename === '' ? 'upload.sbk' : filename };
      return ask(() => files().write(backup, content, { maxBytes: MAX_BYTES }));
    },
    async verify(id) {
      const entry = await known(id);
      const report = await ask(() => files().inspect(id));
      if (entry.sha256 !== undefined && report.sha256 !== entry.sha256) {
        throw damaged('The archive is not the one that was stored');
      }
      return { ...entry, ...report };
    },
    // What is not listed is no backup of ours, or not one yet.
    remove: (id) =>
      ask(async () => {
        const listed = (await files().list()).some((entry) => entry.id === id);
        return listed && (await files().remove(id));
      }),
    async restore() {
      throw new GatewayError(
        'not_implemented',
        'CCUs take a backup back only through their own web interface: download this one and upload it there',
        { reason: 'restore_unsupported' },
      );
    },
    settled: async () => void (await Promise.all(running)),
  };
}

/** Runs work on the files for the server: failures become the server's, and paths stay here. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (error instanceof DamagedArchive) throw damaged(error.message);
    if (error instanceof TooLarge)
      throw new GatewayError('payload_too_large', error.message, { reason: 'body_too_large' });
    if (isCcuError(error)) throw refusal(error);
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new GatewayError('service_unready', `The backups cannot be reached (${code})`, {
      reason: 'backup_storage',
      cause: error,
    });
  }
}

function damaged(message: string): GatewayError {
  return new GatewayError('unprocessable', message, { reason: 'backup_damaged' });
}
