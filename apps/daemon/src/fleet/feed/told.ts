import type { SharedLog, SharedRecord } from '@ccu-gateway/event-stream';
import { isGateway, sourceOfGateway } from './source.js';

/** Messages between gateways that concern no CCU. */
export function createTold(instance: string, log: Pick<SharedLog, 'onHealth'>) {
  const listeners: ((text: string | undefined) => void)[] = [];
  const lostListeners: (() => void)[] = [];
  const source = sourceOfGateway(instance);
  const tell = (text: string | undefined) => {
    for (const listener of listeners) listener(text);
  };
  // Messages of another gateway that waited while the log was away are lost where it has ended since.
  log.onHealth(({ state }) => state === 'connected' && tell(undefined));
  return {
    source,
    take(record: Pick<SharedRecord, 'source' | 'text'>) {
      if (isGateway(record.source) && record.source !== source) tell(record.text);
    },
    missed: () => tell(undefined),
    on: (listener: (text: string | undefined) => void) => void listeners.push(listener),
    lost() {
      for (const listener of lostListeners) listener();
    },
    onLost: (listener: () => void) => void lostListeners.push(listener),
  };
}
