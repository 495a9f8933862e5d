import type { Gateway, GatewayEvent } from '@ccu-gateway/client';
import type { Language } from '../i18n/languages.js';
import type { HouseStore } from '../store/house-store.js';
import type { House } from '../store/points.js';
import { deviceKeyOf } from '../store/points.js';
import { snapshotQuery } from './snapshot-query.js';

type Changed = Extract<GatewayEvent, { type: 'device.created' | 'device.removed' | 'device.metadata_changed' }>;
/** A starting gateway reports one device after the other for a minute. */
const SETTLE_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;
const RETRY_MS = 10_000;
/** As many as the address of one request has room for, and a page has read within a frame or two. */
const AT_ONCE = 40;

/** Reloads devices that were added, removed or changed, without the whole snapshot. */
export interface DeviceRenewal {
  onEvent(event: GatewayEvent): void;
  /** The whole snapshot was loaded, so earlier events no longer count. */
  reset(): void;
}

export interface DeviceRenewalOptions {
  readonly gateway: Pick<Gateway, 'call'>;
  readonly store: Pick<HouseStore, 'renew'>;
  readonly language: () => Language;
  readonly now: () => number;
  /** Runs a function once after a delay; returns a function that cancels it. */
  readonly timer: (run: () => void, delayMs: number) => () => void;
}

interface Device {
  readonly central: string;
  readonly device_address: string;
}

export function createDeviceRenewal({ gateway, store, language, now, timer }: DeviceRenewalOptions): DeviceRenewal {
  const touched = new Map<string, Device>();
  /** Undefined while nothing was asked. */
  let since: GatewayEvent[] | undefined;
  let firstAt = 0;
  let cancel = () => {};
  let run = 0;

  function wait(delayMs: number): void {
    cancel();
    cancel = timer(() => void renew(), delayMs);
  }

  async function renew(): Promise<void> {
    const mine = run;
    const batch = [...touched.values()].slice(0, AT_ONCE);
    for (const device of batch) touched.delete(keyOf(device));
    const events: GatewayEvent[] = [];
    since = events;
    try {
      const part = await read(batch);
      if (mine !== run) return;
      store.renew({ part, asked: batch.map(keyOf), events });
      since = undefined;
      if (touched.size > 0) wait(SETTLE_MS);
    } catch {
      if (mine !== run) return;
      // A failure shows at the connection; a new snapshot would include these devices as well.
      since = undefined;
      for (const device of batch) touched.set(keyOf(device), device);
      wait(RETRY_MS);
    }
  }

  function read(batch: readonly Device[]): Promise<House> {
    const device = [...new Set(batch.map(({ device_address: address }) => address))].join();
    return gateway.call('getSnapshot', { query: { ...snapshotQuery(language()), device } });
  }

  return {
    onEvent(event) {
      since?.push(event);
      if (!isChanged(event)) return;
      if (touched.size === 0) firstAt = now();
      touched.set(keyOf(event.payload), event.payload);
      // A running request may miss this change, so the device is requested again after it.
      if (since === undefined) wait(Math.max(0, Math.min(SETTLE_MS, firstAt + LONGEST_WAIT_MS - now())));
    },
    reset() {
      run += 1;
      cancel();
      touched.clear();
      since = undefined;
    },
  };
}

function isChanged(event: GatewayEvent): event is Changed {
  return event.type === 'device.created' || event.type === 'device.removed' || event.type === 'device.metadata_changed';
}

const keyOf = ({ central, device_address: address }: Device): string => deviceKeyOf(central, address);
