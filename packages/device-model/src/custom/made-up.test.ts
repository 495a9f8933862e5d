import type { InterfaceName, ParamsetDescription } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type ChannelSpec, parameter, readyHouse, value } from '../../test/house.js';
import { sent } from '../../test/planned.js';

const ADDRESS = '0001D3C99C0009';
const enumeration = (operations: number, ...options: string[]) =>
  parameter('ENUM', operations, { VALUE_LIST: options });
const LEVEL = parameter('FLOAT', 7, { MIN: 0, MAX: 1.01, UNIT: '100%' });
const SWITCH = parameter('BOOL', 7);
const TEXT = parameter('STRING', 2);
const COLORS = enumeration(7, 'BLACK', 'BLUE', 'GREEN');
const REPEAT = enumeration(2, 'NO_REPETITION', 'REPETITIONS_001', 'REPETITIONS_002', 'INFINITE_REPETITIONS');
const UNITS = enumeration(2, 'S', 'M', 'H', '10MS');
const COUNT = parameter('INTEGER', 2, { MIN: 0, MAX: 16_343 });
const TIMES = { DURATION_UNIT: UNITS, DURATION_VALUE: COUNT, RAMP_TIME_UNIT: UNITS, RAMP_TIME_VALUE: COUNT };
const BIDCOS_LEVEL = parameter('FLOAT', 7, { MIN: 0, MAX: 1, UNIT: '100%' });
const LOCKABLE = parameter('FLOAT', 7, { MIN: 0, MAX: 1, UNIT: '100%', SPECIAL: [{ ID: 'LOCKED', VALUE: -0.005 }] });
const EFFECTS = enumeration(7, 'OFF', 'ON', 'BLINKING_SLOW', 'DO_NOT_CARE', 'OLD_VALUE');
const WITH_WHITE = enumeration(7, 'BLACK', 'BLUE', 'WHITE', 'OLD_VALUE');
const FLASHES = enumeration(2, '100MS', '1S', 'PERMANENTLY_ON');
const SIGNAL = { LEVEL, COLOR: COLORS, COLOR_BEHAVIOUR: EFFECTS, ...TIMES };
const SOUND = {
  SOUNDFILE: enumeration(7, 'INTERNAL_SOUNDFILE', 'SOUNDFILE_001', 'DO_NOT_CARE'),
  LEVEL,
  REPETITIONS: REPEAT,
  ...TIMES,
};
const DISPLAY = {
  DISPLAY_DATA_STRING: TEXT,
  DISPLAY_DATA_ID: parameter('INTEGER', 2, { MIN: 1, MAX: 5 }),
  DISPLAY_DATA_ICON: enumeration(2, 'NO_ICON', 'SUN'),
  DISPLAY_DATA_BACKGROUND_COLOR: enumeration(2, 'WHITE', 'BLACK'),
  DISPLAY_DATA_TEXT_COLOR: enumeration(2, 'WHITE', 'BLACK'),
  DISPLAY_DATA_ALIGNMENT: enumeration(2, 'LEFT', 'CENTER', 'RIGHT'),
  ACOUSTIC_NOTIFICATION_SELECTION: enumeration(2, 'LOW_BATTERY', 'EVENT'),
  REPETITIONS: REPEAT,
  INTERVAL: parameter('INTEGER', 2, { MIN: 1, MAX: 15 }),
  DISPLAY_DATA_COMMIT: parameter('BOOL', 2),
};

const channel = (type: string, values: ParamsetDescription = {}): ChannelSpec => ({ type, values });
const setpoint = parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 });

/** One device of a model that does not exist, with these channels behind the maintenance channel. */
function device(interfaceName: InterfaceName, channels: readonly ChannelSpec[], type = 'XY-NEVER-SEEN-1') {
  const maintenance = channel('MAINTENANCE', { UNREACH: parameter('BOOL', 5) });
  const specs = [{ address: ADDRESS, type, channels: [maintenance, ...channels] }];
  return readyHouse({ interfaceName, specs }).house;
}

function customs(house: ReturnType<typeof device>): readonly string[] {
  const found = house.customDataPoints(ADDRESS);
  return found.ok ? found.value.map(({ name, kind }) => `${name} ${kind}`) : [];
}

