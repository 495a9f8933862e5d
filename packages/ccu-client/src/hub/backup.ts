import type { IncomingMessage } from 'node:http';
import type { JsonSession } from '../json/session.js';
import { CcuError, type CcuErrorCode, isCcuError } from '../model/errors.js';
import type { Backup } from '../model/hub-model.js';
import type { Now } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import { backupFile } from '../rega/scripts/jobs.js';
import { mapStatus, mapTransportError } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { awaitJob, type JobDeps, newRun } from './jobs.js';

const TAR_BLOCK = 512;
const CHECKSUM = { from: 148, to: 156 } as const;
const BLANK = 32;

interface BackupDeps extends JobDeps {
  readonly session: JsonSession;
  readonly http: HttpClient;
  /** For work that must be done although the caller gave up. */
  readonly always: ReGaRunner;
  readonly now: Now;
  readonly timeoutMs: number;
}

/** Has the CCU write a backup and streams it: in the background where the product can do that, else in one request. */
export async function openBackup(deps: BackupDeps, signal?: AbortSignal): Promise<Backup> {
  return (await openBackgroundBackup(deps, signal)) ?? (await openAtOnce(deps, signal));
}

/** One request that has the CCU write the backup while it waits. */
async function openAtOnce(deps: BackupDeps, signal?: AbortSignal): Promise<Backup> {
  const id = await deps.session.id(signal);
  return await download(deps, `/config/cp_security.cgi?sid=@${encodeURIComponent(id)}@&action=create_backup`, signal);
}

/** Failures that say "this CCU does not do that", rather than that something went wrong. */
const CANNOT: ReadonlySet<CcuErrorCode> = new Set(['unsupported', 'level_too_low', 'forbidden_by_firewall']);

/** Undefined where this CCU writes no backups in the background, or does not serve their files. */
async function openBackgroundBackup(deps: BackupDeps, signal?: AbortSignal): Promise<Backup | undefined> {
  const { rega } = deps;
  const run = newRun(deps.now());
  try {
    await rega.run('backup_start', { run }, signal);
  } catch (error) {
    if (isCcuError(error) && CANNOT.has(error.code)) return undefined;
    throw error;
  }
  const remove = () => deps.always.run('backup_remove', { run }).catch(() => undefined);
  try {
    const job = { job: 'backup', run, limitMs: deps.timeoutMs, restarts: false } as const;
    const end = await awaitJob(deps, job, signal);
    if (end.kind === 'gone') throw new CcuError('fault', 'the CCU was restarted while it wrote its backup');
    if (end.code !== 0) throw new CcuError('fault', 'the CCU could not write its backup');
    const id = await deps.session.id(signal);
    const file = encodeURIComponent(backupFile(run));
    const path = `/api/backup/binfile.cgi?sid=${encodeURIComponent(id)}&file=${file}`;
    const { filename, content } = await download(deps, path, signal);
    return { filename, content: followedBy(content, remove) };
  } catch (error) {
    await remove();
    // Written, but not handed out: the usual way may do.
    if (isCcuError(error) && error.code === 'protocol') return undefined;
    throw error;
  }
}

async function* followedBy(
  content: AsyncIterable<Uint8Array>,
  work: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } finally {
    await work();
  }
}

/**
 * Streams an archive. The address carries the session, so it is never shown anywhere. Any other content (a login page,
 * when the session was not accepted) fails before the first byte is passed on.
 */
async function download(deps: BackupDeps, path: string, signal?: AbortSignal): Promise<Backup> {
  const incoming = await deps.http.open({ method: 'GET', path, timeoutMs: deps.timeoutMs, signal });
  const refused = mapStatus(incoming.statusCode ?? 0);
  if (refused !== undefined) {
    incoming.destroy();
    throw refused;
  }
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await readHead(chunks, incoming);
  if (!isTarHeader(head)) {
    incoming.destroy();
    throw new CcuError('protocol', 'the CCU answered with something that is no backup');
  }
  return { filename: filenameOf(incoming), content: rest(head, chunks, incoming, signal) };
}

/** By the checksum of the first block, which every dialect of tar has; only newer ones have `ustar`. */
function isTarHeader(head: Buffer): boolean {
  if (head.length < TAR_BLOCK) return false;
  const stated = /^[ \0]*([0-7]+)/.exec(head.toString('latin1', CHECKSUM.from, CHECKSUM.to))?.[1];
  const block = Buffer.from(head.subarray(0, TAR_BLOCK)).fill(BLANK, CHECKSUM.from, CHECKSUM.to);
  // Old writers summed the bytes as signed numbers.
  const sums = [[...block], [...new Int8Array(block)]].map((bytes) => bytes.reduce((sum, byte) => sum + byte, 0));
  return stated !== undefined && sums.includes(Number.parseInt(stated, 8));
}

async function readHead(chunks: AsyncIterator<Buffer>, incoming: IncomingMessage): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  try {
    while (head.length < TAR_BLOCK) {
      const { value, done } = await chunks.next();
      if (done === true) break;
      head = Buffer.concat([head, value]);
    }
  } catch (error) {
    incoming.destroy();
    throw mapTransportError(error);
  }
  return head;
}

async function* rest(
  head: Buffer,
  chunks: AsyncIterator<Buffer>,
  incoming: IncomingMessage,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const onAbort = () => incoming.destroy(new CcuError('aborted', 'the caller gave up'));
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    yield head;
    for (;;) {
      const { value, done } = await chunks.next();
      if (done === true) return;
      yield value;
    }
  } catch (error) {
    throw mapTransportError(error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    incoming.destroy();
  }
}

function filenameOf(incoming: IncomingMessage): string {
  const shown = /filename="?([^";]+)"?/i.exec(incoming.headers['content-disposition'] ?? '')?.[1] ?? '';
  const safe = shown
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 120);
  return safe === '' ? 'backup.sbk' : safe;
}
