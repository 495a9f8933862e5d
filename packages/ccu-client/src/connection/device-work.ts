import { isCcuError } from '../model/errors.js';
import type { Now, Timers } from '../model/ports.js';
import { createGate } from '../time/gate.js';
import { pause } from '../time/wait.js';

/** Work on the list of devices, one piece after the other. */
export interface DeviceWork {
  run(work: () => Promise<void>): Promise<void>;
  /** The same, with trouble said instead of thrown. */
  background(work: () => Promise<void>): void;
  /** Compares with the CCU's own list now. */
  rescan(): Promise<void>;
  /** An address that was not announced is probably a new device: compares soon, at most once per `rescanMinMs`. */
  planRescan(): void;
}

export function createDeviceWork(deps: {
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  readonly rescanMinMs: number;
  readonly elapsed: Now;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly complain: (event: string, message: string) => void;
}): DeviceWork {
  const { signal, elapsed } = deps;
  const gate = createGate(1);
  let rescannedAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;

  function background(work: () => Promise<void>): void {
    gate.run(work).catch((error: unknown) => {
      if (signal.aborted) return;
      deps.complain(`inventory.${isCcuError(error) ? error.code : 'failed'}`, 'a change of devices could not be read');
    });
  }

  async function refresh(): Promise<void> {
    rescannedAt = elapsed();
    await deps.refresh(signal);
  }

  return {
    run: (work) => gate.run(work),
    background,
    rescan: () => gate.run(refresh),
    planRescan() {
      if (isPlanned) return;
      isPlanned = true;
      const wait = Math.max(0, rescannedAt + deps.rescanMinMs - elapsed());
      void pause(deps.timers, wait, signal).then(() => {
        isPlanned = false;
        if (!signal.aborted) background(refresh);
      });
    },
  };
}
