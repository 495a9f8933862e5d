import type { InterfaceName } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import type { DeviceSpec } from '../../test/house.js';
import { parameter, readyHouse, SMALL_HOUSE, SWITCH, value } from '../../test/house.js';
import { sent } from '../../test/planned.js';
import type { HouseModel } from '../index.js';

const level = (max = 1.01) => parameter('FLOAT', 7, { MIN: 0, MAX: max, UNIT: '100%' });
const HUE = parameter('INTEGER', 7, { MIN: 0, MAX: 361 });
const SECONDS = parameter('FLOAT', 2, { MIN: 0, MAX: 8_580_000, UNIT: 's' });
const UNITS = parameter('ENUM', 2, { VALUE_LIST: ['S', 'M', 'H', '10MS'], MIN: 'S', MAX: '10MS' });
const VALUE = parameter('INTEGER', 2, { MIN: 0, MAX: 16_343 });
const ADDRESS = '0001D3C99C0007';
const USUAL = {
  resumesLights: true,
  groupCoverState: true,
  listsInternalPrograms: false,
  offersFirmware: true,
  holdsNewDevices: false,
} as const;

const one = (
  type: string,
  channelType: string,
  values: DeviceSpec['channels'][number]['values'],
  interfaceName: InterfaceName = 'HmIP-RF',
) =>
  readyHouse({
    interfaceName,
    specs: [{ address: ADDRESS, type, channels: [{ type: 'MAINTENANCE' }, { type: channelType, values }] }],
  }).house;

const run = (house: HouseModel, name: string, operation: string, params?: unknown) =>
  house.planOperation({ address: ADDRESS, name, operation, params });

describe('a switch', () => {
  it('reports the state of its transmitter and is written through its first receiver', () => {
    const { house } = readyHouse({ specs: SMALL_HOUSE });
    const [change] = house
      .apply(value(`${SWITCH}:3`, 'STATE', true))
      .filter((event) => event.type === 'custom_data_point.state_changed');
    expect(change).toMatchObject({
      topic: `device.${SWITCH}.cdps.STATE`,
      payload: { channel: 4, name: 'STATE', kind: 'switch', unique_id: 'ccu_0001d3c99c0001_4', state: { is_on: true } },
    });
    const planned = house.planOperation({ address: SWITCH, name: 'STATE', operation: 'turn_off' });
    expect(planned).toMatchObject({
      ok: true,
      writes: [{ kind: 'value', channelAddress: `${SWITCH}:4`, parameter: 'STATE' }],
    });
  });

  it('with a duration goes out as one call, the duration first', () => {
    const { house } = readyHouse({ specs: SMALL_HOUSE });
    const planned = house.planOperation({
      address: SWITCH,
      name: 'STATE',
      operation: 'turn_on',
      params: { on_time: 30 },
    });
    expect(planned.ok && planned.writes.length).toBe(1);
    expect(sent(planned)).toEqual([
      ['ON_TIME', 30],
      ['STATE', true],
    ]);
  });

  it('lists its operations when another one is requested', () => {
    const { house } = readyHouse({ specs: SMALL_HOUSE });
    const ask = (operation: string, params?: unknown, name = 'STATE') =>
      house.planOperation({ address: SWITCH, name, operation, params });
    expect(ask('explode')).toMatchObject({
      code: 'unsupported',
      message: 'STATE cannot explode; it can turn_on, turn_off',
    });
    expect(ask('turn_on', undefined, 'LEVEL')).toMatchObject({ code: 'not_found', what: 'custom_data_point' });
    expect(ask('turn_on', [])).toMatchObject({ code: 'validation' });
    expect(ask('turn_on', { on_time: -1, colour: 'red' })).toMatchObject({
      code: 'validation',
      errors: [
        { field: 'params.on_time', min: 0 },
        { field: 'params.colour', reason: 'is not a parameter of this operation' },
      ],
    });
  });

  it('on a locked channel is not operated', () => {
    const { house } = readyHouse({ specs: SMALL_HOUSE });
    house.setChannelFlags({ address: SWITCH, channel: 4 }, { locked: true });
    expect(house.planOperation({ address: SWITCH, name: 'STATE', operation: 'turn_on' })).toMatchObject({
      code: 'locked',
    });
  });
});

