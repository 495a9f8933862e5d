import { describe, expect, it } from 'vitest';
import { variableSeries } from '../src/use-case/series.js';
import { energyWorld, fixed, HOUR, sampleOf } from './energy-world.js';

const ESI = '0000DE40000001';
const from = new Date(2026, 4, 4).getTime();
const now = from + 24 * HOUR;
/** A counter that rises by the same amount each hour. */
const rising = (point: string, first: number, by: number) =>
  Array.from({ length: 24 }, (_, hour) =>
    sampleOf(point, from + hour * HOUR, Math.round((first + hour * by) * 1e4) / 1e4),
  );

const gasTariff = fixed(10_000, { kind: 'gas', gas: { calorific_kwh_m3: 11.2, state_number: 0.95 } });

describe('gas', () => {
  const point = `${ESI}:2:GAS_VOLUME`;
  const points = { [point]: { unit: 'm3', value: 812.5 }, [`${ESI}:2:ENERGY_COUNTER`]: { unit: 'Wh', value: 0 } };

  it('has its volume, the energy by calorific value and state number, and the cost of that energy', async () => {
    const world = await energyWorld({
      points,
      samples: rising(point, 800, 0.1),
      now,
      tariffs: { tariffs: [gasTariff] },
    });
    const energy = await world.energy({ kind: 'gas', from, to: now, group: 'hour' });
    expect(energy.kinds).toEqual(['electricity', 'gas']);
    expect(energy.devices[0]?.buckets[1]).toMatchObject({ volume_m3: 0.1, consumed_wh: 1_064, cost_mct: 10_640 });
    expect(energy).toMatchObject({
      total_volume_m3: 2.3,
      total_consumed_wh: 24_472,
      total_cost_mct: 244_720,
      total_unpriced_m3: 0,
    });
  });

  it('without a tariff has its volume, and no energy or cost is invented', async () => {
    const world = await energyWorld({ points, samples: rising(point, 800, 0.1), now });
    const energy = await world.energy({ kind: 'gas', from, to: now });
    expect(energy).toMatchObject({
      total_volume_m3: 2.3,
      total_consumed_wh: 0,
      total_cost_mct: 0,
      total_unpriced_m3: 2.3,
    });
  });

  it('is absent where the sensor counts something else', async () => {
    const electric = { [point]: { unit: 'm3', value: 0 }, [`${ESI}:2:ENERGY_COUNTER`]: { unit: 'Wh', value: 5 } };
    const world = await energyWorld({ points: electric, samples: [], now });
    const energy = await world.energy({ kind: 'gas', from, to: now });
    expect([energy.kinds, energy.devices]).toEqual([['electricity'], []]);
  });
});

describe('water', () => {
  it('is counted in litres or cubic metres by the unit of the device, and paid for by cubic metres', async () => {
    const [litres, cubic] = ['000AAA:1:WATER_VOLUME', '000BBB:1:WATER_VOLUME'];
    const points = { [litres]: { unit: 'L', value: 9 }, [cubic]: { unit: 'm³', value: 9 } };
    const samples = [...rising(litres, 100, 50), ...rising(cubic, 4, 0.05)];
    const tariffs = { tariffs: [fixed(400_000, { kind: 'water' })] };
    const world = await energyWorld({ points, samples, now, tariffs });
    const { devices, ...energy } = await world.energy({ kind: 'water', from, to: now });
    expect(devices.map(({ total_volume_m3: volume, total_cost_mct: cost }) => [volume, cost])).toEqual([
      [1.15, 460_000],
      [1.15, 460_000],
    ]);
    expect(energy).toMatchObject({ total_consumed_wh: 0, total_unpriced_wh: 0, total_unpriced_m3: 0 });
  });
});

