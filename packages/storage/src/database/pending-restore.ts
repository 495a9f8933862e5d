import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from './create.js';
import { StorageError } from './driver/errors.js';
import { COMPANIONS, createPrivateFolder } from './files.js';
import { asOwner } from './owner.js';
import { RESTORE_FOLDER, RESTORE_PLAN, restorePending } from './restore-files.js';

/** Steps of a decided restore. Names are those of files in the data directory. */
export interface RestorePlan {
  /** Set aside, where they are there. */
  readonly replaced: readonly string[];
  /** Files moved from the folder of the restore to their final names, or beside them. */
  readonly placed: readonly string[];
  /** Final name of the folder with the replaced files. */
  readonly asideAs: string;
}

/** Called before each step, by its name. */
export type RestoreStep = (name: string) => void;

const ASIDE = /^replaced-\d{14}(-\d+)?$/;

/**
 * Brings a restore to its end that was decided and, say by a power cut, not done. Every step looks whether it is done already, so
 * that a kill at any of them leads to the same result. Hold the lock of the directory. Does nothing where there is none.
 */
export function finishRestore(dataDir: string, step: RestoreStep = () => undefined): void {
  if (!restorePending(dataDir)) return;
  asOwner(dataDir, () => finish(dataDir, step));
}

function finish(dataDir: string, step: RestoreStep): void {
  const folder = join(dataDir, RESTORE_FOLDER);
  const plan = planIn(dataDir, folder);
  const waiting = (name: string) => existsSync(join(folder, 'new', name));
  const aside = join(folder, 'old');
  createPrivateFolder(aside);
  for (const name of plan.replaced) {
    // A file that has left the folder is in its final position: it is not the old one any more.
    if (plan.placed.includes(name) && !waiting(name)) continue;
    // The journal first: left behind alone, it would be taken for the journal of the file that comes.
    for (const part of [...COMPANIONS.map((suffix) => name + suffix), name]) {
      if (!existsSync(join(dataDir, part))) continue;
      step(`set aside ${part}`);
      renameSync(join(dataDir, part), join(aside, part));
    }
  }
  syncDirectory(dataDir);
  for (const name of plan.placed.filter(waiting)) {
    step(`place ${name}`);
    renameSync(join(folder, 'new', name), join(dataDir, name));
  }
  syncDirectory(dataDir);
  keepAside(dataDir, aside, plan.asideAs, step);
  step('forget the plan');
  rmSync(join(folder, RESTORE_PLAN));
  syncDirectory(folder);
  step('clear the folder');
  rmSync(folder, { recursive: true, force: true });
}

/** Permitted names in a data directory; none of them leads out of it. */
const PLACED = /^((ccu-gateway|events|history|matter)\.db|secret\.key|config\.restored\.yaml)$/;
const MAX_PLAN_BYTES = 64 * 1024;

/** The plan as this program writes it. Anything else is not carried out. @throws StorageError */
function planIn(dataDir: string, folder: string): RestorePlan {
  const refuse = (why: string) =>
    new StorageError('storage_unavailable', `the restore that waits in ${folder} is not carried out: ${why}`, {
      remedy: `check the content of ${folder}, move it away, and restore the backup again`,
    });
  for (const [path, isRight] of [
    [folder, isFolder],
    [join(folder, RESTORE_PLAN), isPlainFile],
    [join(folder, 'new'), isFolder],
    [join(folder, 'old'), isFolder],
  ] as const) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !isRight(found)) throw refuse(`${path} is a link, or of another kind`);
  }
  const text = readFileSync(join(folder, RESTORE_PLAN), 'utf8');
  const plan = text.length > MAX_PLAN_BYTES ? undefined : parsed(text);
  const names = [...(plan?.replaced ?? []), ...(plan?.placed ?? [])];
  if (plan === undefined || !names.every((name) => PLACED.test(name)) || !ASIDE.test(plan.asideAs)) {
    throw refuse('its plan has a name that no restore uses');
  }
  for (const name of names) {
    const waiting = lstatSync(join(folder, 'new', name), { throwIfNoEntry: false });
    if (waiting !== undefined && !waiting.isFile()) throw refuse(`${name} in it is no file`);
  }
  if (lstatSync(join(dataDir, plan.asideAs), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw refuse(`${plan.asideAs} is a link`);
  }
  return plan;
}

const isFolder = (found: Stats) => found.isDirectory();
const isPlainFile = (found: Stats) => found.isFile() && found.size <= MAX_PLAN_BYTES;

function parsed(text: string): RestorePlan | undefined {
  try {
    const { replaced, placed, asideAs } = JSON.parse(text) as Partial<Record<keyof RestorePlan, unknown>>;
    const areNames = (value: unknown): value is readonly string[] =>
      Array.isArray(value) && value.length <= 64 && value.every((name) => typeof name === 'string');
    return areNames(replaced) && areNames(placed) && typeof asideAs === 'string'
      ? { replaced, placed, asideAs }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Only the last replaced files are kept: installations have small disks. */
function keepAside(dataDir: string, aside: string, as: string, step: RestoreStep): void {
  if (!existsSync(aside) || readdirSync(aside).length === 0) return;
  step('keep the replaced data');
  renameSync(aside, join(dataDir, as));
  for (const name of readdirSync(dataDir)) {
    if (!ASIDE.test(name) || name === as || !lstatSync(join(dataDir, name)).isDirectory()) continue;
    step(`drop ${name}`);
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