describe('a light', () => {
  const dimmer = () =>
    one('HmIP-FDT', 'DIMMER_VIRTUAL_RECEIVER', { LEVEL: level(), ON_TIME: SECONDS, RAMP_TIME: SECONDS });

  it('is dimmed with its times in the same call', () => {
    expect(sent(run(dimmer(), 'LEVEL', 'turn_on', { brightness_pct: 40, ramp_time: 2, on_time: 60 }))).toEqual([
      ['ON_TIME', 60],
      ['RAMP_TIME', 2],
      ['LEVEL', 0.4],
    ]);
    expect(sent(run(dimmer(), 'LEVEL', 'turn_on', { brightness: 255 }))).toEqual([['LEVEL', 1]]);
    expect(sent(run(dimmer(), 'LEVEL', 'turn_on'))).toEqual([['LEVEL', 1]]);
    expect(sent(run(dimmer(), 'LEVEL', 'turn_off', { ramp_time: 5 }))).toEqual([
      ['RAMP_TIME', 5],
      ['LEVEL', 0],
    ]);
  });

  it('comes back as bright as it was, unless people want it fully on', () => {
    const house = dimmer();
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.3));
    expect(sent(run(house, 'LEVEL', 'turn_on'))).toEqual([['LEVEL', 0.3]]);
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0));
    expect(sent(run(house, 'LEVEL', 'turn_on'))).toEqual([['LEVEL', 0.3]]);
    expect(sent(run(house, 'LEVEL', 'turn_on', { brightness_pct: 80 }))).toEqual([['LEVEL', 0.8]]);
    house.setBehaviour('ccu1', { ...USUAL, resumesLights: false });
    expect(sent(run(house, 'LEVEL', 'turn_on'))).toEqual([['LEVEL', 1]]);
  });

  it('never shows "leave as it is" as a brightness', () => {
    const house = dimmer();
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.5));
    expect(house.customDataPoint(ADDRESS, 'LEVEL')).toMatchObject({
      value: { state: { is_on: true, brightness: 128, brightness_pct: 50 } },
    });
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 1.01));
    expect(house.customDataPoint(ADDRESS, 'LEVEL')).toMatchObject({
      value: { state: { is_on: null, brightness: null } },
    });
  });

  const universal = () =>
    one('HmIP-RGBW', 'UNIVERSAL_LIGHT_RECEIVER', {
      LEVEL: level(),
      HUE,
      SATURATION: level(),
      COLOR_TEMPERATURE: parameter('INTEGER', 7, { MIN: 1000, MAX: 10_200 }),
      DURATION_UNIT: UNITS,
      DURATION_VALUE: VALUE,
    });

  it('takes colour and level in one call', () => {
    const house = universal();
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.3));
    const planned = run(house, 'LEVEL', 'set_color', { hue: 120, saturation: 50 });
    expect(planned.ok && planned.writes.length).toBe(1);
    expect(sent(planned)).toEqual([
      ['HUE', 120],
      ['SATURATION', 0.5],
      ['LEVEL', 0.3],
    ]);
    expect(sent(run(house, 'LEVEL', 'set_color_temp', { color_temp_kelvin: 2700 }))).toEqual([
      ['COLOR_TEMPERATURE', 2700],
      ['LEVEL', 0.3],
    ]);
    expect(run(house, 'LEVEL', 'set_color', { hue: 400 })).toMatchObject({
      errors: [{ field: 'params.hue', min: 0, max: 360 }],
    });
    expect(run(house, 'LEVEL', 'set_color')).toMatchObject({
      errors: [{ field: 'params.hue', reason: 'is required' }],
    });
  });

  it('is as many lights as it is wired for, under names that stay', () => {
    const modes = ['RGBW', 'RGB', '2_TUNABLE_WHITE', '4_PWM'];
    const values = { LEVEL: level(), HUE, SATURATION: level(), COLOR_TEMPERATURE: parameter('INTEGER', 7) };
    const output = { type: 'UNIVERSAL_LIGHT_RECEIVER', values };
    const { house } = readyHouse({
      specs: [
        {
          address: ADDRESS,
          type: 'HmIP-RGBW',
          channels: [
            { type: 'MAINTENANCE', master: { DEVICE_OPERATION_MODE: parameter('ENUM', 3, { VALUE_LIST: modes }) } },
            ...[output, output, output, output],
          ],
        },
      ],
    });
    const lights = () => {
      const found = house.customDataPoints(ADDRESS);
      return found.ok ? found.value.map(({ name, kind }) => `${name} ${kind}`) : [];
    };
    const wire = (mode: number) =>
      house
        .applyConfiguration({ address: `${ADDRESS}:0`, values: { DEVICE_OPERATION_MODE: mode }, at: 0 })
        .map((event) => event.type);
    const all = ['LEVEL@1 light_rgbw', 'LEVEL@2 light_rgbw', 'LEVEL@3 light_rgbw', 'LEVEL@4 light_rgbw'];
    expect(lights()).toEqual(all);
    expect(wire(0)).toEqual(['device.metadata_changed']);
    expect(lights()).toEqual(['LEVEL@1 light_rgbw']);
    expect(wire(0)).toEqual([]);
    expect(wire(1)).toContain('device.metadata_changed');
    expect(lights()).toEqual(['LEVEL@1 light_color']);
    wire(2);
    expect(lights()).toEqual(['LEVEL@1 light_color_temp', 'LEVEL@2 light_color_temp']);
    wire(3);
    expect(lights()).toEqual(['LEVEL@1 light', 'LEVEL@2 light', 'LEVEL@3 light', 'LEVEL@4 light']);
  });

  it.each([
    [90, [90, 0]],
    [0.5, [50, 3]],
    [16_343, [16_343, 0]],
    [36_000, [600, 1]],
    [86_400 * 7, [10_080, 1]],
  ])('stays on for %d seconds by value and unit', (seconds, [count, unit]) => {
    const values = Object.fromEntries(sent(run(universal(), 'LEVEL', 'turn_on', { on_time: seconds })));
    expect(values).toMatchObject({ DURATION_VALUE: count, DURATION_UNIT: unit });
  });

  const endless = [
    ['DURATION_VALUE', 111_600],
    ['DURATION_UNIT', 2],
  ] as const;

  it('with a unit for its duration gets one with every ramp, on and off', () => {
    const times = { DURATION_UNIT: UNITS, DURATION_VALUE: VALUE, RAMP_TIME_UNIT: UNITS, RAMP_TIME_VALUE: VALUE };
    const house = one('HmIP-X-LIGHT', 'UNIVERSAL_LIGHT_RECEIVER', {
      LEVEL: level(),
      HUE,
      SATURATION: level(),
      ...times,
    });
    const ramp = [
      ['RAMP_TIME_VALUE', 5],
      ['RAMP_TIME_UNIT', 0],
    ] as const;
    expect(sent(run(house, 'LEVEL', 'turn_on', { ramp_time: 5 }))).toEqual([...endless, ...ramp, ['LEVEL', 1]]);
    expect(sent(run(house, 'LEVEL', 'turn_off', { ramp_time: 5 }))).toEqual([...endless, ...ramp, ['LEVEL', 0]]);
    expect(sent(run(house, 'LEVEL', 'turn_on', { ramp_time: 5, on_time: 60 }))).toEqual([
      ['DURATION_VALUE', 60],
      ['DURATION_UNIT', 0],
      ...ramp,
      ['LEVEL', 1],
    ]);
    // Without a ramp the duration would be taken for a short one.
    expect(sent(run(house, 'LEVEL', 'turn_on'))).toEqual([['LEVEL', 1]]);
  });

  it('that signals receives an unlimited time, lest it goes off after the time of an earlier signal', () => {
    const house = one('HmIP-BSL', 'DIMMER_VIRTUAL_RECEIVER', {
      LEVEL: level(),
      COLOR: parameter('ENUM', 7, { VALUE_LIST: ['BLACK', 'BLUE'] }),
      DURATION_UNIT: UNITS,
      DURATION_VALUE: VALUE,
    });
    expect(sent(run(house, 'LEVEL', 'turn_on'))).toEqual([...endless, ['LEVEL', 1]]);
    expect(sent(run(house, 'LEVEL', 'turn_on', { on_time: 7 })).slice(0, 2)).toEqual([
      ['DURATION_VALUE', 7],
      ['DURATION_UNIT', 0],
    ]);
  });

  it('of eight colours takes the nearest', () => {
    const house = one('HmIP-BSL', 'DIMMER_VIRTUAL_RECEIVER', {
      LEVEL: level(),
      COLOR: parameter('ENUM', 7, {
        VALUE_LIST: ['BLACK', 'BLUE', 'GREEN', 'TURQUOISE', 'RED', 'PURPLE', 'YELLOW', 'WHITE', 'OLD_VALUE'],
      }),
    });
    expect(sent(run(house, 'LEVEL', 'set_color', { hue: 350, saturation: 90 }))).toEqual([
      ['COLOR', 4],
      ['LEVEL', 1],
    ]);
    expect(sent(run(house, 'LEVEL', 'turn_on', { color: 'GREEN', brightness_pct: 10 }))).toEqual([
      ['COLOR', 2],
      ['LEVEL', 0.1],
    ]);
    house.apply(value(`${ADDRESS}:1`, 'COLOR', 1));
    expect(house.customDataPoint(ADDRESS, 'LEVEL')).toMatchObject({
      value: { kind: 'light_fixed_color', state: { color_name: 'BLUE', hue: 240, saturation: 100 } },
    });
  });
});

