import type { Gateway } from '@ccu-gateway/client';
import type { HouseStore } from '../store/house-store.js';
import type { PointKey } from '../store/points.js';
import type { Consent } from './consent.js';
import { reasonOf } from './reason.js';

/** Sends values. A sent value shows at once as pending, and a failed one shows the reason. */
export interface ValueWriter {
  /** Resolves when the gateway has answered. It never rejects: the point has the outcome. */
  write(key: PointKey, value: unknown, consent: Consent): Promise<void>;
}

export interface ValueWriterOptions {
  readonly gateway: Pick<Gateway, 'call'>;
  readonly store: HouseStore;
  readonly now: () => number;
  /** Announces the outcome to users of a screen reader. */
  readonly announce: (what: 'saved' | 'failed', key: PointKey) => void;
}

export function createValueWriter({ gateway, store, now, announce }: ValueWriterOptions): ValueWriter {
  /** Number of the newest write of a data point: outcomes of earlier writes are not shown. */
  const newest = new Map<PointKey, number>();
  return {
    async write(key, value) {
      const point = store.peekPoint(key);
      const device = point === undefined ? undefined : store.peekDevice(point.device);
      if (point === undefined || device === undefined) return;
      const { central, address } = device.summary;
      const mine = (newest.get(key) ?? 0) + 1;
      newest.set(key, mine);
      store.mark(key, { state: 'pending', value, at: now() });
      try {
        await gateway.call('setDataPointValue', {
          path: { addr: address, no: point.channel, param: point.summary.parameter },
          query: { central },
          // The type of the value depends on the data point at run time. The gateway checks it.
          body: { value: value as never },
        });
        announce('saved', key);
        if (newest.get(key) !== mine) return;
        // An action has no value to return, and a value that is already set causes no event.
        const same = store.peekPoint(key)?.summary.value === value;
        if (!point.summary.operations.event || point.summary.type === 'ACTION' || same) store.mark(key, undefined);
      } catch (error) {
        announce('failed', key);
        if (newest.get(key) === mine)
          store.mark(key, { state: 'rolled_back', value, reason: reasonOf(error), at: now() });
      }
    },
  };
}
