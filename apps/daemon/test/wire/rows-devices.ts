import type { SimulatedHouseView } from '@ccu-gateway/ccu-simulator';
import { expect } from 'vitest';
import type { WriteRow } from './row.js';

const LAMP = '00F1C0DE000007';

const group = (house: SimulatedHouseView, kind: 'rooms' | 'functions', name: string): number =>
  house[kind]().find((each) => each.name === name)?.id ?? 0;
const relabelled = (address: string, more: object = {}) => ({
  type: 'device.metadata_changed',
  topic: `device.${address}.lifecycle`,
  payload: { central: 'home', device_address: address, ...more },
});
const channelsOf = (house: SimulatedHouseView, address: string): readonly string[] =>
  (house.device(address)?.channels ?? [])
    .map(({ description }) => description.ADDRESS)
    .filter((each) => !each.endsWith(':0'));
const script = (name: string, args: unknown) => `script ${name} ${JSON.stringify(args)}`;

/** Whole devices: names, rooms, pairing, firmware. What destroys comes last. */
export const DEVICE_ROWS: readonly WriteRow[] = [
  ...(['POST /devices/{addr}/test', 'device.test'] as const).map((of): WriteRow => {
    const outcome = expect.objectContaining({
      passed: true,
      timed_out: false,
      received: expect.arrayContaining([expect.objectContaining({ channel: 0, parameter: 'UNREACH', value: false })]),
    });
    return {
      of,
      title: 'has the CCU call a device, and answers with the values that came back',
      ask: of === 'device.test' ? { args: { address: LAMP } } : { params: { addr: LAMP } },
      wire: [script('com_test_start', { address: LAMP })],
      stream: [],
      answer: of === 'device.test' ? outcome : [200, outcome],
      audit: [{ action: 'device_test', device_address: LAMP, note: expect.stringMatching(/^answered after \d+ ms$/) }],
    };
  }),
  {
    of: 'PATCH /devices/{addr}',
    title: 'names a device with its channels, and puts each of them into the room',
    ask: { params: { addr: LAMP }, body: { name: 'Esstisch "neu"', rooms: ['Küche'], include_channels: true } },
    wire: (house) => [
      script('rename', { address: LAMP, name: 'Esstisch "neu"' }),
      ...channelsOf(house, LAMP).map((address) =>
        script('rename', { address, name: `Esstisch "neu"${address.slice(LAMP.length)}` }),
      ),
      ...channelsOf(house, LAMP).map((channelAddress) =>
        script('group_assign', { kind: 'rooms', channelAddress, ids: [group(house, 'rooms', 'Küche')] }),
      ),
    ],
    reads: ['script names {}'],
    stream: [relabelled(LAMP)],
    answer: [202, {}],
    audit: [{ action: 'device_metadata', user: 'test-operator', device_address: LAMP, note: 'Esstisch "neu"' }],
  },
  {
    of: 'PATCH /devices/{addr}/channels/{no}',
    title: 'names one channel and puts it into exactly these rooms and functions',
    ask: { params: { addr: LAMP, no: 4 }, body: { name: 'Tisch links', rooms: [], functions: ['Licht', 'Taster'] } },
    wire: (house) => [
      script('rename', { address: `${LAMP}:4`, name: 'Tisch links' }),
      script('group_assign', { kind: 'rooms', channelAddress: `${LAMP}:4`, ids: [] }),
      script('group_assign', {
        kind: 'functions',
        channelAddress: `${LAMP}:4`,
        ids: [group(house, 'functions', 'Licht'), group(house, 'functions', 'Taster')],
      }),
    ],
    stream: [relabelled(LAMP)],
    answer: [202, {}],
    audit: [{ action: 'channel_metadata', device_address: LAMP, channel_no: 4, note: 'Tisch links' }],
  },
  {
    of: 'PATCH /devices/{addr}',
    title: 'tells what became of a name that another device has, and calls the channels after that',
    ask: { params: { addr: 'SIM0000002' }, body: { name: 'Tisch neu', include_channels: true } },
    before: ({ simulator }) => simulator.house.rename('SIM0000001', 'Tisch neu'),
    wire: (house) => [
      script('rename', { address: 'SIM0000002', name: 'Tisch neu' }),
      ...channelsOf(house, 'SIM0000002').map((address) =>
        script('rename', { address, name: `Tisch neu 1${address.slice('SIM0000002'.length)}` }),
      ),
    ],
    stream: [relabelled('SIM0000002')],
    answer: [202, { corrections: [{ address: 'SIM0000002', requested: 'Tisch neu', applied: 'Tisch neu 1' }] }],
    audit: [
      {
        action: 'device_metadata',
        device_address: 'SIM0000002',
        note: 'Tisch neu (the CCU made it Tisch neu 1 at SIM0000002)',
      },
    ],
  },
  {
    of: 'PATCH /devices/{addr}/channels/{no}',
    title: 'tells what became of a name that another channel has',
    ask: { params: { addr: LAMP, no: 4 }, body: { name: 'Tischkante' } },
    before: ({ simulator }) => simulator.house.rename(`${LAMP}:5`, 'Tischkante'),
    wire: [script('rename', { address: `${LAMP}:4`, name: 'Tischkante' })],
    stream: [relabelled(LAMP)],
    answer: [202, { corrections: [{ address: `${LAMP}:4`, requested: 'Tischkante', applied: 'Tischkante 1' }] }],
    audit: [{ action: 'channel_metadata', channel_no: 4 }],
  },
  {
    of: 'POST /devices/refresh',
    title: 'only reads',
    ask: {},
    wire: [],
    reads: ['HmIP-RF listDevices', 'BidCos-RF listDevices', 'CUxD listDevices', 'script names {}'],
    stream: [],
    answer: [202, undefined],
    audit: [],
  },
  {
    of: 'POST /devices/firmware/refresh',
    title: 'only reads',
    ask: {},
    wire: [],
    reads: ['HmIP-RF listDevices'],
    stream: [],
    answer: [204, undefined],
    audit: [],
  },
  {
    of: 'POST /devices/{addr}/reload',
    title: 'reads the device and every configuration of it',
    ask: { params: { addr: LAMP } },
    wire: [],
    reads: [
      'HmIP-RF listDevices',
      `HmIP-RF getParamset "${LAMP}:4" "MASTER"`,
      `HmIP-RF getParamset "${LAMP}:1" "MASTER"`,
    ],
    stream: [],
    answer: [200, undefined],
    audit: [],
  },
  {
    of: 'POST /devices/{addr}/channels/{no}/reload',
    title: 'reads the configuration of the channel',
    ask: { params: { addr: LAMP, no: 4 } },
    wire: [],
    reads: [`HmIP-RF getParamset "${LAMP}:4" "MASTER"`],
    stream: [],
    answer: [200, undefined],
    audit: [],
  },
  {
    of: 'POST /devices/{addr}/config/restore',
    title: 'has the CCU send the configuration again',
    ask: { params: { addr: LAMP } },
    wire: [`HmIP-RF restoreConfigToDevice "${LAMP}"`],
    stream: [
      {
        type: 'datapoint.value_changed',
        topic: `device.${LAMP}.channels.0.data_points.CONFIG_PENDING`,
        payload: { value: true },
      },
    ],
    answer: [202, undefined],
    audit: [{ action: 'device_config_restore', user: 'test-admin', device_address: LAMP }],
  },
  {
    of: 'POST /devices/{addr}/firmware/update',
    title: 'updates an HmIP device by its address',
    ask: { params: { addr: LAMP } },
    wire: [`HmIP-RF installFirmware "${LAMP}"`],
    stream: [],
    answer: [202, { status: 'scheduled' }],
    audit: [{ action: 'device_firmware_update', device_address: LAMP }],
  },
  {
    of: 'POST /devices/{addr}/firmware/update',
    title: 'updates a BidCos device by its address, and warns of the airtime',
    ask: { params: { addr: 'SIM0000001' } },
    wire: ['BidCos-RF updateFirmware "SIM0000001"'],
    stream: [],
    answer: [202, { status: 'scheduled' }],
    audit: [{ action: 'device_firmware_update', device_address: 'SIM0000001' }],
  },
  {
    of: 'POST /devices/{addr}/install-mode',
    title: 'pairs one BidCos device by its address',
    ask: { params: { addr: 'SIM0000001' }, body: { seconds: 90 } },
    wire: ['BidCos-RF setInstallMode true int 90 "SIM0000001"'],
    stream: [
      {
        type: 'hub.install_mode_changed',
        topic: 'hub.home.install_mode',
        payload: { central: 'home', interface_id: 'home-BidCos-RF', enabled: true },
      },
    ],
    answer: [202, undefined],
    audit: [{ action: 'install_mode', user: 'test-admin', device_address: 'SIM0000001', note: 'BidCos-RF on' }],
  },
  {
    of: 'POST /install-mode',
    title: 'ends install mode',
    ask: { body: { interface: 'BidCos-RF', active: false } },
    wire: ['BidCos-RF setInstallMode false int 60'],
    stream: [
      {
        type: 'hub.install_mode_changed',
        topic: 'hub.home.install_mode',
        payload: { central: 'home', interface_id: 'home-BidCos-RF', enabled: false },
      },
    ],
    answer: [202, undefined],
    audit: [{ action: 'install_mode', note: 'BidCos-RF off' }],
  },
  {
    of: 'POST /install-mode/interfaces',
    title: 'pairs one HmIP device with its key, which the history does not keep',
    ask: {
      body: {
        interface: 'HmIP-RF',
        active: true,
        seconds: 30,
        sgtin: '3014F711A0000000000000AB',
        key: '0123456789ABCDEF0123456789ABCDEF',
      },
    },
    wire: [
      'HmIP-RF setInstallModeWithWhitelist true int 30 [{ADDRESS: "3014F711A0000000000000AB", KEY_MODE: "LOCAL", KEY: "0123456789ABCDEF0123456789ABCDEF"}]',
    ],
    stream: [
      {
        type: 'hub.install_mode_changed',
        topic: 'hub.home.install_mode',
        payload: { central: 'home', interface_id: 'home-HmIP-RF', enabled: true },
      },
    ],
    answer: [202, undefined],
    audit: [{ action: 'install_mode', note: 'HmIP-RF on for 3014F711A0000000000000AB' }],
  },
  {
    of: 'POST /install-mode/search',
    title: 'searches the wired bus',
    ask: { body: { interface: 'BidCos-Wired' } },
    wire: ['BidCos-Wired searchDevices'],
    stream: [],
    answer: [200, { central: 'home', interface: 'BidCos-Wired', found: 0 }],
    audit: [{ action: 'device_search', user: 'test-admin', note: '0 found' }],
  },
  {
    of: 'POST /devices/{addr}/accept',
    title: 'takes a device out of the inbox, names it and puts it into its room',
    ask: { params: { addr: '00F1C0DE00001A' }, body: { name: 'Fenster Bad', rooms: ['Flur'], include_channels: true } },
    wire: (house) => [
      script('inbox_accept', { address: '00F1C0DE00001A' }),
      script('rename', { address: '00F1C0DE00001A', name: 'Fenster Bad' }),
      script('rename', { address: '00F1C0DE00001A:1', name: 'Fenster Bad:1' }),
      script('group_assign', {
        kind: 'rooms',
        channelAddress: '00F1C0DE00001A:1',
        ids: [group(house, 'rooms', 'Flur')],
      }),
    ],
    stream: [
      { type: 'hub.inbox_changed', topic: 'hub.home.inbox', payload: { central: 'home' } },
      relabelled('00F1C0DE00001A'),
    ],
    answer: [202, {}],
    audit: [{ action: 'device_accept', device_address: '00F1C0DE00001A', note: 'Fenster Bad' }],
  },
  {
    of: 'DELETE /devices/{addr}',
    title: 'takes a device out of the CCU and resets it',
    ask: { params: { addr: '00F1C0DE000017' }, query: { reset: 'true' } },
    wire: ['HmIP-RF deleteDevice "00F1C0DE000017" int 1'],
    stream: [
      {
        type: 'device.removed',
        topic: 'device.00F1C0DE000017.lifecycle',
        payload: { central: 'home', device_address: '00F1C0DE000017' },
      },
    ],
    answer: [202, undefined],
    audit: [{ action: 'device_delete', user: 'test-admin', device_address: '00F1C0DE000017' }],
  },
  {
    of: 'DELETE /devices/{addr}',
    title: 'takes a device out that cannot be reached, when it is forced',
    before: ({ simulator }) => simulator.faults.unreachable('00F1C0DE000013', true),
    ask: { params: { addr: '00F1C0DE000013' }, query: { force: '1' } },
    wire: ['HmIP-RF deleteDevice "00F1C0DE000013" int 2'],
    stream: [{ type: 'device.removed', topic: 'device.00F1C0DE000013.lifecycle', payload: { central: 'home' } }],
    answer: [202, undefined],
    audit: [{ action: 'device_delete', device_address: '00F1C0DE000013' }],
  },
];
