import { describe, expect, it } from 'vitest';
import type { DeviceDescription } from '../model/model.js';
import { DeviceList, MAX_DEVICES, MAX_ENTRIES } from './device-list.js';

const entry = (ADDRESS: string, more: object = {}) => ({ ADDRESS, TYPE: 'X', ...more }) as DeviceDescription;
const house = [entry('A'), entry('A:1'), entry('B'), entry('B:1')];

const noTurn = async () => undefined;

async function known(): Promise<DeviceList> {
  const devices = new DeviceList();
  await devices.put(house, noTurn);
  return devices;
}

describe('the list of devices', () => {
  it('returns whole devices in which something changed, in any order of members', async () => {
    const devices = await known();
    const changedIn = (list: readonly DeviceDescription[]) => devices.changedIn(list, noTurn);
    expect(await changedIn(house)).toEqual([]);
    expect(await changedIn([{ TYPE: 'X', ADDRESS: 'A' } as DeviceDescription])).toEqual([]);
    const renewed = [entry('A'), entry('A:1', { VERSION: 2 }), entry('B'), entry('C')];
    expect((await changedIn(renewed)).map(({ ADDRESS }) => ADDRESS)).toEqual(['A', 'A:1', 'C']);
  });

  it('compares, keeps and counts a long list in slices', async () => {
    const long = Array.from({ length: 10_000 }, (_, index) => entry(`D${index % 1_000}:${index}`));
    const devices = await known();
    const turnsOf = async (run: (turn: () => Promise<void>) => Promise<unknown>) => {
      let turns = 0;
      await run(async () => {
        turns += 1;
      });
      return turns;
    };
    // One pass finds the changed devices, another one their entries.
    expect(await turnsOf((turn) => devices.changedIn(long, turn))).toBe(2 * 19);
    expect(await turnsOf((turn) => devices.put(long, turn))).toBe(19);
    // One pass over the list, another one over all that is known.
    expect(await turnsOf((turn) => devices.goneIn(long, turn))).toBe(19 + 20);
  });

  it('returns the addresses that it did not know', async () => {
    const devices = await known();
    const { added, refused } = await devices.put([entry('B:1'), entry('B:2'), entry('C')], noTurn);
    expect([[...added], [...refused]]).toEqual([['B:2', 'C'], []]);
  });

  it('refuses devices above its bound and still takes news of known ones', async () => {
    const devices = new DeviceList();
    await devices.put(
      Array.from({ length: MAX_DEVICES }, (_, index) => entry(`D${index}`)),
      noTurn,
    );
    const { added, refused } = await devices.put(
      [entry('E'), entry('E:1'), entry('D1', { VERSION: 2 }), entry('D1:1')],
      noTurn,
    );
    expect([[...added], [...refused]]).toEqual([['D1:1'], ['E', 'E:1']]);
    expect([devices.get('E'), devices.get('D1')?.VERSION]).toEqual([undefined, 2]);
    devices.remove(['D0']);
    expect([...(await devices.put([entry('E')], noTurn)).refused]).toEqual([]);
  });

  it('refuses channels above its bound', async () => {
    const devices = new DeviceList();
    const channels = Array.from({ length: MAX_ENTRIES }, (_, index) => entry(`A:${index}`));
    const { added, refused } = await devices.put([entry('A'), ...channels], noTurn);
    expect([added.size, [...refused]]).toEqual([MAX_ENTRIES, [`A:${MAX_ENTRIES - 1}`]]);
  });

  it('forgets a device once its last channel is gone', async () => {
    const devices = await known();
    expect(devices.remove(['B:1', 'B'])).toEqual(['B:1', 'B']);
    expect(devices.remove(['B'])).toEqual([]);
    await devices.put([entry('B:2')], noTurn);
    expect(devices.remove(['B'])).toEqual(['B:2']);
  });

  it('believes that a device is gone when it is missing from two lists in a row', async () => {
    const devices = await known();
    const without = house.filter(({ ADDRESS }) => !ADDRESS.startsWith('B'));
    expect(await devices.goneIn(without, noTurn)).toEqual([]);
    expect(await devices.goneIn(house, noTurn)).toEqual([]);
    expect(await devices.goneIn(without, noTurn)).toEqual([]);
    expect(await devices.goneIn(without, noTurn)).toEqual(['B']);
  });

  it('never believes an empty list', async () => {
    const devices = await known();
    expect(await devices.goneIn([], noTurn)).toEqual([]);
    expect(await devices.goneIn([], noTurn)).toEqual([]);
  });

  it('removes a device with its channels, and a channel alone', async () => {
    const devices = await known();
    expect(devices.remove(['B:1', 'A', 'Z'])).toEqual(['B:1', 'A', 'A:1']);
    expect(devices.all().map(({ ADDRESS }) => ADDRESS)).toEqual(['B']);
  });
});
