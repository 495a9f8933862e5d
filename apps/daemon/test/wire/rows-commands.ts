import type { LiveHouse } from '@ccu-gateway/ccu-simulator';
import { expect } from 'vitest';
import { MEASURED } from './house.js';
import type { WriteRow } from './row.js';
import { climate, sunday, week } from './rows-configuration.js';
import { alarmed, message, program, raised } from './rows-hub.js';

const LAMP = '00F1C0DE000007';
const RADIATOR = '00F1C0DE000002';
const LINK = { sender: '00F1C0DE000012:3', receiver: `${LAMP}:5` };
const UNNAMED = 'Wandtaster Flur:3 - Dimmer Esstisch:5';
const script = (name: string, args: unknown) => `script ${name} ${JSON.stringify(args)}`;
const room = (house: LiveHouse, name: string): number => house.rooms().find((each) => each.name === name)?.id ?? 0;
const func = (house: LiveHouse, name: string): number => house.functions().find((each) => each.name === name)?.id ?? 0;

const configured = { channel_address: '00F1C0DE000003:1', paramset_key: 'MASTER' } as const;
const staged = (changes: object, more: object) => expect.objectContaining({ changes, ...more });
const relabelled = { type: 'device.metadata_changed', topic: `device.${LAMP}.lifecycle`, payload: { central: 'home' } };
const rescheduled = (address: string) => ({
  type: 'schedules.changed',
  topic: `device.${address}.lifecycle`,
  payload: { device_address: address },
});
const teaching = (enabled: boolean) => ({
  type: 'hub.install_mode_changed',
  topic: 'hub.home.install_mode',
  payload: { central: 'home', enabled },
});
const OPERATOR = { user: 'test-operator' };