describe('a cover', () => {
  it('shows the position of its group, unless people want to see the channel itself', () => {
    const values = { LEVEL: level() };
    const types = ['SHUTTER_TRANSMITTER', 'SHUTTER_VIRTUAL_RECEIVER', 'SHUTTER_VIRTUAL_RECEIVER'];
    const channels = [{ type: 'MAINTENANCE' }, ...types.map((type) => ({ type, values }))];
    const { house } = readyHouse({ specs: [{ address: ADDRESS, type: 'HmIP-BROLL', channels }] });
    const position = () => house.customDataPoints(ADDRESS);
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.25));
    expect(position()).toMatchObject({ value: [{ state: { current_position: 25 } }] });
    expect(house.customSources(ADDRESS, 'LEVEL')).toEqual({
      ok: true,
      value: [
        { channelAddress: `${ADDRESS}:1`, parameter: 'LEVEL' },
        { channelAddress: `${ADDRESS}:2`, parameter: 'LEVEL' },
      ],
    });
    house.setBehaviour('ccu1', { ...USUAL, groupCoverState: false });
    expect(position()).toMatchObject({ value: [{ state: { current_position: 25 } }] });
    house.apply(value(`${ADDRESS}:2`, 'LEVEL', 0.75));
    expect(position()).toMatchObject({ value: [{ state: { current_position: 75 } }] });
    house.setBehaviour('ccu1', USUAL);
    expect(position()).toMatchObject({ value: [{ state: { current_position: 25 } }] });
  });

  it('opens, closes, stops at once and goes to a position', () => {
    const house = one('HmIP-BROLL', 'SHUTTER_VIRTUAL_RECEIVER', {
      LEVEL: level(),
      STOP: parameter('ACTION', 2),
      ACTIVITY_STATE: parameter('ENUM', 5, { VALUE_LIST: ['UNKNOWN', 'UP', 'DOWN', 'STABLE'] }),
    });
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.25));
    house.apply(value(`${ADDRESS}:1`, 'ACTIVITY_STATE', 2));
    expect(house.customDataPoint(ADDRESS, 'LEVEL')).toMatchObject({
      value: { state: { current_position: 25, is_closed: false, is_closing: true, is_opening: false } },
    });
    expect(sent(run(house, 'LEVEL', 'set_position', { position: 33 }))).toEqual([['LEVEL', 0.33]]);
    expect(run(house, 'LEVEL', 'stop')).toMatchObject({ ok: true, urgent: true, writes: [{ momentary: true }] });
    expect(run(house, 'LEVEL', 'set_position', {})).toMatchObject({ errors: [{ reason: 'is required' }] });
    expect(run(house, 'LEVEL', 'set_tilt_position', { tilt_position: 1 })).toMatchObject({ code: 'unsupported' });
  });

  it('with slats moves both in one parameter, in the form of its generation', () => {
    const hmip = one('HmIP-FBL', 'BLIND_VIRTUAL_RECEIVER', {
      LEVEL: level(),
      LEVEL_2: level(),
      COMBINED_PARAMETER: parameter('STRING', 2),
    });
    expect(sent(run(hmip, 'LEVEL', 'set_position', { position: 80, tilt_position: 20 }))).toEqual([
      ['COMBINED_PARAMETER', 'L2=20,L=80'],
    ]);
    expect(sent(run(hmip, 'LEVEL', 'set_position', { position: 29 }))).toEqual([
      ['LEVEL_2', 1.01],
      ['LEVEL', 0.29],
    ]);
    const bidcos = one('HM-LC-Ja1PBU-FM', 'JALOUSIE', {
      LEVEL: level(1),
      LEVEL_SLATS: level(1),
      LEVEL_COMBINED: parameter('STRING', 2),
    });
    expect(sent(run(bidcos, 'LEVEL', 'set_position', { position: 81, tilt_position: 19 }))).toEqual([
      ['LEVEL_COMBINED', '0xa2,0x26'],
    ]);
    expect(sent(run(bidcos, 'LEVEL', 'close_tilt'))).toEqual([['LEVEL_SLATS', 0]]);
    expect(sent(run(bidcos, 'LEVEL', 'set_position', { position: 29 }))).toEqual([['LEVEL', 0.29]]);
    bidcos.apply(value(`${ADDRESS}:1`, 'LEVEL_SLATS', 0.2, { interfaceName: 'HmIP-RF' }));
    expect(sent(run(bidcos, 'LEVEL', 'set_position', { position: 81 }))).toEqual([['LEVEL_COMBINED', '0xa2,0x28']]);
  });

  it.each([
    ['with COMBINED_PARAMETER', true, [['COMBINED_PARAMETER', 'L2=20,L=40']], [['COMBINED_PARAMETER', 'L2=70,L=90']]],
    [
      'without',
      false,
      [
        ['LEVEL_2', 0.2],
        ['LEVEL', 0.4],
      ],
      [
        ['LEVEL_2', 0.7],
        ['LEVEL', 0.9],
      ],
    ],
  ] as const)(
    'of HmIP %s receives position and slats, also when only one of them changes',
    (_, combined, tilt, move) => {
      const house = one('HmIP-X-BLIND', 'BLIND_VIRTUAL_RECEIVER', {
        LEVEL: level(),
        LEVEL_2: level(),
        ...(combined ? { COMBINED_PARAMETER: parameter('STRING', 2) } : {}),
      });
      house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.4));
      expect(sent(run(house, 'LEVEL', 'set_tilt_position', { tilt_position: 20 }))).toEqual(tilt);
      house.apply(value(`${ADDRESS}:1`, 'LEVEL_2', 0.7));
      expect(sent(run(house, 'LEVEL', 'set_position', { position: 90 }))).toEqual(move);
    },
  );

  it('with an unknown position is not moved by its slats, and refuses when it has no value for "stay"', () => {
    const of = (max: number) =>
      one('HmIP-FBL', 'BLIND_VIRTUAL_RECEIVER', {
        LEVEL: level(max),
        LEVEL_2: level(max),
        COMBINED_PARAMETER: parameter('STRING', 2),
      });
    expect(sent(run(of(1.01), 'LEVEL', 'open_tilt'))).toEqual([
      ['LEVEL_2', 1],
      ['LEVEL', 1.01],
    ]);
    expect(run(of(1), 'LEVEL', 'open_tilt')).toMatchObject({ code: 'validation', errors: [{ field: 'LEVEL' }] });
  });

  it('with an unconfirmed new position keeps to it when its slats are turned', () => {
    const house = one('HmIP-FBL', 'BLIND_VIRTUAL_RECEIVER', {
      LEVEL: level(),
      LEVEL_2: level(),
      COMBINED_PARAMETER: parameter('STRING', 2),
    });
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.4));
    house.markPending({ central: 'ccu1', channelAddress: `${ADDRESS}:1`, parameter: 'LEVEL', value: 0.9 });
    expect(sent(run(house, 'LEVEL', 'close_tilt'))).toEqual([['COMBINED_PARAMETER', 'L2=0,L=90']]);
  });

  it('of HmIP that was sent to a position goes on to it when its slats are turned, until that came to nothing', () => {
    const house = one('HmIP-FBL', 'BLIND_VIRTUAL_RECEIVER', {
      LEVEL: level(),
      LEVEL_2: level(),
      COMBINED_PARAMETER: parameter('STRING', 2),
    });
    const channelAddress = `${ADDRESS}:1`;
    house.apply(value(channelAddress, 'LEVEL', 0.4));
    house.apply(value(channelAddress, 'LEVEL_2', 1));
    const moved = () => {
      const [write] = sent(run(house, 'LEVEL', 'set_position', { position: 10 }));
      expect(write).toEqual(['COMBINED_PARAMETER', 'L2=100,L=10']);
      return house.markPending({
        central: 'ccu1',
        channelAddress,
        parameter: 'COMBINED_PARAMETER',
        value: 'L2=100,L=10',
      });
    };
    const turned = () => sent(run(house, 'LEVEL', 'set_tilt_position', { tilt_position: 50 }))[0]?.[1];
    const undo = moved();
    expect(turned()).toBe('L2=50,L=10');
    expect(JSON.stringify(house.customDataPoint(ADDRESS, 'LEVEL'))).not.toContain('pending');
    undo();
    expect(turned()).toBe('L2=50,L=40');
    moved();
    house.apply({
      type: 'write_rolled_back',
      central: 'ccu1',
      interfaceName: 'HmIP-RF',
      at: 0,
      channelAddress,
      parameter: 'COMBINED_PARAMETER',
      paramsetKey: 'VALUES',
      reason: 'send_error',
      sent: 'L2=100,L=10',
    });
    expect(turned()).toBe('L2=50,L=40');
    moved();
    house.apply(value(channelAddress, 'LEVEL', 0.2));
    expect(turned()).toBe('L2=50,L=20');
  });

  it('of BidCos keeps the slats it was sent to when it is sent elsewhere', () => {
    const house = one('HM-LC-Ja1PBU-FM', 'JALOUSIE', {
      LEVEL: level(1),
      LEVEL_SLATS: level(1),
      LEVEL_COMBINED: parameter('STRING', 2),
    });
    const channelAddress = `${ADDRESS}:1`;
    house.apply(value(channelAddress, 'LEVEL_SLATS', 1));
    house.markPending({ central: 'ccu1', channelAddress, parameter: 'LEVEL_COMBINED', value: '0xa2,0x28' });
    expect(sent(run(house, 'LEVEL', 'set_position', { position: 90 }))).toEqual([['LEVEL_COMBINED', '0xb4,0x28']]);
  });
});

