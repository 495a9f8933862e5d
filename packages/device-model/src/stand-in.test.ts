import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { describe, expect, it } from 'vitest';
import { connectionState, type DeviceSpec, described, loaded, NOON, parameter, typesOf, value } from '../test/house.js';
import { createHouseModel } from './index.js';

const GROUP = 'INT0000001';
const [BATH, HALL, ATTIC] = ['0001D3C99C00B1', '0001D3C99C00B2', '0001D3C99C00B3'] as const;
const IN_GROUP = { interfaceName: 'VirtualDevices' } as const;

const maintenance = { type: 'MAINTENANCE', values: { UNREACH: parameter('BOOL', 5, { FLAGS: 9 }) } };
const climate = {
  type: 'HEATING_CLIMATECONTROL_TRANSCEIVER',
  values: {
    SET_POINT_TEMPERATURE: parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 }),
    ACTUAL_TEMPERATURE: parameter('FLOAT', 5),
    SET_POINT_MODE: parameter('INTEGER', 7, { MIN: 0, MAX: 3 }),
    CONTROL_MODE: parameter('INTEGER', 2, { MIN: 0, MAX: 3 }),
  },
};
const thermostat = (address: string): DeviceSpec => ({
  address,
  type: 'HmIP-eTRV-2',
  channels: [maintenance, climate],
});

