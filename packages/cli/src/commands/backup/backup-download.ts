import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CallAnswer } from '@ccu-gateway/client';
import type { Context } from '../../context/context.js';
import type { Rest } from '../../gateway/rest.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { Outcome } from '../../terminal/output.js';
import { printable } from '../../terminal/text.js';

/** Reading a backup to its end takes time on a small machine. */
const PATIENCE_S = 600;

type Entry = CallAnswer<'listOwnBackups'>[number];

export interface DownloadArgs {
  /** Id from the list; by default the newest. */
  readonly backup?: string | undefined;
  readonly to?: string | undefined;
  readonly force?: boolean | undefined;
}

/** Fetches a backup into a file of this machine, which is there when all of it came and its checksum is right. */
export async function downloadBackup(context: Context, args: DownloadArgs): Promise<Outcome> {
  const rest = await context.rest({ token: 'required', seconds: PATIENCE_S });
  const entry = chosen(await rest.call('listOwnBackups'), args.backup);
  const { id, bytes } = entry;
  const path = { id };
  const file = fileFor(context.io.cwd, id, args.to);
  refuseWhatIsThere(file, args.force);
  // Only a backup that was read once has a checksum.
  const sha256 = entry.sha256 ?? (await rest.call('verifyOwnBackup', { path })).sha256;
  const folder = besideOf(file);
  try {
    const part = join(folder, basename(file));
    const found = await receive(context, rest, { id, bytes, part });
    if (found !== sha256) throw damaged(id);
    // Someone may have put one there meanwhile.
    refuseWhatIsThere(file, args.force);
    renameSync(part, file);
  } catch (error) {
    throw failure(error, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (entry.with_key) context.output.note('the key is in it, sealed with the passphrase it was made with');
  return { data: { id, file, bytes, sha256 }, lines: [`${file}\t${bytes} bytes\tsha256 ${sha256}\tverified`] };
}

function chosen(entries: readonly Entry[], id: string | undefined): Entry {
  const entry = entries.find((each) => (id === undefined ? each.problem === null : each.id === id));
  if (entry === undefined) {
    const what = id === undefined ? 'this gateway has no whole backup of itself' : `there is no backup ${id}`;
    throw new CliError(EXIT.notFound, 'backup_not_found', what, {
      fix: id === undefined ? 'ccu-gateway backup create' : 'ccu-gateway backup list',
    });
  }
  if (entry.problem !== null) {
    throw new CliError(EXIT.failed, 'backup_damaged', `${entry.id} is not fetched: ${entry.problem}`, {
      fix: 'ccu-gateway backup list',
    });
  }
  // It becomes the name of a file.
  if (basename(entry.id) !== entry.id) throw usageError(`${entry.id} is no id of a backup`);
  return entry;
}

function fileFor(cwd: string, id: string, to = '.'): string {
  const named = resolve(cwd, to);
  return statSync(named, { throwIfNoEntry: false })?.isDirectory() ? join(named, `${id}.tar.gz`) : named;
}

function refuseWhatIsThere(file: string, force = false): void {
  if (force || !existsSync(file)) return;
  throw new CliError(EXIT.conflict, 'file_exists', `${file} is there already, and was left as it is`, {
    fix: 'name another file with --to, or add --force',
  });
}

/** A folder for its owner only, on the same disk, so that the file appears complete. */
function besideOf(file: string): string {
  try {
    return mkdtempSync(join(dirname(file), '.ccu-gateway-download-'));
  } catch (error) {
    throw failure(error, file);
  }
}

interface Wanted {
  readonly id: string;
  readonly bytes: number;
  readonly part: string;
}

/** Stores the answer and returns its checksum. */
async function receive(context: Context, rest: Rest, { id, bytes, part }: Wanted): Promise<string> {
  const response = await rest.request('downloadOwnBackup', { path: { id } });
  const handle = await open(part, 'wx', 0o600);
  const progress = { done: 0 };
  try {
    return await context.output.progress.during(
      () => `${printable(id)}: ${Math.floor((progress.done * 100) / Math.max(bytes, 1))} % of ${bytes} bytes`,
      () => write(response, handle, progress),
    );
  } finally {
    await handle.close();
  }
}

async function write({ body }: Response, handle: FileHandle, progress: { done: number }): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(body)) {
    hash.update(chunk);
    await handle.writeFile(chunk);
    progress.done += chunk.length;
  }
  await handle.sync();
  return hash.digest('hex');
}

/** Gives a broken connection another error than a failure of the disk. */
async function* chunksOf(body: Response['body']): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk;
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new CliError(EXIT.unreachable, 'download_interrupted', 'the connection ended before all of it was there', {
      fix: 'try again',
    });
  }
}

const damaged = (id: string) =>
  new CliError(EXIT.failed, 'backup_damaged', `what came is not ${id}: its checksum differs`, {
    fix: 'ccu-gateway backup verify ID, then try again',
  });

/** A file that cannot be written fails with a code of Node. */
function failure(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof CliError || code === undefined || !/^E[A-Z]+$/.test(String(code))) return error;
  return new CliError(EXIT.failed, 'backup_not_written', `${file} cannot be written (${code})`, {
    fix: code === 'ENOSPC' ? 'make room, or name another place with --to' : 'name another place with --to',
  });
}
