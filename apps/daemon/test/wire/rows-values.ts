import type { WriteRow } from './row.js';

const VALUE = 'PUT /devices/{addr}/channels/{no}/data-points/{param}/value';
const OPERATE = 'POST /devices/{addr}/cdps/{name}/{operation}';
const PARAMSET = 'PUT /devices/{addr}/paramsets/{key}';

const at = (addr: string, no: number, param: string, value: unknown) => ({
  params: { addr, no, param },
  body: { value },
});
const operate = (addr: string, name: string, operation: string, params?: object) => ({
  params: { addr, name, operation },
  ...(params === undefined ? {} : { body: { params } }),
});
const changed = (address: string, channel: number, parameter: string, value: unknown) => ({
  type: 'datapoint.value_changed',
  topic: `device.${address}.channels.${channel}.data_points.${parameter}`,
  payload: { central: 'home', device_address: address, channel, parameter, value },
});
const wrote = (address: string, channel: number, parameter: string, after: unknown) => ({
  action: 'data_point_write',
  user: 'test-operator',
  central: 'home',
  device_address: address,
  channel_no: channel,
  parameter,
  changes: [{ parameter, after }],
});
const operated = (address: string, name: string, operation: string) => ({
  action: 'custom_data_point_operation',
  user: 'test-operator',
  central: 'home',
  device_address: address,
  parameter: name,
  note: operation,
});

