import type { Gateway } from '@ccu-gateway/client';
import type { HouseStore } from '../store/house-store.js';
import type { PointKey } from '../store/points.js';
import type { Consent } from './consent.js';
import { reasonOf } from './reason.js';

/** Sends values; what is sent shows at once as pending, and what did not take effect says why. */
export interface ValueWriter {
  /** Resolves when the gateway has answered. It never rejects: the point says what became of it. */
  write(key: PointKey, value: unknown, consent: Consent): Promise<void>;
}

export interface ValueWriterOptions {
  readonly gateway: Pick<Gateway, 'call'>;
  readonly store: HouseStore;
  readonly now: () => number;
  /** Tells people who cannot see the control what became of it. */
  readonly announce: (what: 'saved' | 'failed', key: PointKey) => void;
}

export function createValueWriter({ gateway, store, now, announce }: ValueWriterOptions): ValueWriter {
  /** Number of the newest write of a data point: what became of an earlier one does not show any more. */
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
          // What a control sends is of the type of its data point, which is known at run time only. The gateway checks it.
          body: { value: value as never },
        });
        announce('saved', key);
        if (newest.get(key) !== mine) return;
        // An action has no value that could come back; and what the CCU was set to already causes no event.
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
