import type { InterfaceName, ParamsetDescription, WireValue } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type ChannelSpec, type DeviceSpec, described, NOON, parameter, readyHouse, value } from '../../test/house.js';

const WALL = '0001D3C99C0061';
const ACTOR = '0001D3C99C0062';
const OTHER = '0001D3C99C0063';
const LEVEL = parameter('FLOAT', 5, { MIN: 0, MAX: 1.01, UNIT: '100%' });
const ON = parameter('BOOL', 5);
const PERCENT = parameter('INTEGER', 5, { MIN: 0, MAX: 99, UNIT: '%' });
const SETPOINT = parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 });
const WALL_VALUES: ParamsetDescription = {
  SET_POINT_TEMPERATURE: SETPOINT,
  SET_POINT_MODE: parameter('INTEGER', 5, { MIN: 0, MAX: 3 }),
  HEATING_COOLING: parameter('ENUM', 7, { VALUE_LIST: ['HEATING', 'COOLING'] }),
};
const channel = (type: string, values: ParamsetDescription = {}): ChannelSpec => ({ type, values });
const MAINTENANCE = channel('MAINTENANCE');
const wall = (sender: string, extra: readonly ChannelSpec[] = []): DeviceSpec => ({
  address: WALL,
  type: 'XY-WALL',
  channels: [
    MAINTENANCE,
    channel('HEATING_CLIMATECONTROL_TRANSCEIVER', WALL_VALUES),
    ...(sender === 'HEATING_CLIMATECONTROL_TRANSCEIVER' ? [] : [channel(sender)]),
    ...extra,
  ],
});
const actor = (address: string, ...channels: readonly ChannelSpec[]): DeviceSpec => ({
  address,
  type: 'XY-ACTOR',
  channels: [MAINTENANCE, ...channels],
});

function houseWith(specs: readonly DeviceSpec[], interfaceName: InterfaceName = 'HmIP-RF') {
  const { house } = readyHouse({ specs, interfaceName });
  const action = () => {
    const found = house.customDataPoints(WALL);
    return found.ok ? found.value.find(({ category }) => category === 'climate')?.state.hvac_action : undefined;
  };
  return {
    house,
    action,
    says: (address: string, name: string, what: WireValue) =>
      house.apply(value(address, name, what, { interfaceName })).filter(({ topic }) => topic.includes(`${WALL}.cdps`)),
    links: (...ends: readonly (readonly [sender: string, receiver: string])[]) =>
      house.links.take({
        central: 'ccu1',
        address: WALL,
        links: ends.map(([sender, receiver]) => ({ sender, receiver })),
        at: NOON,
      }),
    places: () => house.links.places({ central: 'ccu1' }),
  };
}

/** Possible links of a wall thermostat: channel types of both ends and the reports of the actor. */
const ACTORS: readonly (readonly [
  name: string,
  sender: string,
  actor: ChannelSpec,
  tells: string,
  on: WireValue,
  off: WireValue,
])[] = [
  [
    'a floor valve',
    'CLIMATECONTROL_FLOOR_TRANSMITTER',
    channel('CLIMATECONTROL_FLOOR_TRANSCEIVER', { LEVEL }),
    'LEVEL',
    0.4,
    0,
  ],
  [
    'a floor relay',
    'CLIMATECONTROL_FLOOR_TRANSMITTER',
    channel('CLIMATECONTROL_FLOOR_TRANSCEIVER', { STATE: ON }),
    'STATE',
    true,
    false,
  ],
  [
    'a switch',
    'HEATING_CLIMATECONTROL_SWITCH_TRANSMITTER',
    channel('SWITCH_VIRTUAL_RECEIVER', { STATE: ON }),
    'STATE',
    true,
    false,
  ],
  [
    'a BidCos valve',
    'THERMALCONTROL_TRANSMIT',
    channel('CLIMATECONTROL_VENT_DRIVE', { VALVE_STATE: PERCENT }),
    'VALVE_STATE',
    30,
    0,
  ],
];

