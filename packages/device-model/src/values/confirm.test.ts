import { describe, expect, it } from 'vitest';
import { type DeviceSpec, parameter, readyHouse } from '../../test/house.js';
import { confirmationOf } from './confirm.js';
import { readDescriptor } from './descriptor.js';

const describedAs = (raw: ReturnType<typeof parameter>) => {
  const descriptor = readDescriptor(raw);
  if (descriptor === undefined) throw new Error('no description');
  return descriptor;
};
const FLAG = parameter('BOOL', 7);
const ACTION = parameter('ACTION', 2);
const LEVEL = parameter('FLOAT', 7, { MIN: 0, MAX: 1 });
const options = (...list: readonly string[]) => parameter('ENUM', 2, { VALUE_LIST: [...list] });

describe('a confirmation before a write', () => {
  it.each([
    ['KEYMATIC', 'STATE', FLAG, { reason: 'unlock', unless: [false] }],
    ['KEYMATIC', 'OPEN', ACTION, { reason: 'unlock' }],
    ['KEYMATIC', 'INSTALL_TEST', ACTION, { reason: 'unlock' }],
    ['DOOR_LOCK_STATE_TRANSMITTER', 'LOCK_TARGET_LEVEL', options('LOCKED', 'UNLOCKED', 'OPEN'), { unless: [0] }],
    ['SOMETHING_NEW', 'LOCK_TARGET_LEVEL', options('UNLOCKED', 'LOCKED'), { reason: 'unlock', unless: [1] }],
    ['SOMETHING_NEW', 'STATE', { ...FLAG, CONTROL: 'LOCK.STATE' }, { reason: 'unlock', unless: [false] }],
    ['DOOR_LOCK_VIRTUAL_RECEIVER', 'COMBINED_PARAMETER', parameter('STRING', 2), { reason: 'unlock' }],
    ['DOOR_RECEIVER', 'DOOR_COMMAND', options('NOP', 'OPEN', 'STOP', 'CLOSE'), { reason: 'open', unless: [0, 2] }],
    ['GARAGE_DOOR', 'STATE', FLAG, { reason: 'open' }],
    [
      'WINMATIC',
      'LEVEL',
      parameter('FLOAT', 7, { MIN: 0, MAX: 1, SPECIAL: [{ ID: 'LOCKED', VALUE: -0.005 }] as never }),
      { reason: 'open', unless: [0, -0.005] },
    ],
    [
      'ALARM_SWITCH_VIRTUAL_RECEIVER',
      'ACOUSTIC_ALARM_SELECTION',
      options('DISABLE_ACOUSTIC_SIGNAL', 'X'),
      { unless: [0] },
    ],
    ['SWITCH_PANIC', 'STATE', FLAG, { reason: 'alarm', unless: [false] }],
    ['ARMING', 'ARMSTATE', options('DISARMED', 'ARMED'), { reason: 'alarm' }],
    [
      'SMOKE_DETECTOR',
      'SMOKE_DETECTOR_COMMAND',
      options('RESERVED_ALARM_OFF', 'INTRUSION_ALARM'),
      { reason: 'alarm', unless: [0] },
    ],
    ['WATER_SWITCH_VIRTUAL_RECEIVER', 'STATE', FLAG, { reason: 'water', unless: [false] }],
    ['IRRIGATION_RECEIVER', 'LEVEL', LEVEL, { reason: 'water', unless: [0] }],
    ['ACCESS_RECEIVER', 'ACCESS_AUTHORIZATION', options('DISABLE', 'ENABLE'), { reason: 'access' }],
    ['PERMISSION_TRANSCEIVER', 'PERMISSION_STATE', FLAG, { reason: 'access' }],
  ] as const)('%s %s', (type, name, raw, expected) => {
    expect(confirmationOf(type, name, describedAs(raw as typeof FLAG))).toMatchObject(expected);
  });

  it.each([
    ['SWITCH_VIRTUAL_RECEIVER', 'STATE', FLAG],
    ['BLIND_VIRTUAL_RECEIVER', 'LEVEL', LEVEL],
    ['SHUTTER_VIRTUAL_RECEIVER', 'LEVEL', LEVEL],
    ['DIMMER', 'LEVEL', LEVEL],
    ['KEY', 'PRESS_SHORT', ACTION],
    ['HEATING_CLIMATECONTROL_TRANSCEIVER', 'VALVE_ADAPTION', FLAG],
    ['HEATING_CLIMATECONTROL_TRANSCEIVER', 'WINDOW_STATE', options('CLOSED', 'OPEN')],
    ['CLIMATECONTROL_VENT_DRIVE', 'VALVE_STATE', parameter('INTEGER', 7)],
    ['KEYMATIC', 'RELOCK_DELAY', parameter('FLOAT', 2)],
    ['WINMATIC', 'STOP', ACTION],
    ['WATER_SWITCH_VIRTUAL_RECEIVER', 'ON_TIME', parameter('FLOAT', 2)],
    ['DOOR_LOCK_STATE_TRANSMITTER', 'LOCK_STATE', parameter('ENUM', 5, { VALUE_LIST: ['UNKNOWN', 'LOCKED'] })],
    ['BLIND_WEEK_PROFILE', 'WEEK_PROGRAM_TARGET_CHANNEL_LOCKS', parameter('INTEGER', 7)],
  ] as const)('%s %s asks nothing', (type, name, raw) => {
    expect(confirmationOf(type, name, describedAs(raw as typeof FLAG))).toBeUndefined();
  });
});

