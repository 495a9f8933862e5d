import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresServer } from '../../../../packages/postgres/test/server.js';
import type { Ccu } from './ccu.js';
import { createFrameReader } from './events.js';
import { type Draw, dealFaults, drawOf, type Fault } from './faults.js';
import { readLog } from './log.js';
import { type RunningFleet, startFleet } from './members.js';
import { createSeen, type Line, type Seen } from './seen.js';
import { startWatcher, type Watcher } from './watcher.js';
import { startWriter } from './writer.js';

/** How long everything of a run takes, in milliseconds, and how much happens. */
export interface RunScale {
  readonly leaseMs: number;
  readonly faultMs: number;
  /** Between two faults, once everything works again. */
  readonly calmMs: number;
  /** How long is waited after a fault for everything to work again. */
  readonly patienceMs: number;
  /** How long is waited after that until what had waited has come, too. */
  readonly backlogMs: number;
  /** Of each CCU: as many as wait for the longest answers at once. */
  readonly devices: number;
  readonly eventsPerSecond: number;
  readonly writesPerSecond: number;
}

export interface RunOptions {
  readonly seed: number;
  readonly scale: RunScale;
  readonly postgres: PostgresServer | undefined;
  readonly say: (text: string) => void;
  /** Called in the end, whatever that is, with what was seen. */
  readonly seen: (result: RunResult) => void;
}

export interface RunResult {
  readonly lines: readonly Line[];
  /** What gateways logged, by name. */
  readonly logs: Readonly<Record<string, readonly string[]>>;
  /** What there was of it a second. */
  readonly rates: { readonly events: number; readonly writes: number };
}

const WATCHERS = 4;
const TICK_MS = 50;
const SETTLE_MS = 1_000;
const FRESH_MS = 1_000;
const SETTLED_WITHIN_MS = 120_000;
/** How often the log is read at the end; what clients have that it has not even then is for the judge. */
const READS = 10;
/** Of what is to happen in a second: less is another run than the one that is asked for. */
const LEAST_SHARE = 0.9;