describe('a thermostat on the wall', () => {
  it.each(ACTORS)('follows %s that it is linked with', (_, sender, spec, tells, on, off) => {
    const { says, links, action } = houseWith([wall(sender), actor(ACTOR, spec)]);
    says(`${ACTOR}:1`, tells, on);
    expect(action()).toBeUndefined();
    expect(links([`${WALL}:2`, `${ACTOR}:1`])).toMatchObject([
      { type: 'custom_data_point.state_changed', payload: { device_address: WALL, state: { hvac_action: 'heating' } } },
    ]);
    expect(says(`${ACTOR}:1`, tells, off)).toMatchObject([{ payload: { state: { hvac_action: 'idle' } } }]);
    expect(says(`${ACTOR}:1`, tells, on)).toMatchObject([{ payload: { state: { hvac_action: 'heating' } } }]);
    says(`${WALL}:1`, 'HEATING_COOLING', 1);
    expect(action()).toBe('cooling');
    says(`${WALL}:1`, 'SET_POINT_TEMPERATURE', 4.5);
    expect(action()).toBe('off');
  });

  const radiator = channel('HEATING_CLIMATECONTROL_TRANSCEIVER', {
    SET_POINT_TEMPERATURE: SETPOINT,
    LEVEL,
    VALVE_STATE: parameter('ENUM', 5, { VALUE_LIST: ['STATE_NOT_AVAILABLE', 'RUN_TO_START', 'ADAPTION_DONE'] }),
  });
  const direct = 'HEATING_CLIMATECONTROL_TRANSCEIVER';

  it('follows the valve of a radiator thermostat, which lies in another channel than the link', () => {
    const { says, links, action } = houseWith([
      wall(direct),
      actor(ACTOR, radiator, channel('HEATING_ROOM_TH_RECEIVER')),
    ]);
    links([`${WALL}:1`, `${ACTOR}:2`]);
    says(`${ACTOR}:1`, 'VALVE_STATE', 2);
    expect(action()).toBeUndefined();
    says(`${ACTOR}:1`, 'LEVEL', 0.2);
    expect(action()).toBe('heating');
  });

  it('heats while any of its actors does', () => {
    const floor = channel('CLIMATECONTROL_FLOOR_TRANSCEIVER', { LEVEL });
    const { says, links, action } = houseWith([
      wall('CLIMATECONTROL_FLOOR_TRANSMITTER'),
      actor(ACTOR, floor, floor),
      actor(OTHER, floor),
    ]);
    links([`${WALL}:2`, `${ACTOR}:1`], [`${WALL}:2`, `${ACTOR}:2`], [`${WALL}:2`, `${OTHER}:1`]);
    says(`${ACTOR}:1`, 'LEVEL', 0);
    says(`${ACTOR}:2`, 'LEVEL', 0);
    expect(action()).toBe('idle');
    says(`${OTHER}:1`, 'LEVEL', 0.1);
    expect(action()).toBe('heating');
  });

  it('does not follow a boiler, a pump, or a device that only measures', () => {
    const demand = 'CLIMATECONTROL_HEAT_DEMAND_PUMP_TRANSMITTER';
    const { says, links, action } = houseWith([
      wall(demand),
      actor(ACTOR, channel('SWITCH_VIRTUAL_RECEIVER', { STATE: ON })),
    ]);
    links([`${WALL}:2`, `${ACTOR}:1`], [`${ACTOR}:1`, `${WALL}:1`]);
    says(`${ACTOR}:1`, 'STATE', true);
    expect(action()).toBeUndefined();
  });

  it('no longer follows an actor without a link, or one that is gone itself', () => {
    const [, sender, spec] = ACTORS[0] ?? [];
    if (sender === undefined || spec === undefined) throw new Error('no actor');
    const { house, says, links, action } = houseWith([wall(sender), actor(ACTOR, spec)]);
    links([`${WALL}:2`, `${ACTOR}:1`]);
    says(`${ACTOR}:1`, 'LEVEL', 0.4);
    expect(action()).toBe('heating');
    links();
    expect(action()).toBeUndefined();
    links([`${WALL}:2`, `${ACTOR}:1`]);
    house.apply({ type: 'devices_removed', central: 'ccu1', interfaceName: 'HmIP-RF', at: NOON, addresses: [ACTOR] });
    expect(action()).toBeUndefined();
    house.apply(described([actor(ACTOR, spec)], { complete: false }));
    says(`${ACTOR}:1`, 'LEVEL', 0.4);
    expect(action()).toBe('heating');
  });

  it('follows the switch of its own as well as its actors', () => {
    const own = [
      {
        type: 'CLIMATECONTROL_FLOOR_DIRECT_TRANSMITTER',
        master: { HEATING_VALVE_TYPE: parameter('ENUM', 3, { VALUE_LIST: ['NORMALLY_CLOSE', 'NORMALLY_OPEN'] }) },
      },
      channel('SWITCH_TRANSMITTER', { STATE: ON }),
    ];
    const floor = channel('CLIMATECONTROL_FLOOR_TRANSCEIVER', { LEVEL });
    const { says, links, action } = houseWith([wall('CLIMATECONTROL_FLOOR_TRANSMITTER', own), actor(ACTOR, floor)]);
    links([`${WALL}:2`, `${ACTOR}:1`]);
    says(`${WALL}:4`, 'STATE', false);
    expect(action()).toBe('idle');
    says(`${ACTOR}:1`, 'LEVEL', 0.4);
    expect(action()).toBe('heating');
  });
});

describe('the links that are worth reading', () => {
  it('are those of thermostats without a valve, on interfaces that know links', () => {
    const specs = [
      wall('CLIMATECONTROL_FLOOR_TRANSMITTER'),
      actor(ACTOR, channel('HEATING_CLIMATECONTROL_TRANSCEIVER', { SET_POINT_TEMPERATURE: SETPOINT, LEVEL })),
      actor(OTHER, channel('CLIMATECONTROL_FLOOR_TRANSCEIVER', { LEVEL })),
    ];
    const { places, links } = houseWith(specs);
    const place = { central: 'ccu1', interfaceName: 'HmIP-RF', address: WALL };
    expect(places()).toEqual([{ ...place, isKnown: false }]);
    links();
    expect(places()).toEqual([{ ...place, isKnown: true }]);
    expect(houseWith(specs, 'VirtualDevices').places()).toEqual([]);
  });

  it('are known of devices that are there only', () => {
    const { house } = houseWith([wall('CLIMATECONTROL_FLOOR_TRANSMITTER')]);
    expect(house.links.take({ central: 'ccu1', address: OTHER, links: [], at: NOON })).toEqual([]);
  });
});
