import type { SysvarSummary } from '@ccu-gateway/contract/types';
import type { HubViewOf } from '../src/tree/hub.js';

export const central = 'home';

export const sysvar = (
  name: string,
  value_type: SysvarSummary['value_type'],
  value: unknown,
  more = {},
): SysvarSummary => ({
  central,
  unique_id: name,
  name,
  translated_name: '',
  value_type,
  value,
  observed: true,
  is_internal: false,
  ...more,
});

/** One of everything that a CCU itself has. */
export const VIEW: HubViewOf = {
  central,
  programs: [{ central, id: '1234', name: 'Good "night"', active: true, execute_available: true, unique_id: 'p' }],
  sysvars: [
    sysvar('Away', 'LOGIC', true),
    sysvar('Alarm zone', 'ALARM', false),
    sysvar('Mode "x"', 'LIST', 1, { value_list: ['at home', 'away "for long"', 'on the road'] }),
    sysvar('Greeting', 'STRING', 'Hello "you" \\ there'),
    sysvar('Target', 'FLOAT', 21.5, { min: 5, max: 30, unit: '°C' }),
    sysvar('Counter', 'FLOAT', 1_234.25),
    sysvar('Level', 'INTEGER', 0, { min: 0, max: 0 }),
  ],
  interfaces: [
    {
      id: 'home-HmIP-RF',
      name: 'HmIP-RF',
      central_id: central,
      interface: 'HmIP-RF',
      connected: true,
      state: 'connected',
      duty_cycle: 12,
      carrier_sense: 3,
    },
    { id: 'home-V', name: 'V', central_id: central, interface: 'VirtualDevices', connected: false, state: 'waiting' },
  ],
  counters: {
    central,
    service_messages: { value: 2, legacy_name: '' },
    alarm_messages: { value: 0, legacy_name: '' },
    inbox: { value: 1, legacy_name: '' },
    update: { legacy_name: '', update_available: true, in_progress: false, observed: true },
    daemon_connection: { legacy_name: '', connected: true },
    install_mode: [{ interface_id: 'home-HmIP-RF', enabled: false, remaining_s: 0, observed: true }],
  },
  problems: [
    {
      id: 'interface:home-V',
      kind: 'interface_down',
      severity: 'critical',
      summary: 'V of home has no connection: 2 devices affected',
      name: 'V',
      affected_devices: 2,
      follows: [
        {
          id: 'home/A/UNREACH',
          kind: 'device_unreachable',
          severity: 'critical',
          summary: 'A is unreachable',
          name: 'A',
        },
      ],
      follows_total: 1,
    },
  ],
  metrics: { central, system_health: 97.5, connection_latency_ms: 12 },
  update: {
    central,
    observed: true,
    update_available: true,
    in_progress: false,
    current_firmware: '3.75.7',
    available_firmware: '3.77.1',
  },
};

const own = (name: string, unit = '', more = {}) => sysvar(name, 'FLOAT', 1, { unit, is_internal: true, ...more });

/** Variables that the CCU counts by itself. */
export const COUNTED: HubViewOf = {
  ...VIEW,
  programs: [],
  interfaces: [],
  metrics: undefined,
  update: undefined,
  channelName: (address) => (address === '0001D3C99C0001:6' ? 'Washing machine' : undefined),
  sysvars: [
    own('svEnergyCounter_1234_0001D3C99C0001:6', 'Wh'),
    own('svEnergyCounterFeedIn_1234_0001D3C99C0001:6'),
    own('svEnergyCounterGas_77_NEQ1234567:1', 'm<sup>3</sup>'),
    own('svEnergyCounterIEC_78_NEQ1234567:2'),
    own('svCounter_90_002E1A49AABBCC:1', 'l'),
    own('svHmIPRainCounter_50_000A9D89A1B2C3:1'),
    own('svHmIPRainCounterToday_50', 'mm'),
    own('svHmIPRainCounterYesterday_50', 'mm'),
    own('svHmIPSunshineCounterToday_50', 'furlong'),
    own('svEnergyCounterOldVal_1234'),
    own('svEnergyCounter_1234_0001D3C99C0001:6_RESET'),
    sysvar(`\${sysVarServiceMessages}`, 'INTEGER', 2, { vid: 41, translated_name: 'Service messages' }),
    sysvar(`\${sysVarRainToday}`, 'FLOAT', 2, { translated_name: 'Rain today' }),
    sysvar('Alarmmeldungen', 'INTEGER', 0, { vid: 40 }),
    own('made by an add-on', 'km'),
  ],
};
