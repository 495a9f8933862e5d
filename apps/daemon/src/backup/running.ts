import type { EventCatalogue, NewOwnBackup, OwnBackupStatus } from '@ccu-gateway/contract/types';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { invalid } from '@ccu-gateway/gateway-core/use-cases';
import type { GatewayConfig } from '../config/index.js';
import { BackupError } from './errors.js';
import { passphraseFault } from './key-part.js';
import { type MakeBackup, makeBackup, newBackupId } from './make-backup.js';
import { masterKeyOf } from './master-key.js';
import type { Turn } from './turn.js';

type Progress = EventCatalogue['own_backup.progress'];
type Making = NonNullable<OwnBackupStatus['last']>;

export interface BackupRunnerDeps extends Pick<MakeBackup, 'source' | 'host' | 'version' | 'now' | 'randomHex'> {
  readonly settings: () => Pick<GatewayConfig['backup'], 'own'>;
  /** Where they are kept now. */
  readonly dir: () => string;
  readonly turn: Turn;
  readonly publish: (progress: Progress) => void;
  readonly log: {
    info(note: string, fields?: object): void;
    warn(note: string, fields?: object): void;
  };
}

/** Makes backups of the gateway in the background, and reports their progress. */
export interface BackupRunner {
  /** Begins one. @throws GatewayError */
  start(backup: NewOwnBackup): { readonly id: string };
  last(): Making | null;
  /** Aborts the running backup, and waits for its end. */
  stop(): Promise<void>;
}

const STEP_BYTES = 1024 * 1024;
const STEPS = 50;

export function createBackupRunner(deps: BackupRunnerDeps): BackupRunner {
  const { turn, now, log } = deps;
  const stopped = new AbortController();
  let last: Making | null = null;
  let making: Promise<void> | undefined;

  function say(next: Making, reason?: string): void {
    last = next;
    const { id, state, done_bytes, total_bytes } = next;
    const total = total_bytes === undefined ? {} : { total_bytes };
    deps.publish({ id, state, done_bytes, ...total, ...(reason === undefined ? {} : { reason }) });
  }

  async function make(begun: Making, { passphrase, history, events }: NewOwnBackup): Promise<void> {
    const { own } = deps.settings();
    const { id } = begun;
    let said = begun;
    const what = { dir: deps.dir(), history: history ?? own.history, events: events ?? own.events, passphrase };
    function progress(done: number, total: number): void {
      if (done - said.done_bytes < Math.max(STEP_BYTES, total / STEPS) && done < total) return;
      said = { ...said, done_bytes: done, total_bytes: total };
      say(said);
    }
    try {
      const { bytes } = await makeBackup({ ...deps, ...what, signal: stopped.signal, progress }, id);
      log.info('backup of the gateway made', { id, bytes });
      say({ ...said, state: 'done', finished_at: timestamp(now()) });
    } catch (error) {
      if (!stopped.signal.aborted) log.warn('backup of the gateway failed', { id, error });
      const why = error instanceof Error ? error.message : 'it could not be made';
      const failed: Making = { ...said, state: 'failed', finished_at: timestamp(now()), error: why };
      say(failed, error instanceof BackupError ? error.code : 'failed');
    }
  }

  return {
    start(backup) {
      checkPassphrase(backup.passphrase);
      if (backup.passphrase !== undefined && masterKeyOf(deps.source) === undefined) throw noKey();
      const end = turn.take('create');
      const id = newBackupId(deps.host, now(), deps.randomHex);
      const begun: Making = { id, state: 'running', started_at: timestamp(now()), done_bytes: 0 };
      say(begun);
      making = make(begun, backup).finally(end);
      return { id };
    },
    last: () => last,
    async stop() {
      stopped.abort();
      await making;
    },
  };
}

const timestamp = (ms: number) => new Date(ms).toISOString();

/** @throws GatewayError `validation` */
export function checkPassphrase(passphrase: string | undefined): void {
  const fault = passphrase === undefined ? undefined : passphraseFault(passphrase);
  if (fault !== undefined) throw invalid([{ field: 'passphrase', reason: fault }]);
}

const noKey = () =>
  new GatewayError('unprocessable', 'This gateway has no key yet: make the backup without a passphrase', {
    reason: 'backup_key_missing',
  });
