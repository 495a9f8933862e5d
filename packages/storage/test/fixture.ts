import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog, EventLogLimits } from '../src/events/event-log.js';
import { openEventStore, openStorage, type Storage, type StorageClock, type StorageOptions } from '../src/index.js';

/** A clock that moves only on request; `tick` runs due timers. */
export function manualClock(start = 1_700_000_000_000) {
  let now = start;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock: StorageClock = {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return {
    clock,
    tick(ms: number) {
      now += ms;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.run();
    },
  };
}

export function recordingLog() {
  const events: string[] = [];
  const note = (event: string) => void events.push(event);
  return { events, log: { info: note, warn: note, error: note } };
}

export type BothOptions = StorageOptions & { readonly eventLog?: EventLogLimits };
/** The database and the event log beside it, as a gateway has them. */
export type Both = Storage & { readonly events: EventLog; readonly eventFile: string };

export async function openBoth({ eventLog, ...options }: BothOptions): Promise<Both> {
  const storage = await openStorage(options);
  const events = await openEventStore({
    ...options,
    numbers: storage.numbers,
    ...(eventLog !== undefined && { limits: eventLog }),
  });
  return {
    ...storage,
    events: events.log,
    eventFile: events.file,
    close() {
      events.close();
      storage.close();
    },
  };
}

export type World = {
  readonly dataDir: string;
  readonly storage: Both;
  readonly events: readonly string[];
  readonly tick: (ms: number) => void;
  readonly reopen: (options?: Partial<BothOptions>) => Promise<Both>;
  readonly close: () => void;
};

/** A fresh database in a directory of its own. */
export async function startStorage(options: Partial<BothOptions> = {}): Promise<World> {
  const root = mkdtempSync(join(tmpdir(), 'storage-'));
  const dataDir = join(root, 'data');
  const { clock, tick } = manualClock();
  const { events, log } = recordingLog();
  const opened: Both[] = [];
  const reopen = async (change: Partial<BothOptions> = {}) => {
    const storage = await openBoth({ dataDir, clock, log, ...options, ...change });
    opened.push(storage);
    return storage;
  };
  return {
    dataDir,
    storage: await reopen(),
    events,
    tick,
    reopen,
    close() {
      for (const storage of opened) storage.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