describe('a type that was never seen', () => {
  const kinds: readonly (readonly [kind: string, channels: readonly ChannelSpec[], expected: readonly string[]])[] = [
    ['an HmIP switch', [channel('SWITCH_VIRTUAL_RECEIVER', { STATE: SWITCH })], ['STATE switch']],
    ['a BidCos switch', [channel('SWITCH', { STATE: SWITCH })], ['STATE switch']],
    ['an HmIP dimmer', [channel('DIMMER_VIRTUAL_RECEIVER', { LEVEL })], ['LEVEL light']],
    ['a BidCos dimmer', [channel('DIMMER', { LEVEL: BIDCOS_LEVEL })], ['LEVEL light']],
    [
      'a BidCos dimmer with virtual ones',
      [
        channel('DIMMER', { LEVEL: BIDCOS_LEVEL }),
        channel('VIRTUAL_DIMMER', { LEVEL: BIDCOS_LEVEL }),
        channel('VIRTUAL_DIMMER', { LEVEL: BIDCOS_LEVEL }),
      ],
      ['LEVEL light'],
    ],
    [
      'two BidCos dimmers with virtual ones of which nothing says whose they are',
      [
        channel('DIMMER', { LEVEL: BIDCOS_LEVEL }),
        channel('DIMMER', { LEVEL: BIDCOS_LEVEL }),
        channel('VIRTUAL_DIMMER', { LEVEL: BIDCOS_LEVEL }),
        channel('VIRTUAL_DIMMER', { LEVEL: BIDCOS_LEVEL }),
      ],
      ['LEVEL@1 light', 'LEVEL@2 light', 'LEVEL@3 light', 'LEVEL@4 light'],
    ],
    ['a signal light', [channel('DIMMER_VIRTUAL_RECEIVER', { LEVEL, COLOR: COLORS })], ['LEVEL light_fixed_color']],
    [
      'a universal light',
      [channel('UNIVERSAL_LIGHT_RECEIVER', { LEVEL, HUE: parameter('INTEGER', 7), SATURATION: LEVEL })],
      ['LEVEL light_rgbw'],
    ],
    [
      'a light of two whites',
      [
        channel('DUAL_WHITE_BRIGHTNESS', { LEVEL: BIDCOS_LEVEL }),
        channel('DUAL_WHITE_COLOR', { LEVEL: BIDCOS_LEVEL }),
        channel('VIRTUAL_DUAL_WHITE_BRIGHTNESS', { LEVEL: BIDCOS_LEVEL }),
        channel('VIRTUAL_DUAL_WHITE_COLOR', { LEVEL: BIDCOS_LEVEL }),
      ],
      ['LEVEL@1 light_color_temp', 'LEVEL@3 light_color_temp'],
    ],
    [
      'outputs of which the last has a colour',
      [
        channel('DIMMER', { LEVEL: BIDCOS_LEVEL }),
        channel('DIMMER', { LEVEL: BIDCOS_LEVEL }),
        channel('RGBW_COLOR', { COLOR: parameter('INTEGER', 7, { MIN: 0, MAX: 255 }) }),
      ],
      ['LEVEL@1 light', 'LEVEL@2 light_color'],
    ],
    ['a shutter', [channel('SHUTTER_VIRTUAL_RECEIVER', { LEVEL })], ['LEVEL cover']],
    ['a blind', [channel('BLIND_VIRTUAL_RECEIVER', { LEVEL, LEVEL_2: LEVEL })], ['LEVEL cover_blind']],
    ['a BidCos blind', [channel('JALOUSIE', { LEVEL, LEVEL_SLATS: LEVEL })], ['LEVEL cover_blind']],
    [
      'a garage door',
      [channel('DOOR_RECEIVER', { DOOR_COMMAND: enumeration(2, 'NOP', 'OPEN') })],
      ['DOOR_COMMAND cover_garage'],
    ],
    [
      'an HmIP thermostat',
      [channel('HEATING_CLIMATECONTROL_TRANSCEIVER', { SET_POINT_TEMPERATURE: setpoint })],
      ['SET_POINT_TEMPERATURE climate_hmip'],
    ],
    [
      'a BidCos thermostat',
      [channel('CLIMATECONTROL_RT_TRANSCEIVER', { SET_TEMPERATURE: setpoint })],
      ['SET_TEMPERATURE climate_rf'],
    ],
    ['a simple thermostat', [channel('CLIMATECONTROL_REGULATOR', { SETPOINT: setpoint })], ['SETPOINT climate_simple']],
    [
      'a lock with permissions',
      [
        channel('DOOR_LOCK_STATE_TRANSMITTER', { LOCK_TARGET_LEVEL: enumeration(2, 'LOCKED', 'UNLOCKED', 'OPEN') }),
        channel('ACCESS_RECEIVER', {
          ACCESS_AUTHORIZATION: enumeration(2, 'DISABLE', 'ENABLE'),
          STATE: parameter('BOOL', 5),
        }),
      ],
      ['LOCK_TARGET_LEVEL lock', 'ACCESS_AUTHORIZATION switch'],
    ],
    ['a BidCos lock', [channel('KEYMATIC', { STATE: SWITCH })], ['STATE lock']],
    [
      'a siren',
      [channel('ALARM_SWITCH_VIRTUAL_RECEIVER', { ACOUSTIC_ALARM_SELECTION: enumeration(2, 'OFF', 'ON') })],
      ['ACOUSTIC_ALARM_SELECTION siren'],
    ],
    [
      'a smoke detector',
      [channel('SMOKE_DETECTOR', { SMOKE_DETECTOR_COMMAND: enumeration(2, 'OFF', 'INTRUSION_ALARM') })],
      ['SMOKE_DETECTOR_COMMAND siren_smoke'],
    ],
    ['a sound player', [channel('ACOUSTIC_SIGNAL_VIRTUAL_RECEIVER', SOUND)], ['SOUNDFILE siren_sound']],
    ['a text display', [channel('ACOUSTIC_DISPLAY_RECEIVER', DISPLAY)], ['DISPLAY_DATA_STRING text_display']],
    ['a water valve', [channel('WATER_SWITCH_VIRTUAL_RECEIVER', { STATE: SWITCH })], ['STATE valve']],
    ['a BidCos siren', [channel('SWITCH_PANIC', { STATE: SWITCH })], ['STATE siren']],
    ['a BidCos alarm actor', [channel('ALARMACTUATOR', { STATE: SWITCH })], ['STATE siren']],
    ['a wired output', [channel('DIGITAL_OUTPUT', { STATE: SWITCH })], ['STATE switch']],
    ['a window drive', [channel('WINDOW', { LEVEL: LOCKABLE })], ['LEVEL cover_window']],
    [
      'a lock with permissions of its own kind',
      [
        channel('PERMISSION_TRANSCEIVER', { PERMISSION_STATE: SWITCH }),
        channel('DOOR_LOCK_TRANSCEIVER', { LOCK_TARGET_LEVEL: enumeration(2, 'LOCKED', 'UNLOCKED', 'OPEN') }),
      ],
      ['PERMISSION_STATE switch', 'LOCK_TARGET_LEVEL lock'],
    ],
    [
      'a keypad that does not tell who may do what',
      [channel('ACCESS_TRANSCEIVER', { ACCESS_AUTHORIZATION: enumeration(2, 'DISABLE', 'ENABLE') })],
      [],
    ],
    [
      'a switch with keys and lights of their own',
      [
        channel('KEY_TRANSCEIVER', { PRESS_SHORT: parameter('ACTION', 4) }),
        channel('SWITCH_TRANSMITTER', { STATE: parameter('BOOL', 5) }),
        channel('SWITCH_VIRTUAL_RECEIVER', { STATE: SWITCH, ON_TIME: parameter('FLOAT', 2) }),
        channel('SWITCH_VIRTUAL_RECEIVER', { STATE: SWITCH, ON_TIME: parameter('FLOAT', 2) }),
        channel('OPTICAL_SIGNAL_RECEIVER', SIGNAL),
        channel('OPTICAL_SIGNAL_RECEIVER', SIGNAL),
      ],
      ['STATE switch', 'LEVEL@5 light_fixed_color', 'LEVEL@6 light_fixed_color'],
    ],
    ['a sensor', [channel('CLIMATE_TRANSCEIVER', { ACTUAL_TEMPERATURE: parameter('FLOAT', 5) })], []],
    ['a key', [channel('KEY_TRANSCEIVER', { PRESS_SHORT: parameter('ACTION', 4) })], []],
  ];

  it.each(kinds)('is %s by the capabilities of its channels', (_, channels, expected) => {
    expect(customs(device('HmIP-RF', channels))).toEqual(expected);
  });
});

