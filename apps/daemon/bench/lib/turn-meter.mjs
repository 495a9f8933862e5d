// Loaded before the gateway: writes the longest turn of its event loop to a file, each time another one was longer. The time of a
// turn is what the process worked in it, where that is less than what the clock shows: another program may have had the machine.
import { writeFileSync } from 'node:fs';

const file = process.env.CCU_GATEWAY_TURN_METER;
if (file !== undefined) {
  let longest = 0;
  let at = performance.now();
  let worked = process.cpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(worked);
    const turn = Math.min(now - at - 5, (user + system) / 1_000);
    at = now;
    worked = process.cpuUsage();
    if (turn <= longest) return;
    longest = turn;
    writeFileSync(file, String(longest));
  }, 5).unref();
}
