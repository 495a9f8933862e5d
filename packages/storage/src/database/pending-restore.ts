import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from './create.js';
import { COMPANIONS, createPrivateFolder } from './files.js';
import { RESTORE_FOLDER, RESTORE_PLAN, restorePending } from './restore-files.js';

/** What a restore does once it is decided. Names are those of files in the data directory. */
export interface RestorePlan {
  /** Set aside, where they are there. */
  readonly replaced: readonly string[];
  /** Put in their place, or beside them, from the folder of the restore. */
  readonly placed: readonly string[];
  /** What the folder with the replaced files is called in the end. */
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
  const folder = join(dataDir, RESTORE_FOLDER);
  const plan = JSON.parse(readFileSync(join(folder, RESTORE_PLAN), 'utf8')) as RestorePlan;
  const waiting = (name: string) => existsSync(join(folder, 'new', name));
  const aside = join(folder, 'old');
  createPrivateFolder(aside);
  for (const name of plan.replaced) {
    // What has left the folder lies in its place: it is not the old one any more.
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

/** Only what was replaced last is kept: houses have small disks. */
function keepAside(dataDir: string, aside: string, as: string, step: RestoreStep): void {
  if (!existsSync(aside) || readdirSync(aside).length === 0) return;
  step('keep what was replaced');
  renameSync(aside, join(dataDir, as));
  for (const name of readdirSync(dataDir)) {
    if (!ASIDE.test(name) || name === as || !statSync(join(dataDir, name)).isDirectory()) continue;
    step(`drop ${name}`);
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
