import type { CallWire } from '../model/calls.js';

/**
 * A way of messages within one process: for tests.
 *
 * @example
 * const wire = createMemoryWire();
 * const [serving, asking] = [openCalls({ wire, id: 'link', handlers }), openCalls({ wire, id: 'serve' })];
 */
export function createMemoryWire(): CallWire {
  const listeners = new Map<string, (text: string) => void>();
  return {
    listen(address, listener) {
      listeners.set(address, listener);
      return () => listeners.delete(address);
    },
    send(to, text, onNobody) {
      setImmediate(() => {
        const listener = listeners.get(to);
        if (listener) listener(text);
        else onNobody();
      });
    },
  };
}
