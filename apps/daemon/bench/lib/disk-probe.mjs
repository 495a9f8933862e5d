// Preloaded into the gateway: tells the benchmark how long its event loop stood still, and how much of that in calls to
// the disk.
import { closeSync, openSync, readSync } from 'node:fs';

const TICK_MS = 2;
const stats = openSync(process.env.DISK_STATS, 'r');
const buffer = Buffer.alloc(8);

/** Microseconds that this thread has waited for its files. */
function waitedUs() {
  readSync(stats, buffer, 0, 8, 16);
  return Number(buffer.readBigInt64LE());
}

let last = { at: performance.now(), waited: waitedUs() };
let longest = { stopMs: 0, diskMs: 0 };
const ticking = setInterval(() => {
  const now = { at: performance.now(), waited: waitedUs() };
  longest = {
    stopMs: Math.max(longest.stopMs, now.at - last.at - TICK_MS),
    diskMs: Math.max(longest.diskMs, (now.waited - last.waited) / 1000),
  };
  last = now;
}, TICK_MS);
ticking.unref();
process.on('message', () => {
  process.send(longest);
  longest = { stopMs: 0, diskMs: 0 };
});
process.channel.unref();
process.once('exit', () => closeSync(stats));
