import type { StorageError } from '@ccu-gateway/storage';
import { isOfWrites } from './errors.js';

export interface Troubles {
  /** Undefined when everything works, as far as was seen. */
  current(): StorageError | undefined;
  /** What a statement, or the attempt to connect, has met. What passes by itself is none. */
  met(error: StorageError, by: 'pool' | 'listener'): void;
  /** A statement was answered there. */
  answered(by: 'pool' | 'listener'): void;
  /** Something was written and committed. */
  wrote(): void;
}

/**
 * What keeps a server from being used. Each is over when that works again which has failed: a server that takes no writes answers reads
 * all the time, and one that takes no more connections answers on those that are open.
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
