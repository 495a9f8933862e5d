import type { WireValue } from '../model.js';
import type { TypedValue, WriteRequest } from '../operations-model.js';
import type { Timers } from '../ports.js';
import { abortError, pause } from '../wait.js';
import type { ConfigWatch, Watch } from './config-watch.js';
import { paramsetOf } from './read-back.js';

type Values = ReadonlyMap<string, TypedValue>;

/** Proves writes of MASTER and LINK, about which a CCU says "written" long before the device knows of them. */
export interface Configurations {
  /** Call before sending. */
  begin(request: WriteRequest, values: Values): Configuration;
}

export interface Configuration {
  /**
   * It was sent. Settles when the device has taken it, or shows no sign of having to, and it was read back; or as
   * `pending` while the device still waits for it. Then it is read back when the device has taken it, however late.
   * Rejects when it cannot be read.
   */
  proof(): Promise<'confirmed' | 'mismatch' | 'pending'>;
  /** It was sent, and the CCU said itself that the device sleeps. */
  asleep(): void;
  /** It was not sent. */
  end(): void;
}

interface Entry {
  readonly paramset: string;
  readonly request: WriteRequest;
  /** What no later write has replaced. */
  readonly values: Map<string, TypedValue>;
  readonly watch: Watch;
  sleeping: boolean;
}

export function createConfigurations(deps: {
  readonly watch: ConfigWatch;
  readonly timers: Timers;
  readonly readBackMs: number;
  readonly closing: AbortSignal;
  readonly readWrong: (request: WriteRequest, values: Values) => Promise<readonly string[]>;
  readonly rollBack: (request: WriteRequest, parameter: string, sent: WireValue) => void;
}): Configurations {
  const open = new Set<Entry>();

  function track(request: WriteRequest, values: Values, watch: Watch): Entry {
    const paramset = `${request.channelAddress} ${paramsetOf(request)}`;
    for (const older of open) {
      if (older.paramset !== paramset) continue;
      for (const parameter of values.keys()) older.values.delete(parameter);
      if (older.sleeping && older.values.size === 0) forget(older);
    }
    const entry = { paramset, request, values: new Map(values), watch, sleeping: false };
    open.add(entry);
    return entry;
  }

  function forget(entry: Entry): void {
    entry.watch.end();
    open.delete(entry);
  }

  async function readBack(entry: Entry): Promise<'confirmed' | 'mismatch'> {
    try {
      if (entry.values.size === 0) return 'confirmed';
      const wrong = await deps.readWrong(entry.request, entry.values);
      for (const parameter of wrong) {
        const sent = entry.values.get(parameter);
        if (sent !== undefined) deps.rollBack(entry.request, parameter, sent.value);
      }
      return wrong.length > 0 ? 'mismatch' : 'confirmed';
    } finally {
      forget(entry);
    }
  }

  function wait(entry: Entry): void {
    entry.sleeping = true;
    entry.watch.taken.addEventListener(
      'abort',
      () => {
        // Nobody waits for the answer any longer, and a CCU that cannot be read has shown no other value either.
        if (!deps.closing.aborted) readBack(entry).catch(() => undefined);
      },
      { once: true },
    );
  }

  return {
    begin(request, values) {
      const watch = deps.watch.begin(request.channelAddress);
      return {
        async proof() {
          const entry = track(request, values, watch);
          await pause(deps.timers, deps.readBackMs, AbortSignal.any([deps.closing, watch.taken]));
          if (deps.closing.aborted) throw abortError(deps.closing);
          if (!watch.taken.aborted && watch.isPending()) {
            wait(entry);
            return 'pending';
          }
          return await readBack(entry);
        },
        asleep: () => wait(track(request, values, watch)),
        end: watch.end,
      };
    },
  };
}
