import { expect, it } from 'vitest';
import { readyHouse, SWITCH, value } from '../test/house.js';

it('equals the summary of a value, for every data point', () => {
  const { house } = readyHouse();
  house.apply(value(`${SWITCH}:4`, 'STATE', true));
  const told: unknown[] = [];
  for (const { address } of house.devices()) {
    const channels = house.channels(address);
    for (const { number: channel } of channels.ok ? channels.value : []) {
      const points = house.dataPoints({ address, channel });
      for (const summary of points.ok ? points.value : []) {
        const { parameter, unit, last_changed_at, last_seen_at } = summary;
        const reading = house.reading({ address, channel, parameter });
        const time = (at: string | undefined) => (at === undefined ? undefined : Date.parse(at));
        const same = {
          value: summary.value,
          unit,
          changedAt: time(last_changed_at),
          seenAt: time(last_seen_at),
        };
        expect(reading, `${address}:${channel} ${parameter}`).toEqual({ ok: true, value: same });
        if (reading.ok && reading.value.value !== undefined) told.push(reading.value.value);
      }
    }
  }
  expect(told).toContain(true);
});

it('is refused where the summary is', () => {
  const { house } = readyHouse();
  const asked = [
    { address: 'NONE', channel: 4, parameter: 'STATE' },
    { address: SWITCH, channel: 99, parameter: 'STATE' },
    { address: SWITCH, channel: 4, parameter: 'NONE' },
  ];
  for (const at of asked) {
    expect(house.reading(at)).toEqual(house.dataPoint(at));
    expect(house.reading(at).ok).toBe(false);
  }
});
