import { expect, it } from 'vitest';
import { membersOf, unreachableMembers } from './stand-in.js';
import type { Device } from './state.js';

/** A heating group whose members the CCU does not tell, cut to what is looked at, and how often all devices were looked at. */
function startGroup(reachable: boolean) {
  const looks = { count: 0 };
  const thermostat = {
    ...{ address: 'T', rooms: [], reachable: false, customs: [{ behaviour: { category: 'climate' } }] },
    iface: { facts: { radio: true }, reachable: true },
  };
  const devices = {
    get: () => undefined,
    *values() {
      looks.count += 1;
      yield thermostat;
    },
  };
  const group = { address: 'INT1', rooms: [], reachable, channels: new Map(), iface: { facts: { groups: true } } };
  // Only the members above are read of a group.
  return { group: { ...group, central: { links: new Map(), devices } } as unknown as Device, looks };
}

it('looks for members of a group among all devices only where the group reports that one is lost', () => {
  const well = startGroup(true);
  expect(unreachableMembers(well.group)).toEqual([]);
  expect(well.looks.count).toBe(0);
  const troubled = startGroup(false);
  expect(unreachableMembers(troubled.group).map(({ address }) => address)).toEqual(['T']);
  expect(troubled.looks.count).toBe(1);
});

it('looks at all devices once for any number of groups, until the devices change', () => {
  const { group, looks } = startGroup(false);
  for (let asked = 0; asked < 3; asked += 1) {
    expect(membersOf(group)?.devices.map(({ address }) => address)).toEqual(['T']);
  }
  expect(looks.count).toBe(1);
  group.central.heating = undefined;
  membersOf(group);
  expect(looks.count).toBe(2);
});