it('each dimmer of an HM-LC-Dim1T-DR is a light, as people use them', () => {
  const dimmer = (type: string) => channel(type, { LEVEL: BIDCOS_LEVEL });
  const channels = [dimmer('DIMMER'), dimmer('VIRTUAL_DIMMER'), dimmer('VIRTUAL_DIMMER')];
  const lights = ['LEVEL@1 light', 'LEVEL@2 light', 'LEVEL@3 light'];
  expect(customs(device('BidCos-RF', channels, 'HM-LC-Dim1T-DR'))).toEqual(lights);
  expect(customs(device('BidCos-RF', channels, 'HM-LC-Dim1T-FM'))).toEqual(['LEVEL light']);
});

describe('a custom data point of several channels or values', () => {
  const run = (house: ReturnType<typeof device>, name: string, operation: string, params?: unknown) =>
    sent(house.planOperation({ address: ADDRESS, name, operation, params }));

  it('mixes two whites by the channel behind the brightness', () => {
    const white = { LEVEL: BIDCOS_LEVEL };
    const house = device('BidCos-RF', [channel('DUAL_WHITE_BRIGHTNESS', white), channel('DUAL_WHITE_COLOR', white)]);
    expect(run(house, 'LEVEL', 'set_color_temp', { color_temp_kelvin: 2000 })).toEqual([
      ['LEVEL', 0],
      ['LEVEL', 1],
    ]);
    house.apply(value(`${ADDRESS}:1`, 'LEVEL', 0.4, { interfaceName: 'BidCos-RF' }));
    house.apply(value(`${ADDRESS}:2`, 'LEVEL', 1, { interfaceName: 'BidCos-RF' }));
    expect(run(house, 'LEVEL', 'set_color_temp', { color_temp_kelvin: 6536 })).toEqual([['LEVEL', 1]]);
    expect(house.customDataPoint(ADDRESS, 'LEVEL')).toMatchObject({
      value: { state: { brightness_pct: 40, color_temp_kelvin: 6536 } },
    });
  });

  it('grants and takes back the permission of a person', () => {
    const house = device('HmIP-RF', [
      channel('ACCESS_RECEIVER', {
        ACCESS_AUTHORIZATION: enumeration(2, 'DISABLE', 'ENABLE'),
        STATE: parameter('BOOL', 5),
      }),
    ]);
    house.apply(value(`${ADDRESS}:1`, 'STATE', true));
    expect(house.customDataPoint(ADDRESS, 'ACCESS_AUTHORIZATION')).toMatchObject({ value: { state: { is_on: true } } });
    expect(run(house, 'ACCESS_AUTHORIZATION', 'turn_off')).toEqual([['ACCESS_AUTHORIZATION', 0]]);
    expect(run(house, 'ACCESS_AUTHORIZATION', 'turn_on')).toEqual([['ACCESS_AUTHORIZATION', 1]]);
  });

  it('grants and takes back a permission that is command and state in one', () => {
    const house = device('HmIP-RF', [channel('PERMISSION_TRANSCEIVER', { PERMISSION_STATE: SWITCH })]);
    house.apply(value(`${ADDRESS}:1`, 'PERMISSION_STATE', false));
    expect(house.customDataPoint(ADDRESS, 'PERMISSION_STATE')).toMatchObject({ value: { state: { is_on: false } } });
    expect(run(house, 'PERMISSION_STATE', 'turn_on')).toEqual([['PERMISSION_STATE', true]]);
    expect(run(house, 'PERMISSION_STATE', 'turn_off')).toEqual([['PERMISSION_STATE', false]]);
  });

  it('knows a lock as jammed when the lock itself reports it', () => {
    const house = device('HmIP-RF', [
      channel('DOOR_LOCK_TRANSCEIVER', {
        LOCK_TARGET_LEVEL: enumeration(2, 'LOCKED', 'UNLOCKED', 'OPEN'),
        ERROR_JAMMED: parameter('BOOL', 5),
      }),
    ]);
    house.apply(value(`${ADDRESS}:1`, 'ERROR_JAMMED', true));
    expect(house.customDataPoint(ADDRESS, 'LOCK_TARGET_LEVEL')).toMatchObject({
      value: { state: { is_jammed: true } },
    });
  });

  it('locks a window by the level that its description has for that', () => {
    const house = device('BidCos-RF', [channel('WINDOW', { LEVEL: LOCKABLE })]);
    expect(run(house, 'LEVEL', 'lock')).toEqual([['LEVEL', -0.005]]);
  });

  it('does not leave a signal light dark that is switched on', () => {
    const house = device('HmIP-RF', [channel('OPTICAL_SIGNAL_RECEIVER', { ...SIGNAL, COLOR: WITH_WHITE })]);
    const turnedOn = () => Object.fromEntries(run(house, 'LEVEL', 'turn_on'));
    house.apply(value(`${ADDRESS}:1`, 'COLOR', 0));
    house.apply(value(`${ADDRESS}:1`, 'COLOR_BEHAVIOUR', 0));
    expect(turnedOn()).toMatchObject({ COLOR: 2, COLOR_BEHAVIOUR: 1, LEVEL: 1 });
    house.apply(value(`${ADDRESS}:1`, 'COLOR', 1));
    house.apply(value(`${ADDRESS}:1`, 'COLOR_BEHAVIOUR', 2));
    expect(turnedOn()).not.toHaveProperty('COLOR');
    expect(turnedOn()).not.toHaveProperty('COLOR_BEHAVIOUR');
    expect(house.customDataPoint(ADDRESS, 'LEVEL')).toMatchObject({
      value: { config: { available_effects: ['ON', 'BLINKING_SLOW'] } },
    });
  });

  it('flashes as long and as often as wanted, and else not at all', () => {
    const flashing = { LEVEL, COLOR: COLORS, ON_TIME_LIST_1: FLASHES, REPETITIONS: REPEAT, ...TIMES };
    const house = device('HmIP-RF', [channel('DIMMER_VIRTUAL_RECEIVER', flashing)]);
    const turnedOn = (params?: unknown) => Object.fromEntries(run(house, 'LEVEL', 'turn_on', params));
    expect(turnedOn({ flash_time: 800, repetitions: 2 })).toMatchObject({ ON_TIME_LIST_1: 1, REPETITIONS: 2 });
    expect(turnedOn()).toMatchObject({ ON_TIME_LIST_1: 2, REPETITIONS: 0 });
  });

  it('ends a colour program where another colour is wanted', () => {
    const house = device('BidCos-RF', [
      channel('DIMMER', { LEVEL: BIDCOS_LEVEL }),
      channel('RGBW_COLOR', { COLOR: parameter('INTEGER', 7, { MIN: 0, MAX: 255 }) }),
      channel('RGBW_AUTOMATIC', { PROGRAM: parameter('INTEGER', 7, { MIN: 0, MAX: 255 }) }),
    ]);
    const parameters = () => run(house, 'LEVEL', 'set_color', { hue: 0 }).map(([name]) => name);
    expect(parameters()).not.toContain('PROGRAM');
    house.apply(value(`${ADDRESS}:3`, 'PROGRAM', 4, { interfaceName: 'BidCos-RF' }));
    expect(run(house, 'LEVEL', 'set_color', { hue: 0 })).toContainEqual(['PROGRAM', 0]);
  });

  it('shows a garage door that moves, and turns a position into a command of the door', () => {
    const command = enumeration(2, 'NOP', 'OPEN', 'STOP', 'CLOSE', 'PARTIAL_OPEN');
    const house = device('HmIP-RF', [
      channel('DOOR_RECEIVER', { DOOR_COMMAND: command, SECTION: parameter('INTEGER', 5, { MIN: 0, MAX: 15 }) }),
    ]);
    const state = () => house.customDataPoint(ADDRESS, 'DOOR_COMMAND');
    house.apply(value(`${ADDRESS}:1`, 'SECTION', 2));
    expect(state()).toMatchObject({ value: { state: { is_opening: true, is_closing: false } } });
    house.apply(value(`${ADDRESS}:1`, 'SECTION', 5));
    expect(state()).toMatchObject({ value: { state: { is_opening: false, is_closing: true } } });
    const moved = (position: number) => run(house, 'DOOR_COMMAND', 'set_position', { position });
    expect([0, 10, 50, 51].map((position) => moved(position)[0]?.[1])).toEqual([3, 4, 4, 1]);
  });

  it('reports a sound that plays, and a display with an exhausted limit', () => {
    const activity = enumeration(5, 'UNKNOWN', 'UP', 'DOWN', 'STABLE');
    const player = device('HmIP-RF', [
      channel('ACOUSTIC_SIGNAL_VIRTUAL_RECEIVER', { ...SOUND, ACTIVITY_STATE: activity }),
    ]);
    const isOn = () => player.customDataPoint(ADDRESS, 'SOUNDFILE');
    player.apply(value(`${ADDRESS}:1`, 'ACTIVITY_STATE', 1));
    expect(isOn()).toMatchObject({ value: { state: { is_on: true } } });
    player.apply(value(`${ADDRESS}:1`, 'ACTIVITY_STATE', 3));
    expect(isOn()).toMatchObject({ value: { state: { is_on: false } } });
    const display = device('HmIP-RF', [
      channel('ACOUSTIC_DISPLAY_RECEIVER', { ...DISPLAY, BURST_LIMIT_WARNING: parameter('BOOL', 5) }),
    ]);
    display.apply(value(`${ADDRESS}:1`, 'BURST_LIMIT_WARNING', true));
    expect(display.customDataPoint(ADDRESS, 'DISPLAY_DATA_STRING')).toMatchObject({
      value: { state: { burst_limit_warning: true } },
    });
  });

  it('plays a sound with all that belongs to it', () => {
    const house = device('HmIP-RF', [channel('ACOUSTIC_SIGNAL_VIRTUAL_RECEIVER', SOUND)]);
    const params = { tone: 'SOUNDFILE_001', volume_pct: 30, duration: 5, repetitions: -1 };
    expect(Object.fromEntries(run(house, 'SOUNDFILE', 'turn_on', params))).toEqual({
      SOUNDFILE: 1,
      REPETITIONS: 3,
      RAMP_TIME_VALUE: 0,
      RAMP_TIME_UNIT: 0,
      DURATION_VALUE: 5,
      DURATION_UNIT: 0,
      LEVEL: 0.3,
    });
    expect(
      house.planOperation({ address: ADDRESS, name: 'SOUNDFILE', operation: 'turn_on', params: { repetitions: 3 } }),
    ).toMatchObject({ code: 'validation', errors: [{ field: 'params.repetitions', max: 2 }] });
  });

  it('shows a text as a display shows it by itself, and a sound with it when asked', () => {
    const house = device('HmIP-RF', [channel('ACOUSTIC_DISPLAY_RECEIVER', DISPLAY)]);
    const plain = {
      DISPLAY_DATA_STRING: 'Tür',
      DISPLAY_DATA_ICON: 0,
      DISPLAY_DATA_BACKGROUND_COLOR: 0,
      DISPLAY_DATA_TEXT_COLOR: 1,
      DISPLAY_DATA_ALIGNMENT: 1,
      DISPLAY_DATA_ID: 1,
      DISPLAY_DATA_COMMIT: true,
    };
    expect(Object.fromEntries(run(house, 'DISPLAY_DATA_STRING', 'send_text', { text: 'Tür' }))).toEqual(plain);
    const loud = run(house, 'DISPLAY_DATA_STRING', 'send_text', {
      text: 'Tür',
      sound: 'EVENT',
      repeat: 2,
      interval: 3,
    });
    expect(Object.fromEntries(loud)).toEqual({
      ...plain,
      ACOUSTIC_NOTIFICATION_SELECTION: 1,
      REPETITIONS: 2,
      INTERVAL: 3,
    });
    expect(loud.at(-1)).toEqual(['DISPLAY_DATA_COMMIT', true]);
  });
});
