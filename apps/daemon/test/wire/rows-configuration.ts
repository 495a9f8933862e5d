import { expect } from 'vitest';
import { MEASURED } from './house.js';
import type { WriteRow } from './row.js';

const CHANNEL = '/devices/{addr}/channels/{no}';
const RADIATOR = '00F1C0DE000001';

const KEYS = [1, 2, 3, 4, 5, 6].map((no) => `00F1C0DE000012:${no}`);
const configured = (address: string, action: string, more: object) => ({
  action,
  user: 'test-operator',
  central: 'home',
  device_address: address,
  ...more,
});
/** The device says that it has something to take, and that it has it. */
const taken = (address: string) =>
  [true, false].map((value) => ({
    type: 'datapoint.value_changed',
    topic: `device.${address}.channels.0.data_points.CONFIG_PENDING`,
    payload: { value },
  }));
const rescheduled = (address: string, channel = 1) => ({
  type: 'schedules.changed',
  topic: `device.${address}.lifecycle`,
  payload: { central: 'home', device_address: address, channel },
});

/** What another radiator thermostat of the house had. */
export const exported = (values: object) => ({
  version: '1.0',
  exported_at: '2026-01-01T00:00:00.000Z',
  central_name: 'home',
  device_address: '00F1C0DE000002',
  model: 'HmIP-eTRV-2',
  channel_address: '00F1C0DE000002:1',
  channel_type: 'HEATING_CLIMATECONTROL_TRANSCEIVER',
  paramset_key: 'MASTER',
  values,
});

/** What differs between the usual Sunday and one that is warm from seven to half past eight. */
export const sunday = (interfaceName: string, address: string, profile: string) => {
  const members = [
    [`${profile}ENDTIME_SUNDAY_1`, 'int 420'],
    [`${profile}ENDTIME_SUNDAY_2`, 'int 510'],
    [`${profile}TEMPERATURE_SUNDAY_2`, 'double 22'],
    [`${profile}ENDTIME_SUNDAY_3`, 'int 1440'],
    [`${profile}TEMPERATURE_SUNDAY_3`, 'double 17'],
    [`${profile}ENDTIME_SUNDAY_4`, 'int 1440'],
  ];
  const spelled = members.map(([name, value]) => `${name}: ${value}`).join(', ');
  return `${interfaceName} putParamset "${address}" "MASTER" {${spelled}}`;
};

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** A week as the thermostats of the house have it, with this on Sunday. */
export function week(from: string, to: string, temperature: number) {
  const usual = {
    base_temperature: 17,
    periods: [
      { start_time: '06:00', end_time: '09:00', temperature: 21 },
      { start_time: '09:00', end_time: '17:00', temperature: 18 },
      { start_time: '17:00', end_time: '22:00', temperature: 21.5 },
    ],
  };
  const sunday = { base_temperature: 17, periods: [{ start_time: from, end_time: to, temperature }] };
  return {
    weekdays: Object.fromEntries(DAYS.map((day) => [day, day === 'SUNDAY' ? sunday : usual])),
  };
}

export const climate = (address: string, channel: number, profiles: object) => ({
  channel: { address: `${address}:${channel}`, number: channel, device_address: address },
  kind: 'climate',
  domain: 'climate',
  profiles,
});

