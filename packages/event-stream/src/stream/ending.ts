/** The end of a stream, for readers that wait for more of it. */
export interface Ending {
  readonly ended: boolean;
  /** Returns a function that removes the callback. */
  onEnd(callback: () => void): () => void;
}

export function createEnding(): Ending & { readonly mark: () => void; readonly tell: () => void } {
  const callbacks = new Set<() => void>();
  let ended = false;
  return {
    get ended() {
      return ended;
    },
    onEnd(callback) {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    /** Nothing is published any more. */
    mark() {
      ended = true;
    },
    /** Wakes all waiting readers. */
    tell() {
      for (const callback of [...callbacks]) callback();
    },
  };
}
