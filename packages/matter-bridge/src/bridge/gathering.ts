import type { EndpointPlan, Exposable } from '../mapping/plan.js';
import type { Recollection } from './recollection.js';

/** The time from the start of the bridge until it has its things together. */
export interface Gathering {
  onAssembled(house: readonly Exposable[], shown: readonly EndpointPlan[]): void;
  /** Resolves when no CCU is awaited; rejects when it is ended before. */
  complete(): Promise<void>;
  /** From now on, the exposed things are the required ones of the next start. */
  end(): void;
}

export function createGathering(
  recollection: Recollection,
  options: { readonly onAwaited: (centrals: readonly string[]) => void; readonly signal: AbortSignal },
): Gathering {
  const { onAwaited, signal } = options;
  let isOver = false;
  let shown: readonly EndpointPlan[] = [];
  let awaited: readonly string[] = [];
  let complete: () => void = () => undefined;
  return {
    onAssembled(house, now) {
      shown = now;
      if (isOver) return recollection.keep(shown);
      awaited = recollection.awaited(house);
      if (awaited.length === 0) complete();
    },
    async complete() {
      if (awaited.length === 0) return;
      onAwaited(awaited);
      await new Promise<void>((resolve, reject) => {
        complete = resolve;
        const stopped = () => reject(signal.reason);
        if (signal.aborted) stopped();
        signal.addEventListener('abort', stopped, { once: true });
      });
    },
    end() {
      isOver = true;
      recollection.keep(shown);
    },
  };
}
