// A folder of a test run for the temporary files of its tests, in memory where this machine has room there: what they write need not
// outlive them, and a start of a gateway waits dozens of times for a disk. Elsewhere it is where temporary files usually are.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'ccu-gateway-tests-';
const LEFTOVER = /^ccu-gateway-tests-(\d+)-/;
const MEMORY = '/dev/shm';
/** A container often has 64 MiB there, which is less than the files of one test. */
const ROOM_BYTES = 2 * 1024 ** 3;

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

const isOwn = () => basename(tmpdir()).startsWith(PREFIX);

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A run that was killed leaves its folder behind, and memory is scarcer than disk. */
function removeLeftovers(place) {
  for (const name of readdirSync(place)) {
    const [, pid] = LEFTOVER.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

/** Once for the run, however many of its projects ask. */
export function setup() {
  if (isOwn()) return;
  const place = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeLeftovers(place);
  const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
  // Servers of tests run as users of their own.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
}

export function teardown() {
  if (isOwn()) rmSync(tmpdir(), { recursive: true, force: true });
}
