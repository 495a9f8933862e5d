import { expect } from 'vitest';
import { MEASURED } from './house.js';
import type { WriteRow } from './row.js';
import { climate, sunday, week } from './rows-configuration.js';

const LAMP = '00F1C0DE000007';
const RADIATOR = '00F1C0DE000002';
const LINK = { sender: '00F1C0DE000012:3', receiver: `${LAMP}:5` };
const UNNAMED = 'Wandtaster Flur:3 - Dimmer Esstisch:5';
const configured = { channel_address: '00F1C0DE000003:1', paramset_key: 'MASTER' } as const;
const staged = (changes: object, more: object) => expect.objectContaining({ changes, ...more });
const rescheduled = (address: string) => ({
  type: 'schedules.changed',
  topic: `device.${address}.lifecycle`,
  payload: { device_address: address },
});
const OPERATOR = { user: 'test-operator' };

/** Commands that operate and configure devices and their links. */
export const CONFIGURATION_COMMAND_ROWS: readonly WriteRow[] = [
  {
    of: 'cdp.invoke',
    title: 'moves a blind',
    ask: { args: { device: '00F1C0DE00000A', name: 'LEVEL', operation: 'set_position', params: { position: 75 } } },
    wire: ['HmIP-RF setValue "00F1C0DE00000A:4" "COMBINED_PARAMETER" "L2=50,L=75"'],
    stream: [
      {
        type: 'custom_data_point.state_changed',
        topic: 'device.00F1C0DE00000A.cdps.LEVEL',
        payload: { device_address: '00F1C0DE00000A' },
      },
    ],
    answer: { device: '00F1C0DE00000A', name: 'LEVEL', operation: 'set_position' },
    audit: [{ action: 'custom_data_point_operation', ...OPERATOR, note: 'set_position' }],
  },
  {
    of: 'paramset.put',
    title: 'writes members as one call',
    ask: { args: { channel_address: `${RADIATOR}:1`, paramset_key: 'MASTER', values: { TEMPERATURE_OFFSET: 2 } } },
    wire: [`HmIP-RF putParamset "${RADIATOR}:1" "MASTER" {TEMPERATURE_OFFSET: double 2}`],
    stream: [
      {
        type: 'datapoint.value_changed',
        topic: `device.${RADIATOR}.channels.0.data_points.CONFIG_PENDING`,
        payload: { value: false },
      },
    ],
    answer: { written: 1 },
    audit: [{ action: 'paramset_write', ...OPERATOR, device_address: RADIATOR, channel_no: 1 }],
  },
  {
    of: 'paramset.copy',
    title: 'writes all that can be written of one channel to another, as one call',
    ask: { args: { source_channel_address: '00F1C0DE000008:4', target_channel_address: '00F1C0DE000009:4' } },
    wire: [
      'HmIP-RF putParamset "00F1C0DE000009:4" "MASTER" {LOGIC_COMBINATION: int 1, POWERUP_JUMPTARGET: int 0, POWERUP_ONTIME_UNIT: int 7, POWERUP_ONTIME_VALUE: int 31}',
    ],
    stream: [],
    answer: { written: 4 },
    audit: [{ action: 'paramset_write', ...OPERATOR }],
  },
  {
    of: 'paramset.determine',
    title: 'has the device measure',
    ask: { args: { channel_address: 'SIM0000003:1', parameter_id: MEASURED } },
    wire: [`BidCos-RF determineParameter "SIM0000003:1" "MASTER" "${MEASURED}"`],
    stream: [],
    answer: { value: 50 },
    audit: [],
  },
  {
    of: 'config.session.open',
    title: 'only reads',
    ask: { args: configured },
    wire: [],
    reads: ['HmIP-RF getParamset "00F1C0DE000003:1" "MASTER"'],
    stream: [],
    answer: staged({}, { can_undo: false, token: expect.any(String) }),
    audit: [],
  },
  {
    of: 'config.session.set',
    title: 'writes nothing yet',
    ask: { args: { ...configured, parameter: 'TEMPERATURE_OFFSET', value: 1.5 } },
    wire: [],
    stream: [],
    answer: staged({ TEMPERATURE_OFFSET: 1.5 }, { can_undo: true }),
    audit: [],
  },
  {
    of: 'config.session.undo',
    title: 'takes it back',
    ask: { args: configured },
    wire: [],
    stream: [],
    answer: staged({}, { can_redo: true }),
    audit: [],
  },
  {
    of: 'config.session.redo',
    title: 'makes it again',
    ask: { args: configured },
    wire: [],
    stream: [],
    answer: staged({ TEMPERATURE_OFFSET: 1.5 }, { can_redo: false }),
    audit: [],
  },
  {
    of: 'config.session.save',
    title: 'writes what differs, as one call',
    ask: { args: configured },
    wire: ['HmIP-RF putParamset "00F1C0DE000003:1" "MASTER" {TEMPERATURE_OFFSET: double 1.5}'],
    stream: [
      {
        type: 'datapoint.value_changed',
        topic: 'device.00F1C0DE000003.channels.0.data_points.CONFIG_PENDING',
        payload: { value: false },
      },
    ],
    answer: { written: 1 },
    audit: [{ action: 'paramset_write', ...OPERATOR, changes: [{ parameter: 'TEMPERATURE_OFFSET', after: 1.5 }] }],
  },
  {
    of: 'config.session.discard',
    title: 'forgets what was changed',
    async before(world) {
      // The user who opened it discards it: the session belongs to its user.
      const { openSocket } = await import('../socket.js');
      const socket = await openSocket(world, 'operator');
      socket.send({ op: 'call', id: 'open', command: 'config.session.open', args: configured });
      await socket.until((frame) => frame.id === 'open');
      socket.close();
    },
    ask: { args: configured },
    wire: [],
    stream: [],
    answer: { discarded: true },
    audit: [],
  },
  {
    of: 'schedules.device.set',
    title: 'writes only what differs',
    ask: {
      args: {
        device_address: RADIATOR,
        profile: climate(RADIATOR, 1, { P1: week('07:00', '08:30', 22) }),
      },
    },
    wire: [sunday('HmIP-RF', `${RADIATOR}:1`, 'P1_')],
    stream: [rescheduled(RADIATOR)],
    answer: {},
    audit: [{ action: 'schedule_write', ...OPERATOR, device_address: RADIATOR }],
  },
  {
    of: 'schedules.climate.set',
    title: 'writes the week of a group to the groups',
    ask: {
      args: { channel_address: 'INT0000001:1', profile: climate('INT0000001', 1, { P1: week('07:00', '08:30', 22) }) },
    },
    wire: [sunday('VirtualDevices', 'INT0000001:1', 'P1_')],
    stream: [rescheduled('INT0000001')],
    answer: {},
    audit: [{ action: 'schedule_write', ...OPERATOR, device_address: 'INT0000001' }],
  },
  {
    of: 'schedules.copy',
    title: 'copies a week to another device',
    ask: { args: { source_device_address: RADIATOR, target_device_address: '00F1C0DE000003' } },
    wire: [sunday('HmIP-RF', '00F1C0DE000003:1', 'P1_')],
    stream: [rescheduled('00F1C0DE000003')],
    answer: {},
    audit: [{ action: 'schedule_write', ...OPERATOR, device_address: '00F1C0DE000003' }],
  },
  {
    of: 'schedules.climate.copy_profile',
    title: 'copies one profile to another of the same channel',
    ask: {
      args: {
        source_channel_address: `${RADIATOR}:1`,
        source_profile: 1,
        target_channel_address: `${RADIATOR}:1`,
        target_profile: 2,
      },
    },
    wire: [sunday('HmIP-RF', `${RADIATOR}:1`, 'P2_')],
    stream: [rescheduled(RADIATOR)],
    answer: {},
    audit: [{ action: 'schedule_write', ...OPERATOR, device_address: RADIATOR }],
  },
  {
    of: 'schedules.device.active_profile.set',
    title: 'chooses a profile',
    ask: { args: { device_address: RADIATOR, profile: 'P3' } },
    wire: [`HmIP-RF setValue "${RADIATOR}:1" "ACTIVE_PROFILE" int 3`],
    stream: [
      {
        type: 'datapoint.value_changed',
        topic: `device.${RADIATOR}.channels.1.data_points.ACTIVE_PROFILE`,
        payload: { value: 3 },
      },
    ],
    answer: { profile: 'P3' },
    audit: [{ action: 'active_profile', ...OPERATOR, note: 'P3' }],
  },
  {
    of: 'schedules.active_profile.set',
    title: 'chooses a profile by its number',
    ask: { args: { channel_address: `${RADIATOR}:1`, profile_index: 2 } },
    wire: [`HmIP-RF setValue "${RADIATOR}:1" "ACTIVE_PROFILE" int 2`],
    stream: [
      {
        type: 'datapoint.value_changed',
        topic: `device.${RADIATOR}.channels.1.data_points.ACTIVE_PROFILE`,
        payload: { value: 2 },
      },
    ],
    answer: { profile_index: 2 },
    audit: [{ action: 'active_profile', ...OPERATOR, note: 'P2' }],
  },
  {
    of: 'schedules.set_enabled',
    title: 'takes every channel of a device out of the programme, one after the other',
    ask: { args: { device_address: '00F1C0DE000006', enabled: false } },
    wire: [1, 2, 4].map((mask) => `HmIP-RF setValue "00F1C0DE000006:8" "COMBINED_PARAMETER" "WPTCLS=${mask},WPTCL=0"`),
    stream: [
      {
        type: 'datapoint.value_changed',
        topic: 'device.00F1C0DE000006.channels.8.data_points.WEEK_PROGRAM_CHANNEL_LOCKS',
        payload: { value: 7 },
      },
    ],
    answer: { device_address: '00F1C0DE000006', enabled: false },
    audit: ['1_1', '1_2', '1_3'].map((key) => ({ action: 'schedule_channel_lock', note: `${key} disabled` })),
  },
  {
    of: 'links.add',
    title: 'links two channels, with a name of its own when none is said',
    ask: { args: LINK },
    wire: [`HmIP-RF addLink "${LINK.sender}" "${LINK.receiver}" "${UNNAMED}" "${UNNAMED}"`],
    stream: [],
    answer: LINK,
    audit: [{ action: 'link_add', ...OPERATOR, device_address: '00F1C0DE000012' }],
  },
  {
    of: 'links.set_info',
    title: 'changes the description and keeps the name',
    ask: { args: { ...LINK, description: 'Taste 3' } },
    wire: [`HmIP-RF setLinkInfo "${LINK.sender}" "${LINK.receiver}" "${UNNAMED}" "Taste 3"`],
    stream: [],
    answer: LINK,
    audit: [{ action: 'link_change', ...OPERATOR }],
  },
  {
    of: 'links.put_paramset',
    title: 'writes members of the LINK paramset',
    ask: { args: { address: LINK.receiver, peer_address: LINK.sender, parameters: { SHORT_ON_LEVEL: 0.5 } } },
    wire: [`HmIP-RF putParamset "${LINK.receiver}" "${LINK.sender}" {SHORT_ON_LEVEL: double 0.5}`],
    stream: [],
    answer: { written: 1 },
    audit: [{ action: 'link_paramset_write', ...OPERATOR, peer: LINK.sender }],
  },
  {
    of: 'links.apply_profile',
    title: 'writes of a ready-made profile what differs',
    ask: {
      args: { sender_channel_address: LINK.sender, receiver_channel_address: LINK.receiver, profile_id: 1 },
    },
    wire: [`HmIP-RF putParamset "${LINK.receiver}" "${LINK.sender}" {SHORT_ON_LEVEL: double 1}`],
    stream: [],
    answer: expect.objectContaining({ success: true, profile_id: 1 }),
    audit: [{ action: 'link_paramset_write', ...OPERATOR, peer: LINK.sender }],
  },
  {
    of: 'links.activate_paramset',
    title: 'makes the receiver act as if the sender was pressed briefly',
    ask: { args: { sender_channel_address: LINK.sender, receiver_channel_address: LINK.receiver } },
    wire: [`HmIP-RF activateLinkParamset "${LINK.receiver}" "${LINK.sender}" false`],
    stream: [],
    answer: LINK,
    audit: [{ action: 'link_test', ...OPERATOR }],
  },
  {
    of: 'links.remove',
    title: 'ends a link',
    ask: { args: LINK },
    wire: [`HmIP-RF removeLink "${LINK.sender}" "${LINK.receiver}"`],
    stream: [],
    answer: LINK,
    audit: [{ action: 'link_remove', ...OPERATOR }],
  },
  {
    of: 'central.create_links',
    title: 'links one key with the CCU, also of BidCos',
    ask: { args: { device_address: 'SIM0000007', channel: 'SIM0000007:2' } },
    wire: ['BidCos-RF reportValueUsage "SIM0000007:2" "PRESS_SHORT" int 1'],
    stream: [],
    answer: { touched: 1, skipped: 0, failed: 0 },
    audit: [{ action: 'central_link_create', ...OPERATOR, device_address: 'SIM0000007', note: 'SIM0000007:2' }],
  },
  {
    of: 'central.remove_links',
    title: 'ends the link of one key with the CCU',
    ask: { args: { address: 'SIM0000007', channel: 'SIM0000007:2' } },
    wire: ['PRESS_SHORT', 'PRESS_LONG'].map((use) => `BidCos-RF reportValueUsage "SIM0000007:2" "${use}" int 0`),
    stream: [],
    answer: { touched: 1, skipped: 0, failed: 0 },
    audit: [{ action: 'central_link_remove', ...OPERATOR, device_address: 'SIM0000007', note: 'SIM0000007:2' }],
  },
];
