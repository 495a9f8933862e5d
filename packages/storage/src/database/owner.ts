import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The account that a folder belongs to. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Does work in a folder with the rights of its owner where root does it: a link that the owner has put there leads root to nothing
 * that the owner could not reach. Nothing changes for another user, or where the folder belongs to root.
 *
 * @example
 * asOwner('/var/lib/ccu-gateway', () => renameSync(from, to));
 */
export function asOwner<T>(folder: string, work: () => T): T {
  const leave = become(folder);
  try {
    return work();
  } finally {
    leave();
  }
}

/**
 * The same for work that takes a while, such as a command: all that this process does meanwhile is done with these rights.
 *
 * @example
 * await actingAsOwner(dataDir, () => openStorage({ dataDir }));
 */
export async function actingAsOwner<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const leave = become(folder);
  try {
    return await work();
  } finally {
    leave();
  }
}

function become(folder: string): () => void {
  const { geteuid, getegid, getgroups, setgroups, setegid, seteuid } = process;
  if (geteuid?.() !== 0 || !getegid || !getgroups || !setgroups || !setegid || !seteuid) return () => undefined;
  const owner = ownerOf(folder);
  if (owner === undefined || owner.uid === 0) return () => undefined;
  const before = { gid: getegid.call(process), groups: getgroups.call(process) };
  setgroups.call(process, [owner.gid]);
  setegid.call(process, owner.gid);
  seteuid.call(process, owner.uid);
  return () => {
    seteuid.call(process, 0);
    setegid.call(process, before.gid);
    setgroups.call(process, before.groups);
  };
}

/**
 * The owner of the first folder or link on the path that does not belong to root: that owner controls the rest of the
 * path. Undefined if nothing of it exists.
 */
function ownerOf(folder: string): Owner | undefined {
  let owner: Owner | undefined;
  for (const place of placesOf(resolve(folder))) {
    const found = look(lstatSync, place);
    if (found === undefined) continue;
    if (found.uid !== 0) return found;
    owner = found;
  }
  const target = look((path) => statSync(realpathSync(path)), folder);
  return target !== undefined && target.uid !== 0 ? target : owner;
}

/** From the root down. */
function placesOf(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [...placesOf(above), path];
}

function look(stats: (path: string) => Stats, path: string): Owner | undefined {
  try {
    const { uid, gid } = stats(path);
    return { uid, gid };
  } catch {
    return undefined;
  }
}