/** Values and operations: what is controlled. */
export const VALUE_ROWS: readonly WriteRow[] = [
  {
    of: VALUE,
    title: 'sends a whole number for a FLOAT as a double',
    ask: at('00F1C0DE000007', 4, 'LEVEL', 1),
    wire: ['HmIP-RF setValue "00F1C0DE000007:4" "LEVEL" double 1'],
    stream: [changed('00F1C0DE000007', 4, 'LEVEL', 1), changed('00F1C0DE000007', 3, 'LEVEL', 1)],
    answer: [202, undefined],
    audit: [wrote('00F1C0DE000007', 4, 'LEVEL', 1)],
  },
  {
    of: VALUE,
    title: 'sends a BOOL as a boolean, also when it was written as a number',
    ask: at('SIM0000001', 1, 'STATE', 1),
    before: ({ simulator }) => simulator.emit('SIM0000001:1', 'STATE', false),
    wire: ['BidCos-RF setValue "SIM0000001:1" "STATE" true'],
    stream: [changed('SIM0000001', 1, 'STATE', true)],
    answer: [202, undefined],
    audit: [wrote('SIM0000001', 1, 'STATE', true)],
  },
  {
    of: VALUE,
    title: 'sends an ENUM by its name as an integer',
    ask: at('00F1C0DE000016', 1, 'DOOR_COMMAND', 'OPEN'),
    wire: ['HmIP-RF setValue "00F1C0DE000016:1" "DOOR_COMMAND" int 1'],
    stream: [changed('00F1C0DE000016', 1, 'DOOR_STATE', 1)],
    answer: [202, undefined],
    audit: [wrote('00F1C0DE000016', 1, 'DOOR_COMMAND', 1)],
  },
  {
    of: VALUE,
    title: 'sends an ACTION as true, and nothing more often than once',
    ask: at('BidCoS-RF', 1, 'PRESS_SHORT', true),
    wire: ['BidCos-RF setValue "BidCoS-RF:1" "PRESS_SHORT" true'],
    stream: [
      {
        type: 'device.trigger',
        topic: 'device.BidCoS-RF.channels.1.trigger',
        payload: { central: 'home', device_address: 'BidCoS-RF', channel: 1, parameter: 'PRESS_SHORT' },
      },
    ],
    answer: [202, undefined],
    audit: [wrote('BidCoS-RF', 1, 'PRESS_SHORT', true)],
  },
  {
    of: VALUE,
    title: 'sends the value of a wired module',
    ask: at('SIW0000001', 3, 'STATE', true),
    before: ({ simulator }) => simulator.emit('SIW0000001:3', 'STATE', false),
    wire: ['BidCos-Wired setValue "SIW0000001:3" "STATE" true'],
    stream: [changed('SIW0000001', 3, 'STATE', true)],
    answer: [202, undefined],
    audit: [wrote('SIW0000001', 3, 'STATE', true)],
  },
  {
    of: VALUE,
    title: 'sends the value of a group to the groups',
    ask: at('INT0000001', 1, 'SET_POINT_TEMPERATURE', 19),
    wire: ['VirtualDevices setValue "INT0000001:1" "SET_POINT_TEMPERATURE" double 19'],
    stream: [changed('INT0000001', 1, 'SET_POINT_TEMPERATURE', 19)],
    answer: [202, undefined],
    audit: [wrote('INT0000001', 1, 'SET_POINT_TEMPERATURE', 19)],
  },
  {
    of: VALUE,
    title: 'sends a value in the binary protocol',
    ask: at('CUX2801001', 1, 'STATE', true),
    before: ({ simulator }) => simulator.emit('CUX2801001:1', 'STATE', false),
    wire: ['CUxD setValue "CUX2801001:1" "STATE" true'],
    stream: [changed('CUX2801001', 1, 'STATE', true)],
    answer: [202, undefined],
    audit: [wrote('CUX2801001', 1, 'STATE', true)],
  },
  {
    of: OPERATE,
    title: 'turns a dimmer on with one write of several members',
    ask: operate('00F1C0DE000007', 'LEVEL', 'turn_on', { brightness_pct: 40, ramp_time: 2 }),
    wire: ['HmIP-RF putParamset "00F1C0DE000007:4" "VALUES" {RAMP_TIME: double 2, LEVEL: double 0.4}'],
    stream: [
      changed('00F1C0DE000007', 4, 'LEVEL', 0.4),
      {
        type: 'custom_data_point.state_changed',
        topic: 'device.00F1C0DE000007.cdps.LEVEL',
        payload: { central: 'home', device_address: '00F1C0DE000007', name: 'LEVEL' },
      },
    ],
    answer: [204, undefined],
    audit: [operated('00F1C0DE000007', 'LEVEL', 'turn_on')],
  },
  {
    of: OPERATE,
    title: 'turns a BidCos dimmer on, the time before the level',
    ask: operate('SIM0000002', 'LEVEL', 'turn_on', { brightness_pct: 30, on_time: 90 }),
    wire: [
      'BidCos-RF setValue "SIM0000002:1" "ON_TIME" double 90',
      'BidCos-RF setValue "SIM0000002:1" "LEVEL" double 0.3',
    ],
    stream: [changed('SIM0000002', 1, 'LEVEL', 0.3)],
    answer: [204, undefined],
    audit: [operated('SIM0000002', 'LEVEL', 'turn_on')],
  },
  {
    of: OPERATE,
    title: 'switches with the value alone',
    ask: operate('CUX2801001', 'STATE', 'turn_off'),
    before: ({ simulator }) => simulator.emit('CUX2801001:1', 'STATE', true),
    wire: ['CUxD setValue "CUX2801001:1" "STATE" false'],
    stream: [changed('CUX2801001', 1, 'STATE', false)],
    answer: [204, undefined],
    audit: [operated('CUX2801001', 'STATE', 'turn_off')],
  },
  {
    of: OPERATE,
    title: 'sets colour and level of a light together',
    ask: operate('00F1C0DE00000C', 'LEVEL@1', 'set_color', { hue: 120, saturation: 50, brightness_pct: 80 }),
    wire: ['HmIP-RF putParamset "00F1C0DE00000C:1" "VALUES" {HUE: int 120, SATURATION: double 0.5, LEVEL: double 0.8}'],
    stream: [changed('00F1C0DE00000C', 1, 'HUE', 120), changed('00F1C0DE00000C', 1, 'LEVEL', 0.8)],
    answer: [204, undefined],
    audit: [operated('00F1C0DE00000C', 'LEVEL@1', 'set_color')],
  },
  {
    of: OPERATE,
    title: 'moves a cover to a position',
    ask: operate('00F1C0DE000008', 'LEVEL', 'set_position', { position: 25 }),
    wire: ['HmIP-RF setValue "00F1C0DE000008:4" "LEVEL" double 0.25'],
    stream: [changed('00F1C0DE000008', 4, 'LEVEL', 0.25)],
    answer: [204, undefined],
    audit: [operated('00F1C0DE000008', 'LEVEL', 'set_position')],
  },
  {
    of: OPERATE,
    title: 'sets the mode of a thermostat with its temperature',
    ask: operate('00F1C0DE000001', 'SET_POINT_TEMPERATURE', 'set_mode', { mode: 'off' }),
    wire: ['HmIP-RF putParamset "00F1C0DE000001:1" "VALUES" {CONTROL_MODE: int 1, SET_POINT_TEMPERATURE: double 4.5}'],
    stream: [
      changed('00F1C0DE000001', 1, 'SET_POINT_MODE', 1),
      changed('00F1C0DE000001', 1, 'SET_POINT_TEMPERATURE', 4.5),
    ],
    answer: [204, undefined],
    audit: [operated('00F1C0DE000001', 'SET_POINT_TEMPERATURE', 'set_mode')],
  },
  {
    of: OPERATE,
    title: 'sets the temperature of a BidCos thermostat',
    ask: operate('SIM0000011', 'SET_TEMPERATURE', 'set_temperature', { temperature: 18 }),
    wire: ['BidCos-RF setValue "SIM0000011:4" "SET_TEMPERATURE" double 18'],
    stream: [changed('SIM0000011', 4, 'SET_TEMPERATURE', 18)],
    answer: [204, undefined],
    audit: [operated('SIM0000011', 'SET_TEMPERATURE', 'set_temperature')],
  },
  {
    of: OPERATE,
    title: 'locks a door',
    ask: operate('00F1C0DE000014', 'LOCK_TARGET_LEVEL', 'lock'),
    before: ({ simulator }) => simulator.emit('00F1C0DE000014:1', 'LOCK_STATE', 2),
    wire: ['HmIP-RF setValue "00F1C0DE000014:1" "LOCK_TARGET_LEVEL" int 0'],
    stream: [changed('00F1C0DE000014', 1, 'LOCK_STATE', 1)],
    answer: [204, undefined],
    audit: [operated('00F1C0DE000014', 'LOCK_TARGET_LEVEL', 'lock')],
  },
  {
    of: OPERATE,
    title: 'locks the keys of a device by its configuration',
    ask: operate('00F1C0DE000002', 'BUTTON_LOCK', 'lock'),
    wire: ['HmIP-RF putParamset "00F1C0DE000002:0" "MASTER" {GLOBAL_BUTTON_LOCK: true}'],
    stream: [
      changed('00F1C0DE000002', 0, 'CONFIG_PENDING', true),
      changed('00F1C0DE000002', 0, 'CONFIG_PENDING', false),
    ],
    answer: [204, undefined],
    audit: [operated('00F1C0DE000002', 'BUTTON_LOCK', 'lock')],
  },
  {
    of: OPERATE,
    title: 'shows a text',
    ask: operate('00F1C0DE000018', 'DISPLAY_DATA_STRING', 'send_text', { text: 'Grüße', display_id: 2 }),
    wire: [
      'HmIP-RF putParamset "00F1C0DE000018:3" "VALUES" {DISPLAY_DATA_STRING: "Grüße", DISPLAY_DATA_ID: int 2, DISPLAY_DATA_COMMIT: true}',
    ],
    stream: [],
    answer: [204, undefined],
    audit: [operated('00F1C0DE000018', 'DISPLAY_DATA_STRING', 'send_text')],
  },
  {
    of: PARAMSET,
    title: 'writes several values as one call',
    ask: { params: { addr: '00F1C0DE00000A:4', key: 'VALUES' }, body: { LEVEL: 0.5, LEVEL_2: 1 } },
    wire: ['HmIP-RF putParamset "00F1C0DE00000A:4" "VALUES" {LEVEL: double 0.5, LEVEL_2: double 1}'],
    stream: [changed('00F1C0DE00000A', 4, 'LEVEL', 0.5), changed('00F1C0DE00000A', 4, 'LEVEL_2', 1)],
    answer: [202, undefined],
    audit: [{ action: 'paramset_write', device_address: '00F1C0DE00000A', channel_no: 4, paramset: 'VALUES' }],
  },
];
