import { join } from 'node:path';
import type { OwnBackupStatus, OwnRestore, OwnRestoreChecked } from '@ccu-gateway/contract/types';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { prepareBackupDirectory, UNFINISHED } from './directory.js';
import { contentsDocument } from './documents.js';
import { type RestoreReport, rehearseRestore, restoreBackup } from './restore-backup.js';
import { checkPassphrase } from './running.js';
import type { BackupSource } from './source.js';

/** Outcome of a restore, for the gateway that starts after it. */
export type RestoreOutcome = NonNullable<OwnBackupStatus['restored']>;

export interface RestoringDeps {
  readonly source: BackupSource;
  readonly now: () => number;
  readonly randomHex: (digits: number) => string;
  /** Has the gateway stop and start again; absent where it cannot. @throws GatewayError why it would not start */
  readonly restart: (() => void) | undefined;
}

/** A restore that is checked while the gateway runs, and done between its stop and its next start. */
export interface Restoring {
  /** @throws BackupError, StorageError, GatewayError */
  check(
    file: string,
    dir: string,
    how: OwnRestore & { readonly id: string; readonly subject: string },
  ): Promise<OwnRestoreChecked>;
  /** True while a restore waits for the stop. */
  waits(): boolean;
  /** Carries it out. Never rejects: after a failure the data is unchanged. */
  carryOut(): Promise<RestoreOutcome | undefined>;
}

export function createRestoring({ source, now, randomHex, restart }: RestoringDeps): Restoring {
  let asked: { readonly id: string; readonly carryOut: () => Promise<RestoreReport> } | undefined;
  return {
    async check(file, dir, { id, subject, passphrase, check_only: checkOnly = false }) {
      if (!checkOnly && restart === undefined) throw unsupported();
      checkPassphrase(passphrase);
      await prepareBackupDirectory(dir, now());
      const options = { source, archive: file, passphrase, now, subject };
      const folder = join(dir, `${UNFINISHED}check-${randomHex(8)}`);
      const { manifest, file: read, keyRestored } = await rehearseRestore(options, folder);
      const checked = { key_restored: keyRestored, contents: contentsDocument(manifest, read) };
      if (checkOnly) return { status: 'checked', ...checked };
      restart?.();
      // The passphrase stays in memory: the restore is done in this process.
      asked = { id, carryOut: () => restoreBackup(options) };
      return { status: 'restore_signalled', ...checked };
    },
    waits: () => asked !== undefined,
    async carryOut() {
      if (asked === undefined) return undefined;
      const { id, carryOut } = asked;
      try {
        return doneOf(id, now(), await carryOut());
      } catch (error) {
        const why = error instanceof Error ? error.message : 'it could not be done';
        return { id, state: 'failed', finished_at: new Date(now()).toISOString(), error: why };
      }
    },
  };
}

function doneOf(id: string, at: number, report: RestoreReport): RestoreOutcome {
  return {
    id,
    state: 'done',
    finished_at: new Date(at).toISOString(),
    sessions_ended: report.sessionsEnded,
    tokens_revoked: report.tokensRevoked,
    revocations_known: report.previous !== 'unreadable',
    key_restored: report.keyRestored,
    pins_lost: report.pinsLost,
    replaced: report.aside ?? null,
    config: report.config ?? null,
  };
}

const unsupported = () =>
  new GatewayError(
    'not_implemented',
    'This gateway cannot start itself again: stop it, and use ccu-gateway backup restore',
    { reason: 'restore_unsupported' },
  );