/** The commands of the WebSocket: each does what its REST twin does. */
export const COMMAND_ROWS: readonly WriteRow[] = [
  {
    of: 'cdp.invoke',
    title: 'moves a blind',
    ask: { args: { device: '00F1C0DE00000A', name: 'LEVEL', operation: 'set_position', params: { position: 75 } } },
    wire: ['HmIP-RF setValue "00F1C0DE00000A:4" "LEVEL" double 0.75'],
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
      // Whoever discards is who opened: the session belongs to its user.
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
    of: 'programs.execute',
    title: 'runs a program',
    ask: (house) => ({ args: { id: String(program(house, 'Alles aus')) } }),
    wire: (house) => [script('program_run', { id: program(house, 'Alles aus'), checkConditions: false })],
    stream: [{ type: 'hub.program_executed', payload: { central: 'home', success: true } }],
    answer: expect.objectContaining({ executed: true }),
    audit: [{ action: 'program_execute', ...OPERATOR, note: 'Alles aus' }],
  },
  {
    of: 'sysvars.set',
    title: 'sets a variable',
    before: ({ simulator }) => simulator.house.setSystemVariable('Anwesenheit', false),
    ask: { args: { name: 'Anwesenheit', value: true } },
    wire: [script('variable_set', { name: 'Anwesenheit', value: true })],
    stream: [],
    answer: { name: 'Anwesenheit' },
    audit: [{ action: 'sysvar_write', ...OPERATOR, note: 'Anwesenheit' }],
  },
  {
    of: 'sysvars.fetch',
    title: 'reads what the CCU changed by itself',
    before: ({ simulator }) => simulator.house.setSystemVariable('Strompreis', 44),
    ask: { args: {} },
    wire: [],
    reads: ['script variables {}'],
    stream: [{ type: 'hub.sysvar_changed', topic: 'hub.home.sysvars.Strompreis', payload: { value: 44 } }],
    answer: { fetched: true },
    audit: [],
  },
  {
    of: 'alarm_messages.ack',
    title: 'acknowledges one alarm',
    before: alarmed('Alarmzone 1'),
    ask: (house) => ({ args: { id: String(message(house, 'Alarmzone 1')) } }),
    wire: (house) => [script('message_ack', { id: message(house, 'Alarmzone 1') })],
    stream: [{ type: 'hub.alarm_message', payload: { count: 0 } }],
    answer: expect.objectContaining({ acknowledged: true }),
    audit: [{ action: 'alarm_message_ack', ...OPERATOR }],
  },
  {
    of: 'alarm_messages.ack_all',
    title: 'acknowledges each alarm',
    before: alarmed('Alarmzone 1'),
    ask: { args: {} },
    wire: (house) => [script('message_ack', { id: message(house, 'Alarmzone 1') })],
    stream: [{ type: 'hub.alarm_message', payload: { count: 0 } }],
    answer: { acknowledged: 1 },
    audit: [{ action: 'alarm_message_ack_all', ...OPERATOR }],
  },
  {
    of: 'service_messages.ack',
    title: 'acknowledges one message',
    before: raised('SIM0000001:0', 'STICKY_UNREACH'),
    ask: (house) => ({ args: { id: String(message(house, 'SIM0000001:0.STICKY_UNREACH')) } }),
    wire: (house) => [script('message_ack', { id: message(house, 'SIM0000001:0.STICKY_UNREACH') })],
    stream: [{ type: 'hub.service_message', payload: { central: 'home' } }],
    answer: expect.objectContaining({ acknowledged: true }),
    audit: [{ action: 'service_message_ack', ...OPERATOR }],
  },
  {
    of: 'service_messages.ack_all',
    title: 'acknowledges those that may be',
    async before(world) {
      world.simulator.emit('SIM0000006:0', 'STICKY_UNREACH', false);
      await raised('SIM0000001:0', 'STICKY_UNREACH')(world);
    },
    ask: { args: {} },
    wire: (house) => [script('message_ack', { id: message(house, 'SIM0000001:0.STICKY_UNREACH') })],
    stream: [{ type: 'hub.service_message', payload: { central: 'home' } }],
    answer: { acknowledged: 1 },
    audit: [{ action: 'service_message_ack_all', ...OPERATOR }],
  },
  {
    of: 'service_messages.disable',
    title: 'has the interface raise no more of that kind',
    before: raised('00F1C0DE000006:0', 'UNREACH'),
    ask: (house) => ({ args: { id: String(message(house, '00F1C0DE000006:0.UNREACH')) } }),
    wire: ['HmIP-RF suppressServiceMessages "00F1C0DE000006:0" "UNREACH" true'],
    stream: [],
    answer: expect.objectContaining({ disabled: true }),
    audit: [{ action: 'service_message_disable', ...OPERATOR }],
  },
  {
    of: 'service_messages.unsuppress',
    title: 'takes it back',
    ask: { args: { channel: '00F1C0DE000006:0', parameter: 'UNREACH' } },
    wire: ['HmIP-RF suppressServiceMessages "00F1C0DE000006:0" "UNREACH" false'],
    stream: [],
    answer: { channel: '00F1C0DE000006:0', unsuppressed: true },
    audit: [{ action: 'service_message_unsuppress', ...OPERATOR, parameter: 'UNREACH' }],
  },
  {
    of: 'device.rename',
    title: 'names a device and none of its channels',
    ask: { args: { address: LAMP, name: 'Lampe' } },
    wire: [script('rename', { address: LAMP, name: 'Lampe' })],
    stream: [relabelled],
    answer: { address: LAMP, name: 'Lampe', include_channels: false },
    audit: [{ action: 'device_metadata', ...OPERATOR, note: 'Lampe' }],
  },
  {
    of: 'device.rename_channel',
    title: 'names a channel',
    ask: { args: { address: LAMP, channel: 5, name: 'Lampe rechts' } },
    wire: [script('rename', { address: `${LAMP}:5`, name: 'Lampe rechts' })],
    stream: [relabelled],
    answer: { address: LAMP, channel: 5, name: 'Lampe rechts' },
    audit: [{ action: 'channel_metadata', ...OPERATOR, channel_no: 5 }],
  },
  {
    of: 'device.set_channel_rooms',
    title: 'puts a channel into exactly these rooms',
    ask: { args: { address: LAMP, channel: 5, rooms: ['Flur', 'Keller'] } },
    wire: (house) => [
      script('group_assign', {
        kind: 'rooms',
        channelAddress: `${LAMP}:5`,
        ids: [room(house, 'Flur'), room(house, 'Keller')],
      }),
    ],
    stream: [relabelled],
    answer: { address: LAMP, channel: 5, rooms: ['Flur', 'Keller'] },
    audit: [{ action: 'channel_metadata', ...OPERATOR, channel_no: 5 }],
  },
  {
    of: 'device.set_channel_functions',
    title: 'puts a channel into exactly these functions',
    ask: { args: { address: LAMP, channel: 5, functions: ['Licht'] } },
    wire: (house) => [
      script('group_assign', { kind: 'functions', channelAddress: `${LAMP}:5`, ids: [func(house, 'Licht')] }),
    ],
    stream: [relabelled],
    answer: { address: LAMP, channel: 5, functions: ['Licht'] },
    audit: [{ action: 'channel_metadata', ...OPERATOR, channel_no: 5 }],
  },
  {
    of: 'device.restore_config',
    title: 'has the CCU send the configuration again',
    ask: { args: { address: 'SIM0000002' } },
    wire: ['BidCos-RF restoreConfigToDevice "SIM0000002"'],
    stream: [],
    answer: { address: 'SIM0000002' },
    audit: [{ action: 'device_config_restore', device_address: 'SIM0000002' }],
  },
  ...['central.reconcile', 'firmware.refresh'].map(
    (of): WriteRow => ({
      of,
      title: 'only reads',
      ask: { args: {} },
      wire: [],
      reads: ['HmIP-RF listDevices', 'BidCos-Wired listDevices'],
      stream: [],
      answer: { refreshed: true },
      audit: [],
    }),
  ),
  ...['ccu', 'config'].flatMap((family): readonly WriteRow[] => [
    {
      of: `${family}.reload_device_config`,
      title: 'only reads',
      ask: { args: { device_address: LAMP } },
      wire: [],
      reads: [`HmIP-RF getParamset "${LAMP}:5" "MASTER"`],
      stream: [],
      answer: { reloaded: LAMP },
      audit: [],
    },
    {
      of: `${family}.reload_channel_config`,
      title: 'only reads',
      ask: { args: { channel_address: `${LAMP}:5` } },
      wire: [],
      reads: [`HmIP-RF getParamset "${LAMP}:5" "MASTER"`],
      stream: [],
      answer: { reloaded: `${LAMP}:5` },
      audit: [],
    },
  ]),
  {
    of: 'device.install_mode',
    title: 'teaches in one BidCos device',
    ask: { args: { address: 'SIM0000002', duration_seconds: 45 } },
    wire: ['BidCos-RF setInstallMode true int 45 "SIM0000002"'],
    stream: [teaching(true)],
    answer: { address: 'SIM0000002', enabled: true },
    audit: [{ action: 'install_mode', device_address: 'SIM0000002' }],
  },
  {
    of: 'install_mode.enable',
    title: 'teaches in whatever asks',
    ask: { args: { interface_id: 'home-HmIP-RF', duration_seconds: 20 } },
    wire: ['HmIP-RF setInstallMode true int 20'],
    stream: [teaching(true)],
    answer: { interface_id: 'home-HmIP-RF', enabled: true },
    audit: [{ action: 'install_mode', note: 'HmIP-RF on' }],
  },
  {
    of: 'install_mode.disable',
    title: 'ends it',
    ask: { args: { interface_id: 'BidCos-RF' } },
    wire: ['BidCos-RF setInstallMode false int 60'],
    stream: [],
    answer: { interface_id: 'home-BidCos-RF', enabled: false },
    audit: [{ action: 'install_mode', note: 'BidCos-RF off' }],
  },
  {
    of: 'install_mode.search',
    title: 'searches the wired bus',
    ask: { args: { interface_id: 'BidCos-Wired' } },
    wire: ['BidCos-Wired searchDevices'],
    stream: [],
    answer: { interface_id: 'home-BidCos-Wired', found: 0 },
    audit: [{ action: 'device_search' }],
  },
  {
    of: 'inbox.accept',
    title: 'takes a device out of the inbox, and does no more',
    ask: { args: { device_address: '00F1C0DE00001A' } },
    wire: [script('inbox_accept', { address: '00F1C0DE00001A' })],
    stream: [{ type: 'hub.inbox_changed', topic: 'hub.home.inbox', payload: { count: 0 } }],
    answer: { device_address: '00F1C0DE00001A', accepted: true },
    audit: [{ action: 'device_accept', ...OPERATOR }],
  },
  {
    of: 'incidents.clear',
    title: 'forgets what went wrong',
    ask: { args: {} },
    wire: [],
    stream: [],
    answer: { cleared: true },
    audit: [{ action: 'incidents_clear' }],
  },
  {
    of: 'programs.delete',
    title: 'deletes a program',
    ask: (house) => ({ args: { id: String(program(house, 'Interne Prüfung')) } }),
    wire: (house) => [script('program_delete', { id: program(house, 'Interne Prüfung') })],
    stream: [],
    answer: expect.objectContaining({ deleted: true }),
    audit: [{ action: 'program_delete', note: 'Interne Prüfung' }],
  },
];