/** Runs a fleet with faults of a seed, and writes down what everybody saw. Throws where that proves nothing. */
export async function runFleet(options: RunOptions): Promise<void> {
  const { scale, postgres } = options;
  const dir = mkdtempSync(join(tmpdir(), 'chaos-'));
  const closing: (() => Promise<unknown> | unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  const atEnd = (close: () => Promise<unknown> | unknown) => void closing.push(close);
  const seen = createSeen();
  const result = { lines: seen.lines, logs: {}, rates: { events: 0, writes: 0 } };
  try {
    atEnd(seen.end);
    const schema = `chaos_${randomBytes(4).toString('hex')}`;
    const fleet = await startFleet({ dir, ...scale, postgres, schema, seen, atEnd });
    atEnd(() => Object.assign(result, { logs: fleet.logs() }));
    Object.assign(result, await breakFleet(fleet, options, { seen, atEnd }));
    seen.checkClock();
    checkRates(result.rates, scale);
  } finally {
    for (const close of closing.reverse()) await close();
    options.seen(result);
  }
}

interface Watching {
  readonly seen: Seen;
  readonly atEnd: (close: () => unknown) => void;
}

async function breakFleet(fleet: RunningFleet, { seed, scale, say }: RunOptions, { seen, atEnd }: Watching) {
  const watchers = watch(fleet, seen);
  for (const watcher of watchers) atEnd(watcher.close);
  const emitting = startEmitting(fleet.ccus, scale.eventsPerSecond, seen);
  atEnd(emitting.stop);
  await until(() => watchers.every(({ isLive }) => isLive()), SETTLED_WITHIN_MS);
  const clients = watchers.map(({ name }) => name);
  const writer = startWriter({ ...fleet, clients, perSecond: scale.writesPerSecond, seen });
  const isCalm = () => watchers.every(({ isLive, heardAt }) => isLive() && heardAt().every(isFresh(seen)));
  await pause(scale.calmMs);
  // Gateways that take in their CCUs are late with what these say meanwhile, and one that has got all of them is so for long.
  if (!(await until(isCalm, SETTLED_WITHIN_MS))) throw new Error('this machine cannot keep up while nothing is broken');
  seen.say('calm');
  const draw = drawOf(seed);
  for (const fault of dealFaults(fleet.postgres, seed, scale.leaseMs)) {
    await breakFor(fault, fleet, { watchers, scale, draw, seen, say });
  }
  const writes = await writer.stop();
  const events = emitting.stop();
  const records = await settle(fleet, watchers, seen);
  return { lines: [...seen.lines, ...records], rates: { events, writes } };
}

/** Whether what was heard then was heard just now. */
const isFresh = (seen: Seen) => (at: number) => at >= seen.now() - FRESH_MS;

function checkRates({ events, writes }: RunResult['rates'], scale: RunScale): void {
  const shares = [events / scale.eventsPerSecond, writes / scale.writesPerSecond];
  if (shares.some((share) => share < LEAST_SHARE)) {
    throw new Error(`there were but ${events.toFixed(1)} events and ${writes.toFixed(1)} writes a second`);
  }
}

/** Half of them come to the second gateway first. */
function watch({ urls, ccus, authorization }: RunningFleet, seen: Seen): readonly Watcher[] {
  const names = ccus.map(({ name }) => name);
  const isWritten = (write: string) => seen.written.has(write);
  const readFrame = createFrameReader();
  return Array.from({ length: WATCHERS }, (_, index) =>
    startWatcher({
      ...{ name: `client-${index + 1}`, authorization, ccus: names, seen, isWritten, readFrame },
      urls: index % 2 === 0 ? urls : urls.toReversed(),
    }),
  );
}

interface Breaking {
  readonly watchers: readonly Watcher[];
  readonly scale: RunScale;
  readonly draw: Draw;
  readonly seen: Seen;
  readonly say: (text: string) => void;
}

/** Resolves when everything works again and has done so for a while, or patience has ended. */
async function breakFor(fault: Fault, fleet: RunningFleet, { watchers, scale, draw, seen, say }: Breaking) {
  const { target, ccu, begin, end } = await fault.aim(fleet, draw);
  say(`  ${fault.kind}: ${target}${ccu === undefined ? '' : ` (${ccu})`}`);
  seen.say('fault_began', { fault: fault.kind, ...(ccu !== undefined && { ccu }) });
  await begin();
  await pause(Math.max(scale.faultMs, fault.atLeastMs));
  await end();
  seen.say('fault_ended', { fault: fault.kind });
  const endedAt = seen.now();
  let works = false;
  void fleet.working().then(() => {
    works = true;
  });
  // What waited meanwhile is part of what is broken until it has come.
  const isBack = () =>
    works && watchers.every(({ isLive, heardAt }) => isLive() && heardAt().every((at) => at >= endedAt));
  const isCalm = () => isBack() && watchers.every(({ heardAt }) => heardAt().every(isFresh(seen)));
  await until(isBack, scale.patienceMs);
  if (!isBack()) say(`    not everything worked again within ${scale.patienceMs} ms`);
  const wasCalm = await until(isCalm, scale.backlogMs);
  if (wasCalm) seen.say('calm');
  await pause(scale.calmMs);
  // What came to be late meanwhile, because the machine is busy, would be lost with the next fault though emitted long before it.
  if (wasCalm) await until(isCalm, scale.patienceMs);
}

/** Waits until everybody has what was emitted last. Resolves with what the log has. */
async function settle({ brokers, stream }: RunningFleet, watchers: readonly Watcher[], seen: Seen) {
  const stoppedAt = seen.now() - 2 * TICK_MS;
  await until(() => watchers.every(({ heardAt }) => heardAt().every((at) => at >= stoppedAt)), SETTLED_WITHIN_MS);
  // What follows from what was emitted last is on its way for a moment.
  await pause(SETTLE_MS);
  for (let read = 1; ; read += 1) {
    const records = await readAtLast(brokers, stream, seen);
    const newest = Math.max(...records.filter(({ hidden }) => hidden !== true).map(({ seq }) => Number(seq)));
    await until(() => watchers.every(({ seq }) => seq() >= newest), SETTLED_WITHIN_MS);
    // A write that nothing confirmed is taken back seconds later, perhaps after the log was read.
    if (read < READS && watchers.some(({ seq }) => seq() > newest)) continue;
    seen.say('settled');
    return records;
  }
}

/** Servers that come back have no leader for a while. */
async function readAtLast(brokers: readonly string[], stream: string, seen: Seen): Promise<readonly Line[]> {
  const end = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    try {
      return await readLog(brokers, stream, seen);
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(SETTLE_MS);
    }
  }
}

/** As many as are due by the clock, also where this process came late. */
function startEmitting(ccus: readonly Ccu[], perSecond: number, seen: Seen) {
  const began = seen.now();
  let count = 0;
  const timer = setInterval(() => {
    const due = ((seen.now() - began) * perSecond) / 1_000;
    for (; count < due; count += 1) ccus[count % ccus.length]?.emit();
  }, TICK_MS);
  return {
    /** Answers how many there were a second. */
    stop(): number {
      clearInterval(timer);
      return (count * 1_000) / (seen.now() - began);
    },
  };
}

/** Or until patience ends: what is not as it should be then is for the judge. Answers whether the condition came. */
async function until(condition: () => boolean, patienceMs: number): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() >= end) return false;
    await pause(TICK_MS);
  }
  return true;
}

/** Leaves what was seen in a folder, for who wants to know why. */
export function keep(folder: string, { lines, logs }: RunResult): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'lines.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  for (const [name, log] of Object.entries(logs)) writeFileSync(join(folder, `${name}.log`), log.join('\n'));
}
