import type { EnergyTariff, EnergyTariffs } from '@ccu-gateway/contract/types';
import { NO_TARIFFS } from '../src/energy/tariffs.js';
import { type EnergyRequest, readEnergy } from '../src/families/records/energy.js';
import { previewTariffs } from '../src/families/records/energy-preview.js';
import { readStandby } from '../src/families/records/energy-standby.js';
import { rollUp } from '../src/history/rolled/roll-up.js';
import type { HistorySample } from '../src/ports/history.js';
import type { House, HubView } from '../src/ports/house.js';
import { createMemoryHistoryStore } from '../src/testing/memory-history-store.js';
import { serviceCaller } from '../src/use-case/caller.js';
import { localDay } from '../src/use-case/local-day.js';
import { pointSeries } from '../src/use-case/series.js';

export const HOUR = 3_600_000;

/** Data points of invented meters: unit and present value, by address, channel and parameter. */
export type Points = Readonly<Record<string, { readonly unit?: string; readonly value?: number }>>;

export const sampleOf = (point: string, at: number, value: number): HistorySample => {
  const [address = '', channel, parameter = ''] = point.split(':');
  return { series: pointSeries({ central: 'home', address, channel: Number(channel), parameter }), at, value };
};

export const fixed = (price: number, more: Partial<EnergyTariff> = {}): EnergyTariff => ({
  ...{ kind: 'electricity', name: '', valid_from: '2000-01-01', price: { type: 'fixed', price_mct: price } },
  ...more,
});

/** A gateway that has recorded these samples, and rolled up the days that ended by `rolledUntil`. */
export async function energyWorld(given: {
  readonly points: Points;
  readonly samples: readonly HistorySample[];
  readonly now: number;
  readonly rolledUntil?: number;
  readonly tariffs?: Partial<EnergyTariffs>;
  readonly sysvars?: readonly { readonly name: string; readonly central: string }[];
  readonly replaced?: readonly { readonly address: string; readonly at: string }[];
}) {
  const { points, now } = given;
  const store = createMemoryHistoryStore();
  await store.append(given.samples);
  const next = () => store.rollUps.next(given.rolledUntil ?? now, localDay);
  for (let step = await next(); step; step = await next()) {
    await store.rollUps.put(step, await rollUp(store, step), { maxAgeMs: 1e13, maxBytes: 1e9 });
  }
  const addresses = [...new Set(Object.keys(points).map((each) => each.split(':')[0] ?? ''))];
  const devices = addresses.map((address) => {
    const numbers = Object.keys(points).flatMap((each) =>
      each.startsWith(address) ? [Number(each.split(':')[1])] : [],
    );
    const channels = [...new Set(numbers)].map((number) => ({ number }));
    return { address, name: address, central: 'home', rooms: ['Cellar'], channels, replaced: given.replaced };
  });
  const house = {
    centralNames: () => ['home'],
    devices: () => devices,
    device: (address: string) => ({ ok: true, value: devices.find((each) => each.address === address) }),
    dataPoint: (place: { readonly address: string; readonly channel: number; readonly parameter: string }) => {
      const point = points[`${place.address}:${place.channel}:${place.parameter}`];
      return { ok: point !== undefined, value: point };
    },
  } as unknown as House;
  const hub = { sysvars: () => given.sysvars ?? [] } as unknown as HubView;
  const retention = () => ({ enabled: true, maxDays: 30, maxBytes: 1e6, years: 10 });
  const history = { ...store, retention, isRecorded: () => true };
  const tariffs = { read: async () => ({ ...NO_TARIFFS, ...given.tariffs }) };
  const ports = { house, hub, history, clock: { now: () => now }, tariffs };
  return {
    energy: (request: EnergyRequest) => readEnergy(ports, request),
    standby: () => readStandby(ports, {}),
    preview: (candidate: Partial<EnergyTariffs>, role: 'admin' | 'operator' = 'admin') =>
      previewTariffs(ports, serviceCaller({ name: 'test', role }), { ...NO_TARIFFS, ...given.tariffs, ...candidate }),
  };
}