describe('the model', () => {
  const house = (type: string, values: NonNullable<DeviceSpec['channels'][number]['values']>) => {
    const specs: readonly DeviceSpec[] = [
      { address: '000A1BE9A00001', type: 'XY-NEVER-SEEN', channels: [{ type: 'MAINTENANCE' }, { type, values }] },
    ];
    return readyHouse({ specs }).house;
  };
  const customOf = (type: string, values: Parameters<typeof house>[1]) => {
    const found = house(type, values).customDataPoints('000A1BE9A00001');
    return found.ok ? found.value[0] : undefined;
  };

  it('returns it with each data point, in a list, alone and in a snapshot with shared descriptions', () => {
    const known = house('KEYMATIC', { STATE: FLAG, RELOCK_DELAY: parameter('FLOAT', 2) });
    const at = { address: '000A1BE9A00001', channel: 1, parameter: 'STATE' };
    expect(known.dataPoint(at)).toMatchObject({ value: { confirm: { reason: 'unlock', unless: [false] } } });
    expect(JSON.stringify(known.snapshot({ include: ['channels', 'data_points'] }))).toContain('"reason":"unlock"');
  });

  it.each([
    ['KEYMATIC', { STATE: FLAG, OPEN: ACTION }, { unlock: 'unlock', open: 'unlock' }],
    [
      'DOOR_RECEIVER',
      { DOOR_COMMAND: options('NOP', 'OPEN', 'STOP', 'CLOSE', 'PARTIAL_OPEN') },
      { open: 'open', close: 'open', vent: 'open', set_position: 'open' },
    ],
    ['SWITCH_PANIC', { STATE: FLAG }, { turn_on: 'alarm' }],
    ['WATER_SWITCH_VIRTUAL_RECEIVER', { STATE: FLAG }, { open: 'water' }],
    ['PERMISSION_TRANSCEIVER', { PERMISSION_STATE: FLAG }, { turn_on: 'access', turn_off: 'access' }],
    ['SWITCH_VIRTUAL_RECEIVER', { STATE: FLAG }, {}],
    ['SHUTTER_VIRTUAL_RECEIVER', { LEVEL }, {}],
  ] as const)('returns it for the operations of a %s', (type, values, expected) => {
    expect(customOf(type, values as Parameters<typeof house>[1])?.confirm).toEqual(expected);
  });
});
