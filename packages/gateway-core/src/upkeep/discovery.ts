import type { DiscoveredCcu, Discovery, IgnoredCcu } from '../ports/centrals.js';
import type { Time } from '../ports/time.js';
import { noStorage } from '../use-case/errors.js';
import { every } from '../use-case/every.js';

/** Sends one question to the local network and hands over every CCU that answers until it is stopped. */
export type Search = (heard: (ccu: Omit<DiscoveredCcu, 'lastSeen'>) => void) => () => void;

/** Storage of the CCUs that discovery leaves out. Rejects with `service_unready` when it refuses. */
export interface IgnoredRecords {
  load(): Promise<readonly IgnoredCcu[]>;
  /** Stores the list that `decide` returns for the stored one; calls it again where another change was quicker. */
  change(decide: (ignored: readonly IgnoredCcu[]) => readonly IgnoredCcu[]): Promise<void>;
}

/** Dependencies of the discovery of CCUs. */
export interface DiscoveryDeps {
  /** Undefined where nothing can be kept. */
  readonly records: IgnoredRecords | undefined;
  readonly time: Time;
  readonly search: Search;
  /** Milliseconds between two searches without being asked; 0 or less: none. Asked each time. */
  readonly pauseMs: () => number;
}

/** CCUs in the local network. */
export interface CcuDiscovery extends Discovery {
  /** Ends searching by itself, and a search that is under way. */
  stop(): void;
}

const LISTEN_MS = 1_500;
/** A CCU that was not heard of for so long may be gone. */
const FORGET_MS = 30 * 60_000;
const MAX_KNOWN = 64;

/** Interval at which the setting is checked, which is also the shortest pause between two searches. */
const LOOK_MS = 5_000;

/**
 * Looks for CCUs from time to time where that is switched on, and at every request.
 *
 * @example
 * const discovery = createDiscovery({ records, time, search, pauseMs: () => 60_000 });
 */
export function createDiscovery({ records, time, search, pauseMs }: DiscoveryDeps): CcuDiscovery {
  const known = new Map<string, DiscoveredCcu>();
  let searching: { readonly done: Promise<void>; readonly end: () => void } | undefined;
  let searchedAt = Number.NEGATIVE_INFINITY;

  /** A request during a search waits for that one. */
  function look(): Promise<void> {
    searching ??= begin();
    return searching.done;
  }

  function begin(): { readonly done: Promise<void>; readonly end: () => void } {
    searchedAt = time.now();
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      const stop = search((ccu) => {
        if (known.size >= MAX_KNOWN && !known.has(ccu.serial)) return;
        known.set(ccu.serial, { ...ccu, lastSeen: time.now() });
      });
      const cancel = time.after(LISTEN_MS, () => end());
      end = () => {
        cancel();
        stop();
        searching = undefined;
        resolve();
      };
    });
    return { done, end: () => end() };
  }

  function searchWhenDue(): void {
    const pause = pauseMs();
    if (pause > 0 && time.now() - searchedAt >= pause) void look();
  }

  const stopLooking = every(time, LOOK_MS, searchWhenDue, () => {});

  const ignored = async (): Promise<readonly IgnoredCcu[]> => (await records?.load()) ?? [];

  async function change(decide: (before: readonly IgnoredCcu[]) => readonly IgnoredCcu[]): Promise<void> {
    if (records === undefined) throw noStorage();
    await records.change(decide);
  }

  return {
    async discovered() {
      await look();
      for (const [serial, { lastSeen }] of known) if (time.now() - lastSeen > FORGET_MS) known.delete(serial);
      const left = new Set((await ignored()).map(({ serial }) => serial));
      return [...known.values()].filter(({ serial }) => !left.has(serial));
    },
    ignored,
    ignore: (entry) => change((before) => [...before.filter(({ serial }) => serial !== entry.serial), entry]),
    async unignore(serial) {
      if (!(await ignored()).some((entry) => entry.serial === serial)) return false;
      let isGone = false;
      await change((before) => {
        const rest = before.filter((entry) => entry.serial !== serial);
        isGone = rest.length < before.length;
        return rest;
      });
      return isGone;
    },
    stop() {
      stopLooking();
      searching?.end();
    },
  };
}
