import { describe, expect, it } from 'vitest';
import { hasData, realHouse, realTypes } from '../test/real-devices.js';

describe.skipIf(!hasData)('with one device of every real type (CCU_GATEWAY_CCU_DATA)', () => {
  it('knows every device, channel and data point that the files describe', () => {
    const types = realTypes();
    const house = realHouse(types);
    let devices = 0;
    let channels = 0;
    let points = 0;
    for (const type of types) {
      for (const description of type.devices) {
        if (description.ADDRESS.includes(':')) channels += 1;
        else devices += 1;
        points += Object.keys(type.paramsets[description.ADDRESS]?.VALUES ?? {}).length;
      }
    }
    expect([devices, channels, points]).toEqual([73, 572, 2555]);

    const summaries = house.devices();
    expect(summaries.length).toBe(devices);
    expect(summaries.reduce((sum, device) => sum + device.channels_count, 0)).toBe(channels);
    const snapshot = house.snapshot({ include: ['data_points'] });
    const all = snapshot.device_channels?.flatMap((device) => device.channels) ?? [];
    expect(all.length).toBe(channels);
    expect(all.reduce((sum, channel) => sum + (channel.data_points?.length ?? 0), 0)).toBe(points);
  });

  it('gives every data point an id of its own', () => {
    const ids = [...realHouse().snapshotLines({ include: ['data_points'] })]
      .filter((line) => line.kind === 'data_point')
      .map((line) => (line.data as { unique_id: string }).unique_id);
    expect(ids.length).toBe(2555);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^ccu_[a-z0-9_]+$/.test(id))).toEqual([]);
  });

  it('is ready once all four interfaces are loaded', () => {
    expect(realHouse().readiness('ccu1')).toEqual({
      phase: 'ready',
      ready: true,
      interfaces_loaded: 4,
      interfaces_total: 4,
    });
  });
});
