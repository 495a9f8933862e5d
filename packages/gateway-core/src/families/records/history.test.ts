import { expect, it } from 'vitest';
import type { House } from '../../ports/house.js';
import { createMemoryHistoryStore } from '../../testing/memory-history-store.js';
import { pointSeries } from '../../use-case/series.js';
import { readHistory } from './history.js';

const AT = Date.UTC(2026, 0, 1);
const [OLD, FRESH] = ['0001D3C99C00A1', '0001D3C99C00A2'] as const;

/** A house of one data point on each of two devices, of which this one took the place of another one. */
function swapped(replacing: string, device: object) {
  const store = createMemoryHistoryStore();
  const ok = (value: object) => () => ({ ok: true, value });
  const house = {
    centralNames: () => ['home'],
    dataPoint: ok({ type: 'FLOAT' }),
    resolve: ok({ central: 'home' }),
    device: (address: string) => ({ ok: true, value: address === replacing ? device : {} }),
  } as unknown as House;
  const history = {
    ...store,
    retention: () => ({ enabled: true, maxDays: 30, maxBytes: 1e6, years: 10 }),
    isRecorded: () => true,
  };
  const series = (address: string) => pointSeries({ central: 'home', address, channel: 1, parameter: 'LEVEL' });
  const record = (address: string, hours: number, value: number) =>
    store.append([{ series: series(address), at: AT + hours * 3_600_000, value }]);
  const read = async (...addresses: readonly string[]) => {
    const ports = { house, history, clock: { now: () => AT + 10 * 3_600_000 } };
    const points = addresses.map((address) => `${address}:1:LEVEL`);
    return (await readHistory(ports, { points, from: AT })).series.map(({ values }) => values);
  };
  return { record, read };
}

const iso = (hours: number) => new Date(AT + hours * 3_600_000).toISOString();

it('the history of a replaced device goes on with the new one, each at its time', async () => {
  const { record, read } = swapped(FRESH, { replaced: [{ address: OLD, at: iso(4) }], identity_address: OLD });
  await record(OLD, 1, 0.1);
  await record(FRESH, 2, 0.9); // On the desk, before it was in its place.
  await record(OLD, 3, 0.3);
  await record(OLD, 5, 0.8); // In the drawer.
  await record(FRESH, 6, 0.6);
  expect(await read(FRESH)).toEqual([[0.1, 0.3, 0.6]]);
});

it('the history of a device that returned has its own earlier values, too', async () => {
  const { record, read } = swapped(OLD, {
    replaced: [
      { address: OLD, at: iso(4) },
      { address: FRESH, at: iso(6) },
    ],
  });
  await record(OLD, 1, 0.1);
  await record(FRESH, 3, 0.2); // On the desk.
  await record(FRESH, 5, 0.5);
  await record(OLD, 5.5, 0.4); // In the drawer.
  await record(FRESH, 7, 0.9);
  await record(OLD, 8, 0.8);
  expect(await read(OLD)).toEqual([[0.1, 0.5, 0.8]]);
});

it('a series that counts for two devices at different times is read for both', async () => {
  const { record, read } = swapped(FRESH, { replaced: [{ address: OLD, at: iso(4) }], identity_address: OLD });
  await record(OLD, 1, 0.1);
  await record(OLD, 5, 0.8);
  await record(FRESH, 6, 0.6);
  expect(await read(FRESH, OLD)).toEqual([
    [0.1, 0.6],
    [0.1, 0.8],
  ]);
});
