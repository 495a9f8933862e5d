import { describe, expect, it } from 'vitest';
import type { DeviceDescription } from '../model/model.js';
import { DeviceList } from './device-list.js';

const entry = (ADDRESS: string, more: object = {}) => ({ ADDRESS, TYPE: 'X', ...more }) as DeviceDescription;
const house = [entry('A'), entry('A:1'), entry('B'), entry('B:1')];

function known(): DeviceList {
  const devices = new DeviceList();
  devices.put(house);
  return devices;
}

describe('the list of devices', () => {
  it('returns whole devices in which something changed, in any order of members', async () => {
    const changedIn = (list: readonly DeviceDescription[]) => known().changedIn(list, async () => undefined);
    expect(await changedIn(house)).toEqual([]);
    expect(await changedIn([{ TYPE: 'X', ADDRESS: 'A' } as DeviceDescription])).toEqual([]);
    const renewed = [entry('A'), entry('A:1', { VERSION: 2 }), entry('B'), entry('C')];
    expect((await changedIn(renewed)).map(({ ADDRESS }) => ADDRESS)).toEqual(['A', 'A:1', 'C']);
  });

  it('compares a long list in slices', async () => {
    let turns = 0;
    const long = Array.from({ length: 10_000 }, (_, index) => entry(`D${index}`));
    await known().changedIn(long, async () => {
      turns += 1;
    });
    expect(turns).toBe(19);
  });

  it('forgets a device once its last channel is gone', () => {
    const devices = known();
    expect(devices.remove(['B:1', 'B'])).toEqual(['B:1', 'B']);
    expect(devices.remove(['B'])).toEqual([]);
    devices.put([entry('B:2')]);
    expect(devices.remove(['B'])).toEqual(['B:2']);
  });

  it('believes that a device is gone when it is missing from two lists in a row', () => {
    const devices = known();
    const without = house.filter(({ ADDRESS }) => !ADDRESS.startsWith('B'));
    expect(devices.goneIn(without)).toEqual([]);
    expect(devices.goneIn(house)).toEqual([]);
    expect(devices.goneIn(without)).toEqual([]);
    expect(devices.goneIn(without)).toEqual(['B']);
  });

  it('never believes an empty list', () => {
    const devices = known();
    expect(devices.goneIn([])).toEqual([]);
    expect(devices.goneIn([])).toEqual([]);
  });

  it('removes a device with its channels, and a channel alone', () => {
    const devices = known();
    expect(devices.remove(['B:1', 'A', 'Z'])).toEqual(['B:1', 'A', 'A:1']);
    expect(devices.all().map(({ ADDRESS }) => ADDRESS)).toEqual(['B']);
  });
});
