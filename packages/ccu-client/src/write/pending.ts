import type { WireValue } from '../model/model.js';
import type { SentValue } from './journal-records.js';
import { type Expectation, type PendingDeps, PendingValue } from './pending-value.js';

/** Sent values that wait for the CCU to show them. */
export interface PendingValues {
  /** Begins before sending, because the event may be faster than the answer. Ends an older one of the same parameter. */
  expect(sent: SentValue): Expectation;
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  has(channelAddress: string, parameter: string): boolean;
  close(): void;
}

export function createPendingValues(deps: PendingDeps): PendingValues {
  const waiting = new Map<string, PendingValue>();
  return {
    expect(sent) {
      const key = keyOf(sent.channelAddress, sent.parameter);
      waiting.get(key)?.settle('superseded');
      const pending = new PendingValue(deps, sent, () => waiting.delete(key));
      waiting.set(key, pending);
      deps.keep(sent);
      return pending;
    },
    seen(channelAddress, parameter, value) {
      waiting.get(keyOf(channelAddress, parameter))?.seen(value);
    },
    has: (channelAddress, parameter) => waiting.has(keyOf(channelAddress, parameter)),
    close() {
      for (const pending of [...waiting.values()]) pending.settle('closed');
    },
  };
}

function keyOf(channelAddress: string, parameter: string): string {
  return `${channelAddress}.${parameter}`;
}
