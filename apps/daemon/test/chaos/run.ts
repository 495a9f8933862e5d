import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresServer } from '../../../../packages/storage/test/postgres-server.js';
import type { Ccu } from './ccu.js';
import { drawFaults, type Fault } from './faults.js';
import { readLog } from './log.js';
import { type RunningFleet, startFleet } from './members.js';
import { createSeen, type Line, type Seen } from './seen.js';
import { startWatcher, type Watcher } from './watcher.js';
import { startWriter } from './writer.js';

/** How long everything of a run takes, in milliseconds, and how much happens. */
export interface RunScale {
  readonly leaseMs: number;
  readonly faultMs: number;
  /** Between two faults. */
  readonly calmMs: number;
  readonly faults: number;
  /** How long is waited for everybody to be live again, and to have what was emitted last. */
  readonly backMs: number;
  readonly eventsPerSecond: number;
  readonly writesPerSecond: number;
}

export interface RunOptions {
  readonly seed: number;
  readonly scale: RunScale;
  readonly postgres: PostgresServer | undefined;
  readonly say: (text: string) => void;
}

export interface RunResult {
  readonly lines: readonly Line[];
  /** How late a request may arrive after the end of a lease, in milliseconds. */
  readonly windowMs: number;
  /** What gateways logged, by name. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
}

const WATCHERS = 4;
const TICK_MS = 50;
const SETTLE_MS = 1_000;
/** From the check of a lease to the arrival of the request; what this process was late by comes on top. */
const WINDOW_MS = 250;

/** Runs a fleet with faults of a seed, and writes down what everybody saw. */
export async function runFleet({ seed, scale, postgres, say }: RunOptions): Promise<RunResult> {
  const dir = mkdtempSync(join(tmpdir(), 'chaos-'));
  const closing: (() => Promise<unknown> | unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  const atEnd = (close: () => Promise<unknown> | unknown) => void closing.push(close);
  try {
    const seen = createSeen();
    atEnd(seen.end);
    const fleet = await startFleet({
      dir,
      leaseMs: scale.leaseMs,
      postgres,
      schema: `chaos_${randomBytes(4).toString('hex')}`,
      seen,
      atEnd,
    });
    const watchers = watch(fleet, seen);
    for (const watcher of watchers) atEnd(watcher.close);
    const stopEmitting = startEmitting(fleet.ccus, scale.eventsPerSecond);
    atEnd(stopEmitting);
    await untilLive(watchers, scale);
    const clients = watchers.map(({ name }) => name);
    const writer = startWriter({ ...fleet, clients, perSecond: scale.writesPerSecond, seen });
    await pause(scale.calmMs);
    for (const fault of drawFaults(fleet, seed).slice(0, scale.faults)) {
      say(`  ${fault.name}`);
      await breakFor(fault, scale, seen);
    }
    await untilLive(watchers, scale);
    await writer.stop();
    stopEmitting();
    const records = await settle(fleet, watchers, { seen, scale });
    return {
      ...{ lines: [...seen.lines, ...records], logs: fleet.logs() },
      windowMs: WINDOW_MS + seen.latestMs(),
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Half of them come to the second gateway first. */
function watch({ urls, ccus, authorization }: RunningFleet, seen: Seen): readonly Watcher[] {
  const names = ccus.map(({ name }) => name);
  return Array.from({ length: WATCHERS }, (_, index) =>
    startWatcher({
      ...{ name: `client-${index + 1}`, authorization, ccus: names, seen },
      urls: index % 2 === 0 ? urls : urls.toReversed(),
    }),
  );
}

async function breakFor(fault: Fault, { faultMs, calmMs }: RunScale, seen: Seen): Promise<void> {
  seen.say('fault_began', { fault: fault.name });
  await fault.begin();
  await pause(faultMs);
  await fault.end();
  seen.say('fault_ended', { fault: fault.name });
  await pause(calmMs);
}

/** Waits until everybody has what was emitted last. Resolves with what the log has. */
async function settle(
  { brokers, stream }: RunningFleet,
  watchers: readonly Watcher[],
  { seen, scale: { backMs } }: { readonly seen: Seen; readonly scale: RunScale },
): Promise<readonly Line[]> {
  const stoppedAt = seen.now() - 2 * TICK_MS;
  await until(() => watchers.every(({ heardAt }) => heardAt().every((at) => at >= stoppedAt)), backMs);
  // What follows from what was emitted last is on its way for a moment.
  await pause(SETTLE_MS);
  const records = await readAtLast(brokers, stream, backMs);
  const newest = Math.max(...records.map(({ seq }) => Number(seq)));
  await until(() => watchers.every(({ seq }) => seq() >= newest), backMs);
  seen.say('settled');
  return records;
}

/** Servers that come back have no leader for a while. */
async function readAtLast(brokers: readonly string[], stream: string, patienceMs: number): Promise<readonly Line[]> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await readLog(brokers, stream);
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(SETTLE_MS);
    }
  }
}

function startEmitting(ccus: readonly Ccu[], perSecond: number): () => void {
  const each = Math.max(1, Math.round((perSecond * TICK_MS) / 1_000 / ccus.length));
  const timer = setInterval(() => {
    for (const ccu of ccus) for (let count = 0; count < each; count += 1) ccu.emit();
  }, TICK_MS);
  return () => clearInterval(timer);
}

const untilLive = (watchers: readonly Watcher[], { backMs }: RunScale) =>
  until(() => watchers.every(({ isLive }) => isLive()), backMs);

/** Or until patience ends: what is not as it should be then is for the judge. */
async function until(condition: () => boolean, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!condition() && performance.now() < end) await pause(TICK_MS);
}

/** Leaves what was seen in a folder, for who wants to know why. */
export function keep(folder: string, { lines, logs }: RunResult): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'lines.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  for (const [name, log] of Object.entries(logs)) writeFileSync(join(folder, `${name}.log`), log.join('\n'));
}