describe('electricity', () => {
  it('counts a register as feed-in or not at all where the settings give it that role', async () => {
    const registers = [2, 3, 4].map((channel) => `${ESI}:${channel}:ENERGY_COUNTER`);
    const points = Object.fromEntries(registers.map((each) => [each, { unit: 'Wh', value: 1 }]));
    const samples = registers.flatMap((each, index) => rising(each, 1_000_000, 100 * (index + 1)));
    const meters = [
      { meter: `${ESI}:3`, counts: 'nothing', is_main: false },
      { meter: `${ESI}:4`, counts: 'feed_in', is_main: false },
    ] as const;
    const tariffs = [fixed(30_000), fixed(8_000, { kind: 'feed_in' })];
    const world = await energyWorld({ points, samples, now, tariffs: { tariffs, meters } });
    expect(await world.energy({ from, to: now })).toMatchObject({
      ...{ total_consumed_wh: 2_300, total_cost_mct: 69_000 },
      ...{ total_feed_in_wh: 6_900, total_feed_in_mct: 55_200, total_unpriced_feed_in_wh: 0 },
    });
  });

  it('reads meters with kilowatt-hours, and negative power where the house feeds in', async () => {
    const [counter, power] = ['MEQ0000001:1:IEC_ENERGY_COUNTER', 'MEQ0000001:1:POWER'];
    const points = { [counter]: { unit: 'kWh', value: 1 }, [power]: { unit: 'W', value: -300 } };
    const samples = [...rising(counter, 4_123.0001, 0.0004), sampleOf(power, from, -300)];
    const world = await energyWorld({ points, samples, now });
    const { devices, ...energy } = await world.energy({ from, to: now, group: 'hour' });
    expect(energy.total_consumed_wh).toBe(9.2);
    expect(devices[0]?.buckets[1]).toMatchObject({ consumed_wh: 0.4, avg_power_w: -300, peak_power_w: 0 });
  });

  it('has the sum of the main meters where there are some, and leaves them out of the rooms', async () => {
    const [main, plug] = [`${ESI}:2:ENERGY_COUNTER`, '0001D3C99C00A1:6:ENERGY_COUNTER'];
    const points = { [main]: { unit: 'Wh', value: 1 }, [plug]: { unit: 'Wh', value: 1 } };
    const samples = [...rising(main, 0, 500), ...rising(plug, 0, 100)];
    const meters = [{ meter: `${ESI}:2`, is_main: true }];
    const world = await energyWorld({ points, samples, now, tariffs: { meters } });
    const energy = await world.energy({ from, to: now });
    expect(energy).toMatchObject({ total_consumed_wh: 11_500, rooms: [{ name: 'Cellar', total_consumed_wh: 2_300 }] });
    expect(energy.devices.map(({ is_main: isMain }) => isMain)).toEqual([true, false]);
  });

  it('applies the role of a replaced meter to its successor', async () => {
    const point = '0001D3C99C00A2:6:ENERGY_COUNTER';
    const world = await energyWorld({
      ...{ points: { [point]: { unit: 'Wh', value: 1 } }, samples: rising(point, 0, 10), now },
      replaced: [{ address: '0001D3C99C00A1', at: new Date(from).toISOString() }],
      tariffs: { meters: [{ meter: '0001D3C99C00A1:6', counts: 'feed_in', is_main: false }] },
    });
    expect(await world.energy({ from, to: now })).toMatchObject({ total_consumed_wh: 0, total_feed_in_wh: 230 });
  });

  it('has the counter of the CCU beside it, and only where it was known all the time', async () => {
    const point = '0001D3C99C00A1:6:ENERGY_COUNTER';
    const name = 'svEnergyCounter_1234_0001D3C99C00A1:6';
    const of = variableSeries({ central: 'home', name });
    const counted = Array.from({ length: 24 }, (_, hour) => ({
      series: of,
      at: from + hour * HOUR,
      value: 50 + 11 * hour,
    }));
    const given = { points: { [point]: { unit: 'Wh', value: 1 } }, now, sysvars: [{ name, central: 'home' }] };
    const read = async (samples: typeof counted) => {
      const world = await energyWorld({ ...given, samples: [...rising(point, 0, 10), ...samples] });
      return (await world.energy({ from, to: now })).devices[0];
    };
    expect(await read(counted)).toMatchObject({ total_consumed_wh: 230, ccu_consumed_wh: 253 });
    expect(await read(counted.slice(12))).not.toHaveProperty('ccu_consumed_wh');
  });
});

describe('standby power', () => {
  const DAY = 24 * HOUR;
  const today = new Date(2026, 4, 31).getTime();
  const nights = (count: number) => Array.from({ length: count }, (_, night) => today - (night + 1) * DAY);
  const [counter, power] = ['0001D3C99C00A1:6:ENERGY_COUNTER', '0001D3C99C00A1:6:POWER'];
  const points = { [counter]: { unit: 'Wh', value: 1 }, [power]: { unit: 'W', value: 1 } };

  it('is the middle of the lowest hours of the nights, with the cost of a year', async () => {
    const samples = nights(9).flatMap((night, index) => [
      sampleOf(power, night, 60),
      // One night it was off, one night the fridge ran all the time.
      sampleOf(power, night + 2 * HOUR, index === 0 ? 0 : index === 1 ? 60 : 4.5),
      sampleOf(power, night + 4 * HOUR, 60),
    ]);
    const world = await energyWorld({ points, samples, now: today + HOUR, tariffs: { tariffs: [fixed(30_000)] } });
    const { devices, currency } = await world.standby();
    expect(currency).toBe('EUR');
    expect(devices).toMatchObject([
      { nights: 9, source: 'power', standby_w: 4.5, year_wh: 39_420, year_mct: 1_182_600 },
    ]);
  });

  it('is that of the counter where there is no power, and absent without enough nights', async () => {
    let value = 0;
    const samples = Array.from({ length: 10 * 24 }, (_, hour) => {
      value += 2;
      return sampleOf(counter, today - 10 * DAY + hour * HOUR + 1_000, value);
    });
    const world = await energyWorld({ points: { [counter]: { value: 1 } }, samples, now: today });
    expect((await world.standby()).devices).toMatchObject([{ nights: 10, source: 'counter', standby_w: 2 }]);
    const early = await energyWorld({
      points: { [counter]: { value: 1 } },
      samples: samples.slice(-24 * 6),
      now: today,
    });
    const [device] = (await early.standby()).devices;
    expect(device).toMatchObject({ nights: 6, source: 'counter' });
    expect(device).not.toHaveProperty('standby_w');
  });
});
