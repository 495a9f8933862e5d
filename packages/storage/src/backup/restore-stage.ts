import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../database/create.js';
import { createPrivate, createPrivateFolder } from '../database/files.js';
import { asOwner } from '../database/owner.js';
import { finishRestore, type RestorePlan, type RestoreStep } from '../database/pending-restore.js';
import { RESTORE_FOLDER, RESTORE_PLAN, restorePending } from '../database/restore-files.js';
import { DATA_FILES } from './data-files.js';

/** A restore that gets ready in the data directory, and has changed nothing yet. */
export interface RestoreStage {
  /** Folder for the replacements of the files of the data directory, under their names. */
  readonly folder: string;
  /**
   * Exchanges the files: from this moment on the restore counts, and is brought to its end by the next holder of the
   * lock if this process does not live that long. Returns the folder with the replaced files, if there are any.
   */
  commit(now: number, step?: RestoreStep): string | undefined;
  /** Forgets it. */
  abandon(): void;
}

/**
 * Begins a restore into a data directory. Undecided remains of an earlier one are removed. Hold `lockDataDir`.
 *
 * @example
 * const lock = await lockDataDir(dataDir);
 * const stage = openRestoreStage(dataDir);
 * writeFileSync(join(stage.folder, 'matter.db'), bytes);
 * stage.commit(Date.now());
 * lock.release();
 */
export function openRestoreStage(dataDir: string): RestoreStage {
  const workshop = join(dataDir, RESTORE_FOLDER);
  const folder = join(workshop, 'new');
  asOwner(dataDir, () => {
    rmSync(workshop, { recursive: true, force: true });
    createPrivateFolder(folder);
  });
  return {
    folder,
    commit: (now, step = () => undefined) => asOwner(dataDir, () => commit(dataDir, workshop, now, step)),
    abandon() {
      // A decided restore is not undone half way: the next holder of the lock ends it.
      if (!restorePending(dataDir)) asOwner(dataDir, () => rmSync(workshop, { recursive: true, force: true }));
    },
  };
}

function commit(dataDir: string, workshop: string, now: number, step: RestoreStep): string | undefined {
  const folder = join(workshop, 'new');
  const placed = readdirSync(folder);
  for (const name of placed) syncFile(join(folder, name));
  syncDirectory(folder);
  // A file that the backup lacks is removed: half of one installation beside half of another would be inconsistent.
  const replaced = [...new Set([...Object.keys(DATA_FILES), ...placed])];
  const plan: RestorePlan = { replaced, placed, asideAs: freeName(dataDir, now) };
  step('write the plan');
  const unfinished = join(workshop, `${RESTORE_PLAN}.part`);
  createPrivate(unfinished, dataDir);
  writeFileSync(unfinished, JSON.stringify(plan));
  syncFile(unfinished);
  step('decide');
  renameSync(unfinished, join(workshop, RESTORE_PLAN));
  syncDirectory(workshop);
  finishRestore(dataDir, step);
  const aside = join(dataDir, plan.asideAs);
  return existsSync(aside) ? aside : undefined;
}

function freeName(dataDir: string, now: number): string {
  const name = `replaced-${new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(join(dataDir, free))) return free;
  }
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
