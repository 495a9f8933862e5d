import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { archivePath, listBackups } from '../directory.js';
import { createLooks } from '../looks.js';
import { hostPart } from '../make-backup.js';
import type { BackupTarget, TargetSettings } from './place.js';
import { openTarget, targetError } from './target.js';

export interface BackupCopiesDeps {
  /** Read at every check, so that a change counts at once. */
  readonly settings: () => TargetSettings;
  /** Where backups of this gateway lie. */
  readonly dir: () => string;
  readonly host: string;
  readonly now: () => number;
  readonly log: {
    info(note: string, fields?: object): void;
    warn(note: string, fields?: object): void;
  };
  /** A copy failed, in one sentence for people, after one that did not. */
  readonly incident: (detail: string) => void;
  /** Opens the target, for tests. */
  readonly open?: (settings: TargetSettings, signal: AbortSignal) => Promise<BackupTarget | undefined>;
}

/** Copies of backups off this machine. */
export interface BackupCopies {
  /** Copies the newest backup unless it is already there, and deletes those above the number to keep. Never rejects. */
  look(): Promise<void>;
  /** Current problems; empty while all is well. */
  findings(): readonly (Finding & { readonly name: string })[];
  /** Aborts the running upload, and waits for its end. */
  stop(): Promise<void>;
}

/** Pause after a refusal of the target. */
const AFTER_FAILURE_MS = 3_600_000;

/** Copies one backup at a time. The target is listed after a start, after a failure and when its settings changed. */
export function createBackupCopies(deps: BackupCopiesDeps): BackupCopies {
  const { log, now, open = openTarget } = deps;
  const { signal, look, stop } = createLooks(work);
  let failure: { readonly at: number; readonly reason: string; readonly of: string } | undefined;
  /** Name of the last copied backup, and its settings. */
  let there: string | undefined;

  async function work(): Promise<void> {
    const settings = deps.settings();
    const of = identityOf(settings);
    if (failure !== undefined && (settings.kind === 'none' || failure.of !== of)) failure = undefined;
    if (settings.kind === 'none') return;
    if (failure !== undefined && now() - failure.at < AFTER_FAILURE_MS) return;
    try {
      const newest = (await listBackups(deps.dir())).find(({ problem }) => problem === undefined);
      if (newest === undefined || there === `${of} ${newest.id}`) return;
      const target = await open(settings, signal);
      if (target === undefined) return;
      const name = `${newest.id}.tar.gz`;
      const listed = await target.list();
      if (!listed.some((entry) => entry.name === name && entry.bytes === newest.bytes)) {
        await target.put(name, archivePath(deps.dir(), newest.id), newest.bytes);
        log.info('backup of the gateway copied', { id: newest.id, bytes: newest.bytes });
      }
      await thin(target, [...new Set([...listed.map((entry) => entry.name), name])], settings.keep_last);
      there = `${of} ${newest.id}`;
      failure = undefined;
    } catch (error) {
      failed(error, settings, of);
    }
  }

  async function thin(target: BackupTarget, names: readonly string[], keep: number): Promise<void> {
    if (keep === 0) return;
    for (const name of beyond(names, deps.host, keep)) {
      await target.remove(name);
      log.info('copy of a backup of the gateway deleted', { name });
    }
  }

  function failed(error: unknown, { url }: TargetSettings, of: string): void {
    if (signal.aborted) return;
    const known = targetError(error, url);
    log.warn('backup of the gateway not copied', { reason: known.message });
    if (failure === undefined) deps.incident(known.message);
    failure = { at: now(), reason: known.message, of };
  }

  return {
    look,
    findings() {
      if (failure === undefined) return [];
      const note = `the newest backup of the gateway could not be copied: ${failure.reason}`;
      return [{ name: 'own_backup_copy', status: 'degraded', reason: 'own_backup_copy_failed', note }];
    },
    stop,
  };
}

function identityOf({ kind, url, region, username, password }: TargetSettings): string {
  return JSON.stringify([kind, url, region, username, password?.reveal() ?? '']);
}

/** Those of this machine that are older than the newest `keep`; several gateways may share one target. */
function beyond(names: readonly string[], host: string, keep: number): readonly string[] {
  const start = `ccu-gateway-${hostPart(host)}-`;
  const own = names.filter(
    (name) => name.startsWith(start) && /^\d{8}T\d{6}Z-[0-9a-f]{4}\.tar\.gz$/.test(name.slice(start.length)),
  );
  return own.toSorted().toReversed().slice(keep);
}