describe('a thermostat', () => {
  const hmip = () =>
    one('HmIP-eTRV-2', 'HEATING_CLIMATECONTROL_TRANSCEIVER', {
      SET_POINT_TEMPERATURE: parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 }),
      ACTUAL_TEMPERATURE: parameter('FLOAT', 5),
      SET_POINT_MODE: parameter('INTEGER', 5, { MIN: 0, MAX: 3 }),
      CONTROL_MODE: parameter('INTEGER', 2, { MIN: 0, MAX: 3 }),
      BOOST_MODE: parameter('BOOL', 6),
      ACTIVE_PROFILE: parameter('INTEGER', 7, { MIN: 1, MAX: 3 }),
      PARTY_TIME_START: parameter('STRING', 7),
      PARTY_TIME_END: parameter('STRING', 7),
    });

  it('reports mode, preset and temperatures', () => {
    const house = hmip();
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_TEMPERATURE', 21.5));
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_MODE', 0));
    house.apply(value(`${ADDRESS}:1`, 'ACTIVE_PROFILE', 2));
    const state = () => {
      const found = house.customDataPoint(ADDRESS, 'SET_POINT_TEMPERATURE');
      return found.ok ? found.value.state : undefined;
    };
    expect(state()).toMatchObject({ hvac_mode: 'auto', preset_mode: 'week_program_2', target_temperature: 21.5 });
    house.apply(value(`${ADDRESS}:1`, 'BOOST_MODE', true));
    expect(state()).toMatchObject({ preset_mode: 'boost' });
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_TEMPERATURE', 4.5));
    expect(state()).toMatchObject({ hvac_mode: 'off' });
    expect(house.customDataPoint(ADDRESS, 'SET_POINT_TEMPERATURE')).toMatchObject({
      value: {
        config: {
          min_temp: 5,
          max_temp: 30.5,
          preset_modes: ['none', 'boost', 'week_program_1', 'week_program_2', 'week_program_3'],
        },
      },
    });
  });

  it('changes mode and temperature in one call', () => {
    const house = hmip();
    const name = 'SET_POINT_TEMPERATURE';
    expect(sent(run(house, name, 'set_mode', { mode: 'heat' }))).toEqual([
      ['CONTROL_MODE', 1],
      ['SET_POINT_TEMPERATURE', 20],
    ]);
    expect(sent(run(house, name, 'set_mode', { mode: 'off' }))).toEqual([
      ['CONTROL_MODE', 1],
      ['SET_POINT_TEMPERATURE', 4.5],
    ]);
    expect(sent(run(house, name, 'set_preset', { preset: 'week_program_3' }))).toEqual([
      ['CONTROL_MODE', 0],
      ['ACTIVE_PROFILE', 3],
    ]);
    expect(
      sent(run(house, name, 'enable_away', { start: '2026-12-24T18:00', end: '2027-01-02T06:30', temperature: 15 })),
    ).toEqual([
      ['CONTROL_MODE', 2],
      ['SET_POINT_TEMPERATURE', 15],
      ['PARTY_TIME_START', '2026_12_24 18:00'],
      ['PARTY_TIME_END', '2027_01_02 06:30'],
    ]);
    expect(run(house, name, 'enable_away', { start: '2026-02-30T18:00', end: 'soon' })).toMatchObject({
      errors: [{ field: 'params.start' }, { field: 'params.end' }],
    });
    expect(run(house, name, 'set_temperature', { temperature: 31 })).toMatchObject({
      errors: [{ field: 'params.temperature', min: 4.5, max: 30.5 }],
    });
  });

  it('ends a boost or an absence when it gets another preset', () => {
    const house = hmip();
    const name = 'SET_POINT_TEMPERATURE';
    expect(run(house, name, 'set_preset', { preset: 'away' })).toMatchObject({ code: 'validation' });
    house.apply(value(`${ADDRESS}:1`, 'BOOST_MODE', true));
    expect(sent(run(house, name, 'set_preset', { preset: 'week_program_1' }))).toEqual([
      ['BOOST_MODE', false],
      ['CONTROL_MODE', 0],
      ['ACTIVE_PROFILE', 1],
    ]);
    expect(sent(run(house, name, 'set_preset', { preset: 'none' }))).toEqual([['BOOST_MODE', false]]);
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_MODE', 2));
    expect(sent(run(house, name, 'set_preset', { preset: 'none' }))).toEqual(sent(run(house, name, 'disable_away')));
  });

  it('cools only where it can', () => {
    expect(run(hmip(), 'SET_POINT_TEMPERATURE', 'set_mode', { mode: 'cool' })).toMatchObject({ code: 'validation' });
    const wall = one('HmIP-WTH-2', 'HEATING_CLIMATECONTROL_TRANSCEIVER', {
      SET_POINT_TEMPERATURE: parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 }),
      CONTROL_MODE: parameter('INTEGER', 2, { MIN: 0, MAX: 3 }),
      HEATING_COOLING: parameter('ENUM', 7, { VALUE_LIST: ['HEATING', 'COOLING'] }),
    });
    expect(run(wall, 'SET_POINT_TEMPERATURE', 'set_mode', { mode: 'cool' })).toMatchObject({ ok: true });
  });

  it('has the limits that were configured at the device', () => {
    const house = hmip();
    house.applyConfiguration({
      address: `${ADDRESS}:1`,
      values: { TEMPERATURE_MINIMUM: 10, TEMPERATURE_MAXIMUM: 25 },
      at: 0,
    });
    expect(house.customDataPoint(ADDRESS, 'SET_POINT_TEMPERATURE')).toMatchObject({
      value: { config: { min_temp: 10, max_temp: 25 } },
    });
    const set = (temperature: number) => run(house, 'SET_POINT_TEMPERATURE', 'set_temperature', { temperature });
    expect(set(26)).toMatchObject({ errors: [{ field: 'params.temperature', max: 25 }] });
    expect(sent(set(4.5))).toEqual([['SET_POINT_TEMPERATURE', 4.5]]);
  });

  it('of the older kind takes impulses for modes', () => {
    const house = one('HM-CC-RT-DN', 'CLIMATECONTROL_RT_TRANSCEIVER', {
      SET_TEMPERATURE: parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 }),
      CONTROL_MODE: parameter('ENUM', 5, { VALUE_LIST: ['AUTO-MODE', 'MANU-MODE', 'PARTY-MODE', 'BOOST-MODE'] }),
      AUTO_MODE: parameter('ACTION', 2),
      MANU_MODE: parameter('FLOAT', 2, { MIN: 4.5, MAX: 30.5 }),
      BOOST_MODE: parameter('ACTION', 2),
      PARTY_MODE_SUBMIT: parameter('STRING', 2),
    });
    const name = 'SET_TEMPERATURE';
    house.apply(value(`${ADDRESS}:1`, 'SET_TEMPERATURE', 19));
    house.apply(value(`${ADDRESS}:1`, 'CONTROL_MODE', 3));
    expect(house.customDataPoint(ADDRESS, name)).toMatchObject({
      value: { state: { hvac_mode: 'auto', preset_mode: 'boost' } },
    });
    expect(sent(run(house, name, 'set_mode', { mode: 'heat' }))).toEqual([['MANU_MODE', 19]]);
    expect(sent(run(house, name, 'set_preset', { preset: 'boost' }))).toEqual([['BOOST_MODE', true]]);
    expect(sent(run(house, name, 'set_preset', { preset: 'none' }))).toEqual([['AUTO_MODE', true]]);
    house.apply(value(`${ADDRESS}:1`, 'CONTROL_MODE', 1));
    expect(sent(run(house, name, 'set_preset', { preset: 'none' }))).toEqual([]);
    expect(
      sent(run(house, name, 'enable_away', { start: '2026-12-24T18:00', end: '2027-01-02T06:30', temperature: 15 })),
    ).toEqual([['PARTY_MODE_SUBMIT', '15.0,1080,24,12,26,390,2,1,27']]);
  });
});

