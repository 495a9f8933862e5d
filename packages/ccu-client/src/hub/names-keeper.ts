import type { Complaints } from '../log/complaints.js';
import { isCcuError } from '../model/errors.js';
import type { CcuEvent, InterfaceName } from '../model/model.js';
import type { Now, Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import { pause } from '../time/wait.js';

/** Sees to it that names, rooms and functions are known, and not for ever those of the first minute. */
export interface NamesKeeper {
  /** Asks for them, now or as soon as the last reading is old enough. */
  request(): void;
  onEvent(event: CcuEvent): void;
  loaded(): boolean;
}

/** More devices than users pair at once, and the longest pause between two reads of their names. */
const MAX_NAMELESS = 1_000;
const LONGEST_NAMELESS_MS = 3_600_000;

export function createNamesKeeper(deps: {
  readonly central: string;
  readonly reload: () => Promise<void>;
  readonly timings: Pick<Timings, 'namesPollMs' | 'rescanMinMs' | 'retryMinMs' | 'retryMaxMs'>;
  readonly timers: Timers;
  readonly now: Now;
  readonly complaints: Complaints;
  /** True once the devices of the interface were loaded: their names are read only then. */
  readonly isLoaded: (interfaceName: InterfaceName) => boolean;
  readonly signal: AbortSignal;
}): NamesKeeper {
  const { timings, timers, signal } = deps;
  let loadedAt: number | undefined;
  let busy = false;
  /** Devices that arrived meanwhile may be missing in the running read. */
  let isDueAgain = false;
  const nameless = createNameless(timings.rescanMinMs);
  let cancelPoll: (() => void) | undefined;

  /** Until it worked: the logic layer of a CCU is often minutes behind its interfaces. */
  async function load(): Promise<void> {
    if (loadedAt !== undefined) await pause(timers, Math.max(0, loadedAt + timings.rescanMinMs - deps.now()), signal);
    for (let waitMs = timings.retryMinMs; !signal.aborted; waitMs = Math.min(waitMs * 2, timings.retryMaxMs)) {
      try {
        isDueAgain = false;
        await deps.reload();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const event = `names.${isCcuError(error) ? error.code : 'unknown'}`;
        deps.complaints.report({ event, message: 'the names cannot be read yet', central: deps.central });
        await pause(timers, waitMs, signal);
      }
    }
  }

  signal.addEventListener('abort', () => cancelPoll?.(), { once: true });

  function request(): void {
    if (signal.aborted) return;
    isDueAgain = busy;
    if (busy) return;
    busy = true;
    void load().finally(() => {
      busy = false;
      if (isDueAgain) request();
    });
  }

  function added(interfaceName: InterfaceName, addresses: readonly string[]): void {
    if (addresses.length === 0 || !deps.isLoaded(interfaceName)) return;
    nameless.add(addresses.filter(isDevice));
    request();
  }

  function loaded(names: Extract<CcuEvent, { type: 'names_loaded' }>['names']): void {
    loadedAt = deps.now();
    nameless.remove(names.map(({ address }) => address));
    cancelPoll?.();
    const pauseMs = shortest(timings.namesPollMs, nameless.nextPauseMs());
    if (pauseMs !== undefined && !signal.aborted) cancelPoll = timers.after(pauseMs, request);
  }

  return {
    request,
    onEvent(event) {
      if (event.type === 'devices_described') added(event.interfaceName, event.added ?? []);
      else if (event.type === 'devices_removed') nameless.remove(event.addresses);
      else if (event.type === 'names_loaded') loaded(event.names);
    },
    loaded: () => loadedAt !== undefined,
  };
}

/** New devices without a name so far: a logic layer has them later than their interface, or once accepted. */
function createNameless(firstPauseMs: number) {
  const addresses = new Set<string>();
  let pauseMs = 0;
  return {
    add(devices: readonly string[]): void {
      for (const address of devices) if (addresses.size < MAX_NAMELESS) addresses.add(address);
      pauseMs = firstPauseMs;
    },
    remove(gone: readonly string[]): void {
      for (const address of gone) addresses.delete(address);
    },
    /** Pause until names are read again, longer each time; 0 where none is missing. */
    nextPauseMs(): number {
      const nextMs = addresses.size > 0 ? pauseMs : 0;
      pauseMs = Math.min(pauseMs * 2, LONGEST_NAMELESS_MS);
      return nextMs;
    },
  };
}

/** The shortest of the pauses that there are; 0 is none. */
function shortest(...pauses: readonly number[]): number | undefined {
  const there = pauses.filter((pauseMs) => pauseMs > 0);
  return there.length === 0 ? undefined : Math.min(...there);
}

const isDevice = (address: string): boolean => !address.includes(':');
