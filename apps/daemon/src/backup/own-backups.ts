import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { OwnBackups } from '@ccu-gateway/gateway-core/use-cases';
import { archivePath, listBackups, removeBackup, verifyBackup } from './directory.js';
import { backupDocument, contentsDocument } from './documents.js';
import { askBackups } from './refusal.js';
import { createRestoring, type RestoreOutcome, type RestoringDeps } from './restoring.js';
import { type BackupRunnerDeps, createBackupRunner } from './running.js';
import { takeIn } from './take-in.js';
import type { BackupWork } from './turn.js';

export interface OwnBackupsDeps extends BackupRunnerDeps, RestoringDeps {
  /** The restore that this start follows. */
  readonly restored: RestoreOutcome | undefined;
}

export interface RunningBackups extends OwnBackups {
  /** Does the restore that was asked for, after the gateway has stopped. Never rejects. */
  carryOut(): Promise<RestoreOutcome | undefined>;
  /** Aborts the running backup, and waits for its end. */
  stop(): Promise<void>;
}

/** Backups of the gateway for programs that ask it while it runs. */
export function createOwnBackups(deps: OwnBackupsDeps): RunningBackups {
  const { dir, turn, now, randomHex } = deps;
  const runner = createBackupRunner(deps);
  const restoring = createRestoring(deps);

  async function inTurn<T>(work: BackupWork, run: (place: string) => Promise<T>): Promise<T> {
    const end = ending(turn.take(work));
    try {
      return await askBackups(dir(), () => run(dir()));
    } finally {
      end();
    }
  }

  /** Nothing may happen to a backup any more that is restored as soon as the gateway has stopped. */
  function ending(end: () => void): () => void {
    return () => {
      if (!restoring.waits()) end();
    };
  }

  return {
    list: () => askBackups(dir(), async () => (await listBackups(dir())).map(backupDocument)),
    status: () => ({ dir: dir(), busy: turn.busy(), last: runner.last(), restored: deps.restored ?? null }),
    start: async (backup) => runner.start(backup),
    async open(id) {
      const entry = (await askBackups(dir(), () => listBackups(dir()))).find((each) => each.id === id);
      if (entry === undefined) throw notThere(id);
      // The same stream under the types of Node and of the standard.
      const content = Readable.toWeb(createReadStream(entry.file)) as ReadableStream<Uint8Array>;
      return { filename: `${id}.tar.gz`, bytes: entry.bytes, content };
    },
    async store(content) {
      // Refused before the file is sent.
      turn.take('upload')();
      // A client may send for hours: only the work of the gateway itself takes a turn.
      const begin = async () => ending(await turn.wait('upload'));
      return await askBackups(dir(), async () => {
        const { manifest, ...file } = await takeIn({ dir: dir(), content, now, randomHex, begin });
        return contentsDocument(manifest, file);
      });
    },
    verify: (id) =>
      inTurn('verify', async (place) => {
        const { manifest, ...read } = await verifyBackup(fileOf(place, id), now(), { dir: place, id });
        return contentsDocument(manifest, read);
      }),
    remove: (id) => inTurn('delete', (place) => removeBackup(place, id)),
    restore: (id, how, subject) =>
      inTurn('restore', (place) => restoring.check(fileOf(place, id), place, { ...how, id, subject })),
    carryOut: restoring.carryOut,
    stop: runner.stop,
  };
}

function fileOf(dir: string, id: string): string {
  const file = archivePath(dir, id);
  if (!existsSync(file)) throw notThere(id);
  return file;
}

const notThere = (id: string) =>
  new GatewayError('not_found', `There is no backup ${id} of the gateway`, { reason: 'backup_not_found' });