describe('a lock and a siren', () => {
  it('are urgent', () => {
    const lock = one('HmIP-DLD', 'DOOR_LOCK_STATE_TRANSMITTER', {
      LOCK_STATE: parameter('ENUM', 5, { VALUE_LIST: ['UNKNOWN', 'LOCKED', 'UNLOCKED'] }),
      LOCK_TARGET_LEVEL: parameter('ENUM', 2, { VALUE_LIST: ['LOCKED', 'UNLOCKED', 'OPEN'] }),
    });
    lock.apply(value(`${ADDRESS}:1`, 'LOCK_STATE', 1));
    expect(lock.customDataPoint(ADDRESS, 'LOCK_TARGET_LEVEL')).toMatchObject({ value: { state: { is_locked: true } } });
    const planned = run(lock, 'LOCK_TARGET_LEVEL', 'open');
    expect(planned).toMatchObject({ ok: true, urgent: true });
    expect(sent(planned)).toEqual([['LOCK_TARGET_LEVEL', 2]]);
  });

  it('sound and light of a siren go out with their duration as one call', () => {
    const siren = one('HmIP-ASIR', 'ALARM_SWITCH_VIRTUAL_RECEIVER', {
      ACOUSTIC_ALARM_SELECTION: parameter('ENUM', 2, { VALUE_LIST: ['DISABLE_ACOUSTIC_SIGNAL', 'FREQUENCY_RISING'] }),
      OPTICAL_ALARM_SELECTION: parameter('ENUM', 2, { VALUE_LIST: ['DISABLE_OPTICAL_SIGNAL', 'FLASHING'] }),
      DURATION_UNIT: parameter('ENUM', 2, { VALUE_LIST: ['S', 'M', 'H'] }),
      DURATION_VALUE: VALUE,
    });
    const planned = run(siren, 'ACOUSTIC_ALARM_SELECTION', 'turn_on', { duration: 10 });
    expect(planned.ok && planned.writes.length).toBe(1);
    expect(sent(planned)).toEqual([
      ['ACOUSTIC_ALARM_SELECTION', 1],
      ['OPTICAL_ALARM_SELECTION', 1],
      ['DURATION_VALUE', 10],
      ['DURATION_UNIT', 0],
    ]);
  });

  it('the keys of a device are locked by its configuration', () => {
    const { house } = readyHouse({
      specs: [
        {
          address: ADDRESS,
          type: 'HmIP-WTH-2',
          channels: [{ type: 'MAINTENANCE', master: { GLOBAL_BUTTON_LOCK: parameter('BOOL', 3) } }],
        },
      ],
    });
    expect(run(house, 'BUTTON_LOCK', 'lock')).toMatchObject({
      writes: [
        {
          kind: 'paramset',
          address: `${ADDRESS}:0`,
          paramsetKey: 'MASTER',
          values: { GLOBAL_BUTTON_LOCK: { value: true } },
        },
      ],
    });
    expect(
      house.applyConfiguration({ address: `${ADDRESS}:0`, values: { GLOBAL_BUTTON_LOCK: true }, at: 0 }),
    ).toMatchObject([
      { type: 'custom_data_point.state_changed', payload: { name: 'BUTTON_LOCK', state: { is_locked: true } } },
    ]);
  });
});
