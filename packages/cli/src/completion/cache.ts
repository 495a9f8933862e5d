import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliIo } from '../terminal/io.js';
import type { Candidate } from './complete.js';

const FRESH_MS = 60_000;

/**
 * Values from a cache, so that a key press does not wait for a gateway. Fresh ones need no request; older ones are used
 * when it fails. Only the account of an installation can read its names.
 */
export async function cached(
  io: Pick<CliIo, 'env' | 'now'>,
  key: string,
  ask: () => Promise<readonly Candidate[]>,
): Promise<readonly Candidate[]> {
  const file = fileOf(io.env, key);
  const known = file === undefined ? undefined : read(file);
  if (known !== undefined && Math.abs(io.now() - known.at) < FRESH_MS) return known.values;
  try {
    const values = await ask();
    if (file !== undefined) write(file, { at: io.now(), values });
    return values;
  } catch {
    return known?.values ?? [];
  }
}

interface Kept {
  readonly at: number;
  readonly values: readonly Candidate[];
}

function fileOf({ XDG_CACHE_HOME: cache, HOME: home }: CliIo['env'], key: string): string | undefined {
  const root = cache || (home && join(home, '.cache'));
  const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return root ? join(root, 'ccu-gateway', `completion-${name}.json`) : undefined;
}

function read(file: string): Kept | undefined {
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) return undefined;
    const { at, values } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>;
    return typeof at === 'number' && Array.isArray(values) && values.every(isCandidate) ? { at, values } : undefined;
  } catch {
    return undefined;
  }
}

function isCandidate(value: unknown): value is Candidate {
  const candidate = value as Partial<Candidate> | null;
  return typeof candidate?.value === 'string' && typeof candidate.description === 'string';
}

/** A value that cannot be stored is requested again. */
function write(file: string, kept: Kept): void {
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    const next = `${file}.${process.pid}`;
    writeFileSync(next, JSON.stringify(kept), { mode: 0o600 });
    renameSync(next, file);
  } catch {
    // A full disk or a directory of another account is no reason to complete nothing.
  }
}
