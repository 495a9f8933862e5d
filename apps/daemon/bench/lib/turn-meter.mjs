// Loaded before the gateway: writes each turn of its event loop above 10 ms to a file, one line of JSON each. `ms` is what the
// main thread worked in it without garbage collection, `gc` is the collection. Time in which another program had the processor is
// no part of either, where Linux tells it.
import { appendFileSync, readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.CCU_GATEWAY_TURN_METER;
const TICK_MS = 5;
const SHORTEST_MS = 10;
/** Entries about a collection come later than the turn in which it was. */
const SETTLED_MS = 100;

if (file !== undefined && isMainThread) {
  const schedule = `/proc/self/task/${process.pid}/schedstat`;
  const workedMs = () => {
    try {
      return Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    }
  };
  let pauses = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) pauses.push({ startTime, end: startTime + duration });
  }).observe({ entryTypes: ['gc'] });
  let turns = [];
  let at = performance.now();
  let worked = workedMs();
  const write = () => {
    const settled = turns.filter(({ end }) => end < at - SETTLED_MS);
    if (settled.length === 0) return;
    turns = turns.filter((turn) => !settled.includes(turn));
    for (const { start, end, ms } of settled) {
      const gc = pauses.reduce(
        (sum, pause) => sum + Math.max(0, Math.min(end, pause.end) - Math.max(start, pause.startTime)),
        0,
      );
      const epoch = performance.timeOrigin;
      const line = { start: epoch + start, end: epoch + end, ms: Math.max(0, ms - gc), gc };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    }
    pauses = pauses.filter(({ end }) => end > at - 10 * SETTLED_MS);
  };
  setInterval(() => {
    const now = performance.now();
    const nowWorked = workedMs();
    const ms = Math.min(now - at - TICK_MS, nowWorked - worked);
    if (ms > SHORTEST_MS) turns.push({ start: at, end: now, ms });
    at = now;
    worked = nowWorked;
    write();
  }, TICK_MS).unref();
}