/** Paramsets and schedules: how devices are set up. */
export const CONFIGURATION_ROWS: readonly WriteRow[] = [
  {
    of: 'PUT /devices/{addr}/paramsets/{key}',
    title: 'writes members of a configuration as one call, each as it is described',
    ask: {
      params: { addr: `${RADIATOR}:1`, key: 'MASTER' },
      body: { TEMPERATURE_OFFSET: 1, BOOST_TIME_PERIOD: 10 },
    },
    wire: [`HmIP-RF putParamset "${RADIATOR}:1" "MASTER" {TEMPERATURE_OFFSET: double 1, BOOST_TIME_PERIOD: int 10}`],
    stream: taken(RADIATOR),
    answer: [202, undefined],
    audit: [
      configured(RADIATOR, 'paramset_write', {
        channel_no: 1,
        paramset: 'MASTER',
        changes: [
          { parameter: 'TEMPERATURE_OFFSET', after: 1 },
          { parameter: 'BOOST_TIME_PERIOD', after: 10 },
        ],
      }),
    ],
  },
  {
    of: `POST ${CHANNEL}/config/import`,
    title: 'writes what another device of its model had',
    ask: { params: { addr: RADIATOR, no: 1 }, body: exported({ TEMPERATURE_OFFSET: -0.5, BOOST_TIME_PERIOD: 5 }) },
    wire: [`HmIP-RF putParamset "${RADIATOR}:1" "MASTER" {TEMPERATURE_OFFSET: double -0.5, BOOST_TIME_PERIOD: int 5}`],
    stream: taken(RADIATOR),
    answer: [200, { written: 2 }],
    audit: [configured(RADIATOR, 'paramset_write', { channel_no: 1, paramset: 'MASTER' })],
  },
  {
    of: `POST ${CHANNEL}/paramsets/{key}/determine`,
    title: 'has the device measure',
    ask: { params: { addr: 'SIM0000003', no: 1, key: 'MASTER' }, body: { parameter: MEASURED } },
    wire: [`BidCos-RF determineParameter "SIM0000003:1" "MASTER" "${MEASURED}"`],
    stream: [],
    answer: [200, { value: 50 }],
    audit: [],
  },
  {
    of: 'PUT /devices/{addr}/schedule',
    title: 'writes only what differs of a week',
    ask: { params: { addr: RADIATOR }, body: climate(RADIATOR, 1, { P1: week('07:00', '08:30', 22) }) },
    wire: [sunday('HmIP-RF', `${RADIATOR}:1`, 'P1_')],
    stream: [rescheduled(RADIATOR), ...taken(RADIATOR)],
    answer: [202, {}],
    audit: [configured(RADIATOR, 'schedule_write', { channel_no: 1, paramset: 'MASTER' })],
  },
  {
    of: 'PUT /devices/{addr}/schedule',
    title: 'writes nothing when the same week comes again',
    ask: { params: { addr: RADIATOR }, body: climate(RADIATOR, 1, { P1: week('07:00', '08:30', 22) }) },
    wire: [],
    reads: [`HmIP-RF getParamset "${RADIATOR}:1" "MASTER"`],
    stream: [],
    answer: [202, {}],
    audit: [],
  },
  {
    of: `PUT ${CHANNEL}/schedule`,
    title: 'says what a BidCos thermostat cannot keep exactly',
    ask: { params: { addr: 'SIM0000011', no: 4 }, body: climate('SIM0000011', 4, { P1: week('07:02', '08:30', 22) }) },
    wire: [sunday('BidCos-RF', 'SIM0000011', '')],
    stream: [rescheduled('SIM0000011', 4)],
    answer: [
      202,
      {
        corrections: [
          { profile: 'P1', weekday: 'SUNDAY', period: 0, field: 'start_time', requested: '07:02', applied: '07:00' },
        ],
      },
    ],
    audit: [configured('SIM0000011', 'schedule_write', { paramset: 'MASTER' })],
  },
  {
    of: 'POST /devices/{addr}/schedule/active-profile',
    title: 'chooses a profile with an integer',
    ask: { params: { addr: RADIATOR }, body: { profile: 'P2' } },
    wire: [`HmIP-RF setValue "${RADIATOR}:1" "ACTIVE_PROFILE" int 2`],
    stream: [
      {
        type: 'datapoint.value_changed',
        topic: `device.${RADIATOR}.channels.1.data_points.ACTIVE_PROFILE`,
        payload: { value: 2 },
      },
    ],
    answer: [202, undefined],
    audit: [configured(RADIATOR, 'active_profile', { note: 'P2' })],
  },
  {
    of: `POST ${CHANNEL}/schedule/active-profile`,
    title: 'chooses the profile of a channel',
    ask: { params: { addr: '00F1C0DE000004', no: 1 }, body: { profile: 'P3' } },
    wire: ['HmIP-RF setValue "00F1C0DE000004:1" "ACTIVE_PROFILE" int 3'],
    stream: [],
    answer: [202, undefined],
    audit: [configured('00F1C0DE000004', 'active_profile', { note: 'P3' })],
  },
  {
    of: 'POST /devices/{addr}/schedules/copy',
    title: 'copies what differs to another device, and leaves the source alone',
    ask: { params: { addr: RADIATOR }, body: { target_device_address: '00F1C0DE000002' } },
    wire: [sunday('HmIP-RF', '00F1C0DE000002:1', 'P1_')],
    stream: [rescheduled('00F1C0DE000002')],
    answer: [202, {}],
    audit: [configured('00F1C0DE000002', 'schedule_write', { channel_no: 1 })],
  },
  {
    of: `POST ${CHANNEL}/week_profile/copy`,
    title: 'copies one profile to another',
    ask: {
      params: { addr: RADIATOR, no: 1 },
      body: { source_profile: 1, target_profile: 3, target_channel_address: '00F1C0DE000003:1' },
    },
    wire: [sunday('HmIP-RF', '00F1C0DE000003:1', 'P3_')],
    stream: [rescheduled('00F1C0DE000003')],
    answer: [202, {}],
    audit: [configured('00F1C0DE000003', 'schedule_write', { channel_no: 1 })],
  },
  {
    of: `PUT ${CHANNEL}/week_profile/channel-locks/{key}`,
    title: 'takes one channel out of the weekly programme',
    ask: { params: { addr: '00F1C0DE000005', no: 9, key: '1_2' }, body: { enabled: false } },
    wire: ['HmIP-RF setValue "00F1C0DE000005:9" "COMBINED_PARAMETER" "WPTCLS=2,WPTCL=0"'],
    stream: [],
    answer: [202, undefined],
    audit: [configured('00F1C0DE000005', 'schedule_channel_lock', { note: '1_2 disabled' })],
  },
  {
    of: 'POST /devices/{addr}/links',
    title: 'links two channels with name and description',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: {
        sender_address: '00F1C0DE000012:2',
        receiver_address: '00F1C0DE000007:4',
        name: 'Flur für Licht',
        description: 'Taste 2',
      },
    },
    wire: ['HmIP-RF addLink "00F1C0DE000012:2" "00F1C0DE000007:4" "Flur für Licht" "Taste 2"'],
    stream: [],
    answer: [202, undefined],
    audit: [configured('00F1C0DE000012', 'link_add', { peer_address: '127.0.0.1', note: 'Flur für Licht' })],
  },
  {
    of: 'POST /devices/{addr}/links/profiles',
    title: 'writes of a profile what differs, with the settings of people',
    ask: {
      params: { addr: '00F1C0DE000007' },
      body: {
        sender_address: '00F1C0DE000012:2',
        receiver_address: '00F1C0DE000007:4',
        profile_id: 5,
        settings: { time: 60, level: 50 },
      },
    },
    wire: [
      expect.stringMatching(
        /^HmIP-RF putParamset "00F1C0DE000007:4" "00F1C0DE000012:2" \{.*LONG_ON_TIME_FACTOR: int 12.*SHORT_ON_LEVEL: double 0\.5/,
      ),
    ],
    stream: [],
    answer: [200, expect.objectContaining({ success: true, profile_id: 5, interface_id: 'home-HmIP-RF' })],
    audit: [configured('00F1C0DE000007', 'link_paramset_write', {})],
  },
  {
    of: 'PATCH /devices/{addr}/links',
    title: 'renames a link and keeps its description',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: { sender_address: '00F1C0DE000012:2', receiver_address: '00F1C0DE000007:4', name: 'Anders' },
    },
    wire: ['HmIP-RF setLinkInfo "00F1C0DE000012:2" "00F1C0DE000007:4" "Anders" "Taste 2"'],
    stream: [],
    answer: [202, undefined],
    audit: [configured('00F1C0DE000012', 'link_change', { note: 'Anders' })],
  },
  {
    of: 'PUT /devices/{addr}/link-ps/{peer}',
    title: 'writes members of the LINK paramset under the address of the other end',
    ask: {
      params: { addr: '00F1C0DE000007:4', peer: '00F1C0DE000012:2' },
      body: { SHORT_ON_LEVEL: 1 },
    },
    wire: ['HmIP-RF putParamset "00F1C0DE000007:4" "00F1C0DE000012:2" {SHORT_ON_LEVEL: double 1}'],
    stream: [],
    answer: [202, undefined],
    audit: [configured('00F1C0DE000007', 'link_paramset_write', { channel_no: 4, peer: '00F1C0DE000012:2' })],
  },
  {
    of: 'POST /devices/{addr}/links/test',
    title: 'makes the receiver act as if the sender was pressed long',
    ask: {
      params: { addr: '00F1C0DE000012' },
      body: { sender_address: '00F1C0DE000012:2', receiver_address: '00F1C0DE000007:4', long_press: true },
    },
    wire: ['HmIP-RF activateLinkParamset "00F1C0DE000007:4" "00F1C0DE000012:2" true'],
    stream: [],
    answer: [202, undefined],
    audit: [configured('00F1C0DE000012', 'link_test', {})],
  },
  {
    of: 'DELETE /devices/{addr}/links',
    title: 'ends a link',
    ask: {
      params: { addr: '00F1C0DE000012' },
      query: { sender: '00F1C0DE000012:2', receiver: '00F1C0DE000007:4' },
    },
    wire: ['HmIP-RF removeLink "00F1C0DE000012:2" "00F1C0DE000007:4"'],
    stream: [],
    answer: [202, undefined],
    audit: [configured('00F1C0DE000012', 'link_remove', {})],
  },
  {
    of: 'POST /devices/{addr}/central-links',
    title: 'links the keys of a remote with the CCU, each by its short press',
    ask: { params: { addr: '00F1C0DE000012' } },
    wire: KEYS.map((key) => `HmIP-RF reportValueUsage "${key}" "PRESS_SHORT" int 1`),
    stream: [],
    answer: [202, { touched: 6, skipped: 1, failed: 0 }],
    audit: [configured('00F1C0DE000012', 'central_link_create', { note: KEYS.join(', ') })],
  },
  {
    of: 'DELETE /devices/{addr}/central-links',
    title: 'ends the link of a key for all that it can be used for, and keeps that of a key with a program',
    ask: { params: { addr: '00F1C0DE000012' } },
    wire: KEYS.slice(1).flatMap((key) =>
      ['PRESS_SHORT', 'PRESS_LONG'].map((use) => `HmIP-RF reportValueUsage "${key}" "${use}" int 0`),
    ),
    reads: [/^json Channel\.hasProgramIds/],
    stream: [],
    answer: [202, { touched: 5, skipped: 2, failed: 0 }],
    audit: [configured('00F1C0DE000012', 'central_link_remove', { note: KEYS.slice(1).join(', ') })],
  },
];
