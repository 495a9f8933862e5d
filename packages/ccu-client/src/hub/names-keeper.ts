import type { Complaints } from '../log/complaints.js';
import { isCcuError } from '../model/errors.js';
import type { CcuEvent } from '../model/model.js';
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

export function createNamesKeeper(deps: {
  readonly central: string;
  readonly reload: () => Promise<void>;
  readonly timings: Pick<Timings, 'namesPollMs' | 'rescanMinMs' | 'retryMinMs' | 'retryMaxMs'>;
  readonly timers: Timers;
  readonly now: Now;
  readonly complaints: Complaints;
  readonly signal: AbortSignal;
}): NamesKeeper {
  const { timings, timers, signal } = deps;
  let loadedAt: number | undefined;
  let busy = false;
  let cancelPoll: (() => void) | undefined;

  /** Until it worked: the logic layer of a CCU is often minutes behind its interfaces. */
  async function load(): Promise<void> {
    if (loadedAt !== undefined) await pause(timers, Math.max(0, loadedAt + timings.rescanMinMs - deps.now()), signal);
    for (let waitMs = timings.retryMinMs; !signal.aborted; waitMs = Math.min(waitMs * 2, timings.retryMaxMs)) {
      try {
        await deps.reload();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const code = isCcuError(error) ? error.code : 'unknown';
        deps.complaints.report({
          event: `names.${code}`,
          message: 'the names cannot be read yet',
          central: deps.central,
        });
        await pause(timers, waitMs, signal);
      }
    }
  }

  signal.addEventListener('abort', () => cancelPoll?.(), { once: true });

  function request(): void {
    if (busy || signal.aborted) return;
    busy = true;
    void load().finally(() => {
      busy = false;
    });
  }

  return {
    request: request,
    onEvent(event) {
      if (event.type === 'devices_described' && event.source === 'NEW') request();
      if (event.type !== 'names_loaded') return;
      loadedAt = deps.now();
      cancelPoll?.();
      if (timings.namesPollMs > 0 && !signal.aborted) cancelPoll = timers.after(timings.namesPollMs, request);
    },
    loaded: () => loadedAt !== undefined,
  };
}
