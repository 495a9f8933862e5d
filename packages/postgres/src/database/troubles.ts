import type { StorageError } from '@ccu-gateway/storage';
import { isOfWrites } from './errors.js';

export interface Troubles {
  /** Undefined when everything works, as far as was seen. */
  current(): StorageError | undefined;
  /** Takes note of an error of a statement, or of the attempt to connect. An error that passes by itself is none. */
  met(error: StorageError, by: 'pool' | 'listener'): void;
  /** A statement was answered there. */
  answered(by: 'pool' | 'listener'): void;
  /** Something was written and committed. */
  wrote(): void;
}

/**
 * Causes that keep a server from being used. Each is over when the failed part works again: a server that takes no
 * writes answers reads all the time, and one that takes no more connections answers on those that are open.
 */
export function createTroubles(): Troubles {
  let ofPool: StorageError | undefined;
  let ofListener: StorageError | undefined;
  let ofWrites: StorageError | undefined;
  return {
    current: () => ofPool ?? ofListener ?? ofWrites,
    met(error, by) {
      if (error.code !== 'storage_unavailable' && error.code !== 'storage_full') return;
      if (isOfWrites(error)) ofWrites = error;
      else if (by === 'pool') ofPool = error;
      else ofListener = error;
    },
    answered(by) {
      ofListener = undefined;
      if (by === 'pool') ofPool = undefined;
    },
    wrote() {
      ofWrites = undefined;
    },
  };
}
