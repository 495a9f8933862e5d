import type { Complaints } from '../log/complaints.js';
import type { CcuEvent, CcuEventListener } from '../model/model.js';

/** The listeners to the events of one CCU. */
export interface Listeners {
  /** Returns a function that removes it. */
  add(listener: CcuEventListener): () => void;
  /** A listener that throws is reported, and keeps the event from no other. */
  tell(event: CcuEvent): void;
  clear(): void;
}

export function createListeners(central: string, complaints: Complaints): Listeners {
  const listeners = new Set<CcuEventListener>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          complaints.report({
            level: 'error',
            event: 'listener.failed',
            message: `a listener failed: ${error instanceof Error ? error.message : 'unknown'}`,
            central,
          });
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