function heatedHouse(rooms: Readonly<Record<string, readonly string[]>> = {}) {
  const house = createHouseModel({ now: () => NOON });
  house.addCentral('ccu1', { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF'), factsOf('VirtualDevices')] });
  for (const options of [{}, IN_GROUP]) house.apply(connectionState('loading', options));
  house.apply(described([BATH, HALL, ATTIC].map(thermostat)));
  house.apply(described([{ ...thermostat(GROUP), type: 'HmIP-HEATING' }], IN_GROUP));
  for (const options of [{}, IN_GROUP]) {
    house.apply(loaded([], options));
    house.apply(connectionState('connected', options));
  }
  house.apply({
    type: 'names_loaded',
    central: 'ccu1',
    at: NOON,
    names: [{ address: BATH, name: 'Heizkörper Bad' }],
    rooms: Object.entries(rooms).map(([name, addresses]) => ({
      name,
      channelAddresses: addresses.map((address) => `${address}:1`),
    })),
    functions: [],
  });
  const shown = (address = GROUP) => {
    const found = house.device(address);
    return found.ok ? found.value : undefined;
  };
  const missing = () => shown()?.members?.flatMap(({ address, available }) => (available ? [] : [address]));
  const groupUnreach = (is: boolean) => house.apply(value(`${GROUP}:0`, 'UNREACH', is, IN_GROUP));
  const unreach = (address: string, is: boolean) => house.apply(value(`${address}:0`, 'UNREACH', is));
  return { house, shown, missing, groupUnreach, unreach };
}

describe('a heating group', () => {
  it('has the members that the CCU reports, and none of the others', () => {
    const { house, shown, missing, unreach } = heatedHouse();
    const told = house.setGroups('ccu1', new Map([[GROUP, [BATH]]]));
    expect(shown()).toMatchObject({ members: [{ address: BATH }], available: true });
    expect(shown()?.members_guessed).toBeUndefined();
    expect([shown(BATH)?.member_of, shown(HALL)?.member_of]).toEqual([[GROUP], undefined]);
    expect(told, 'members are no news for subscribers while none is missing').toEqual([]);
    unreach(HALL, true);
    expect(missing()).toEqual([]);
    expect(typesOf(unreach(BATH, true))).toContain('device.availability_changed');
    expect([shown()?.available, missing()]).toEqual([false, [BATH]]);
    const grown = house.setGroups('ccu1', new Map([[GROUP, [BATH, ATTIC]]]));
    expect(typesOf(grown)).toContain('device.availability_changed');
    expect([shown()?.available, missing()]).toEqual([true, [BATH]]);
  });

  it('stays available while one of its members is, and names the one that is dead', () => {
    const { shown, missing, groupUnreach, unreach } = heatedHouse({ Bad: [GROUP, BATH, HALL], Dach: [ATTIC] });
    expect(shown()).toMatchObject({ members_guessed: true, available: true });
    unreach(BATH, true);
    const told = groupUnreach(true);
    expect(shown()).toMatchObject({ available: true, availability: { IsReachable: true } });
    expect(shown()?.members).toEqual([
      { address: BATH, name: 'Heizkörper Bad', available: false },
      expect.objectContaining({ address: HALL, available: true }),
    ]);
    expect(typesOf(told)).not.toContain('device.availability_changed');
    expect(typesOf(told)).toContain('device.metadata_changed');
    groupUnreach(false);
    expect(missing()).toEqual([]);
  });

  it('is unavailable where all of its members are, and available again with the first of them', () => {
    const { shown, groupUnreach, unreach } = heatedHouse({ Bad: [GROUP, BATH, HALL] });
    groupUnreach(true);
    unreach(BATH, true);
    expect(shown()?.available).toBe(true);
    expect(typesOf(unreach(HALL, true))).toContain('device.availability_changed');
    expect(shown()?.available).toBe(false);
    const back = unreach(HALL, false);
    expect(back.filter(({ type }) => type === 'device.availability_changed')).toHaveLength(2);
    expect(shown()?.available).toBe(true);
  });

  it('is checked when a member is lost or found, and not for each device that is reported as reachable', () => {
    const { house, missing, unreach } = heatedHouse();
    let checks = 0;
    class CountedGroups extends Map<string, readonly string[]> {
      override get(address: string) {
        checks += 1;
        return super.get(address);
      }
    }
    house.setGroups('ccu1', new CountedGroups([[GROUP, [BATH, HALL]]]));
    const checksOf = (run: () => void) => {
      const before = checks;
      run();
      return checks - before;
    };
    expect(checksOf(() => unreach(ATTIC, false))).toBe(0);
    const remembered = [BATH, HALL].map((address) => ({ channelAddress: `${address}:0`, parameter: 'UNREACH' }));
    const values = remembered.map(
      (each) => ({ ...each, interfaceName: 'HmIP-RF', value: false, setAt: NOON }) as const,
    );
    expect(checksOf(() => house.memory.restoreValues('ccu1', values))).toBe(0);
    expect(checksOf(() => unreach(BATH, true))).toBeGreaterThan(0);
    expect(missing()).toEqual([BATH]);
  });

  it('without a room is one of all thermostats', () => {
    const { shown, missing, groupUnreach, unreach } = heatedHouse();
    unreach(ATTIC, true);
    expect(missing()).toEqual([]);
    groupUnreach(true);
    expect(missing()).toEqual([ATTIC]);
    expect(shown()?.available).toBe(true);
  });

  it('takes its members from its links where there are some', () => {
    const { house, shown, missing, unreach } = heatedHouse({ Bad: [GROUP, BATH] });
    const link = { sender: `${GROUP}:1`, receiver: `${HALL}:1` };
    const links = [{ ...link, name: '', description: '', flags: 0 }];
    house.links.take({ central: 'ccu1', address: GROUP, links, at: NOON });
    expect(shown()).toMatchObject({ members: [{ address: HALL }] });
    expect(shown()?.members_guessed).toBeUndefined();
    unreach(HALL, true);
    expect(missing()).toEqual([HALL]);
    expect(shown()?.available).toBe(false);
  });

  it('is unavailable while its own interface is not connected, for any state of its members', () => {
    const { house, shown } = heatedHouse({ Bad: [GROUP, BATH] });
    house.apply(connectionState('disconnected', IN_GROUP));
    expect(shown()?.available).toBe(false);
    house.apply(connectionState('connected', IN_GROUP));
    expect(shown()?.available).toBe(true);
    // The interface of its members alone changes nothing that the group does not report.
    house.apply(connectionState('disconnected'));
    expect(shown(BATH)?.available).toBe(false);
    expect(shown()?.available).toBe(true);
  });
});

const TEAM = '*QEQ0000001';
const [FIRST, SECOND] = ['QEQ0000001', 'QEQ0000002'] as const;
const BIDCOS = { interfaceName: 'BidCos-RF' } as const;

const alarm = { STATE: parameter('BOOL', 5) };
const detector = (address: string): DeviceSpec => ({
  address,
  type: 'HM-Sec-SD-2',
  channels: [maintenance, { type: 'SMOKE_DETECTOR', values: alarm, more: { TEAM: `${TEAM}:1` } }],
});
const team: DeviceSpec = {
  address: TEAM,
  type: 'HM-Sec-SD-2-Team',
  channels: [
    { type: 'MAINTENANCE' },
    {
      type: 'SMOKE_DETECTOR_TEAM_V2',
      values: { ...alarm, SENDERADDRESS: parameter('STRING', 5) },
      more: { TEAM_CHANNELS: [`${FIRST}:1`, `${SECOND}:1`] },
    },
  ],
};

describe('a team of smoke detectors', () => {
  const start = (specs: readonly DeviceSpec[]) => {
    const house = createHouseModel({ now: () => NOON });
    house.addCentral('ccu1', { host: '192.0.2.1', interfaces: [factsOf('BidCos-RF')] });
    house.apply(connectionState('loading', BIDCOS));
    for (const spec of specs) house.apply(described([spec], { ...BIDCOS, complete: false }));
    house.apply(loaded([], BIDCOS));
    house.apply(connectionState('connected', BIDCOS));
    const marked = (address: string) => {
      const found = house.calculatedDataPoint({ address, channel: 1, name: 'TEAM_ALARM' });
      return found.ok ? found.value.value : 'none';
    };
    const tell = (address: string, name: string, wire: boolean | string) =>
      house.apply(value(`${address}:1`, name, wire, BIDCOS));
    return { house, marked, tell };
  };

  it.each([
    ['after its members', [detector(FIRST), detector(SECOND), team]],
    ['before its members', [team, detector(FIRST), detector(SECOND)]],
  ])('that is described %s marks them with its alarm, and again after each is described anew', (_, specs) => {
    const { house, marked, tell } = start(specs);
    for (const again of [[], ...specs.map((spec) => [spec])]) {
      for (const spec of again) house.apply(described([spec], { ...BIDCOS, complete: false, source: 'REFRESH' }));
      const told = tell(TEAM, 'STATE', true);
      expect(told.map(({ topic }) => topic).sort()).toEqual([
        `device.${TEAM}.channels.1.data_points.STATE`,
        `device.${FIRST}.channels.1.data_points.TEAM_ALARM`,
        `device.${SECOND}.channels.1.data_points.TEAM_ALARM`,
      ]);
      expect([marked(FIRST), marked(SECOND)]).toEqual([true, true]);
      tell(TEAM, 'STATE', false);
      expect([marked(FIRST), marked(SECOND)]).toEqual([false, false]);
    }
  });

  it('names the member that it got the alarm from, as long as it lasts', () => {
    const { house, tell } = start([detector(FIRST), detector(SECOND), team]);
    const raisers = () => {
      const found = house.device(TEAM);
      return found.ok ? found.value.members?.flatMap(({ address, alarm: is }) => (is ? [address] : [])) : undefined;
    };
    tell(TEAM, 'SENDERADDRESS', SECOND);
    expect(raisers()).toEqual([]);
    tell(TEAM, 'STATE', true);
    expect(raisers()).toEqual([SECOND]);
    tell(FIRST, 'STATE', true);
    expect(raisers()).toEqual([FIRST, SECOND]);
    tell(TEAM, 'STATE', false);
    tell(FIRST, 'STATE', false);
    expect(raisers()).toEqual([]);
  });

  it('is copied to another process with its alarms, in any order of the pieces', () => {
    const { house, tell } = start([detector(FIRST), team, detector(SECOND)]);
    tell(TEAM, 'STATE', true);
    const copy = createHouseModel({ now: () => NOON });
    copy.addCentral('ccu1', { host: '192.0.2.1', interfaces: [factsOf('BidCos-RF')] });
    for (const part of house.state.parts('ccu1')) copy.state.take('ccu1', part);
    for (const each of [house, copy]) {
      const at = { address: FIRST, channel: 1, name: 'TEAM_ALARM' };
      expect(each.calculatedDataPoint(at)).toMatchObject({ value: { value: true } });
    }
    expect(copy.apply(value(`${TEAM}:1`, 'STATE', false, BIDCOS))).toHaveLength(3);
  });

  it('that is gone names no triggered member any more', () => {
    const { house, marked } = start([detector(FIRST), detector(SECOND), team]);
    house.apply({ type: 'devices_removed', central: 'ccu1', at: NOON, ...BIDCOS, addresses: [TEAM] });
    expect([marked(FIRST), marked(SECOND)]).toEqual(['none', 'none']);
    expect(house.device(FIRST)).toMatchObject({ value: { available: true } });
  });

  it('reports its alarm as smoke', () => {
    const { house } = start([detector(FIRST), detector(SECOND), team]);
    for (const address of [TEAM, FIRST]) {
      expect(house.dataPoint({ address, channel: 1, parameter: 'STATE' })).toMatchObject({
        value: { category: 'binary_sensor', ui_hint: { semantic: 'smoke' } },
      });
    }
  });
});
