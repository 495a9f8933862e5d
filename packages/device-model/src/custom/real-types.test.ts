import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../../test/contract.js';
import { readyHouse } from '../../test/house.js';
import { hasData, realHouse, realTypes } from '../../test/real-devices.js';

const SWITCH = ['STATE switch'];
const DIMMER = ['LEVEL light'];
const SHUTTER = ['LEVEL cover'];
const NOTHING: readonly string[] = [];

/**
 * Custom data points of one device of each type, by the names and kinds that clients see. Sensors and keys have none.
 */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'HM-CC-RT-DN': ['BUTTON_LOCK lock_button', 'SET_TEMPERATURE climate_rf'],
  'HM-CC-TC': ['SETPOINT climate_simple'],
  'HM-CC-VG-1': ['BUTTON_LOCK lock_button', 'SET_TEMPERATURE climate_rf'],
  'HM-ES-PMSw1-Pl': SWITCH,
  'HM-ES-TX-WM': NOTHING,
  'HM-LC-Bl1-FM': SHUTTER,
  'HM-LC-Bl1PBU-FM': SHUTTER,
  'HM-LC-Dim1T-FM': DIMMER,
  'HM-LC-Dim1TPBU-FM': DIMMER,
  'HM-LC-Ja1PBU-FM': ['LEVEL cover_blind'],
  'HM-LC-RGBW-WM': ['LEVEL light_color'],
  'HM-LC-Sw1-FM': SWITCH,
  'HM-LC-Sw1-Pl-DN-R1': SWITCH,
  'HM-LC-Sw4-DR': ['STATE@1 switch', 'STATE@2 switch', 'STATE@3 switch', 'STATE@4 switch'],
  'HM-OU-CFM-Pl': ['STATE@1 switch', 'STATE@2 switch'],
  'HM-PB-2-WM55-2': NOTHING,
  'HM-RC-4-2': NOTHING,
  'HM-RC-Key4-2': NOTHING,
  'HM-RCV-50': NOTHING,
  'HM-Sec-Key-S': ['STATE lock'],
  'HM-Sec-MDIR-2': NOTHING,
  'HM-Sec-RHS': NOTHING,
  'HM-Sec-SC-2': NOTHING,
  'HM-Sec-SCo': NOTHING,
  'HM-Sec-SD-2': NOTHING,
  'HM-Sec-Sir-WM': ['STATE@1 siren', 'STATE@2 siren', 'STATE@3 siren'],
  'HM-Sec-Win': ['LEVEL cover_window'],
  'HM-Sen-LI-O': NOTHING,
  'HM-Sen-MDIR-O': NOTHING,
  'HM-TC-IT-WM-W-EU': ['BUTTON_LOCK lock_button', 'SET_TEMPERATURE climate_rf'],
  'HM-WDS10-TH-O': NOTHING,
  'HM-WDS100-C6-O': NOTHING,
  'HMIP-PSM': SWITCH,
  'HMIP-SWDO': NOTHING,
  'HMIP-WRC2': NOTHING,
  'HMW-IO-12-FM': NOTHING,
  'HMW-LC-Bl1-DR': SHUTTER,
  'HMW-LC-Dim1L-DR': DIMMER,
  'HMW-LC-Sw2-DR': ['STATE@3 switch', 'STATE@4 switch'],
  'HMW-RCV-50': NOTHING,
  'HMW-Sen-SC-12-DR': NOTHING,
  'HmIP-ASIR': ['ACOUSTIC_ALARM_SELECTION siren'],
  'HmIP-BDT': DIMMER,
  'HmIP-BROLL': SHUTTER,
  'HmIP-BSL': ['STATE switch', 'LEVEL@8 light_fixed_color', 'LEVEL@12 light_fixed_color'],
  'HmIP-BSM': SWITCH,
  'HmIP-BWTH': ['BUTTON_LOCK lock_button', 'SET_POINT_TEMPERATURE climate_hmip'],
  'HmIP-CCU3': NOTHING,
  'HmIP-DLD': [
    'BUTTON_LOCK lock_button',
    'LOCK_TARGET_LEVEL lock',
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((channel) => `ACCESS_AUTHORIZATION@${channel} switch`),
  ],
  'HmIP-ESI': NOTHING,
  'HmIP-FAL230-C10': ['BUTTON_LOCK lock_button'],
  'HmIP-FBL': ['LEVEL cover_blind'],
  'HmIP-HEATING': ['BUTTON_LOCK lock_button', 'SET_POINT_TEMPERATURE climate_hmip'],
  'HmIP-KRC4': NOTHING,
  'HmIP-MOD-HO': ['DOOR_COMMAND cover_garage', 'STATE switch'],
  'HmIP-RCV-50': NOTHING,
  'HmIP-RGBW': ['LEVEL@1 light_rgbw', 'LEVEL@2 light_rgbw', 'LEVEL@3 light_rgbw', 'LEVEL@4 light_rgbw'],
  'HmIP-SMI': NOTHING,
  'HmIP-SPI': NOTHING,
  'HmIP-SRH': NOTHING,
  'HmIP-STHD': ['SET_POINT_TEMPERATURE climate_hmip'],
  'HmIP-STHO': NOTHING,
  'HmIP-SWD': NOTHING,
  'HmIP-SWDM': NOTHING,
  'HmIP-SWO-PR': NOTHING,
  'HmIP-SWSD': ['SMOKE_DETECTOR_COMMAND siren_smoke'],
  'HmIP-WRC6': NOTHING,
  'HmIP-WTH-2': ['BUTTON_LOCK lock_button', 'SET_POINT_TEMPERATURE climate_hmip'],
  'HmIP-eTRV-2': ['BUTTON_LOCK lock_button', 'SET_POINT_TEMPERATURE climate_hmip'],
  'HmIPW-DRAP': NOTHING,
  'HmIPW-DRI32': NOTHING,
  'HmIPW-DRS8': [2, 6, 10, 14, 18, 22, 26, 30].map((channel) => `STATE@${channel} switch`),
  'HmIPW-STH': ['SET_POINT_TEMPERATURE climate_hmip'],
};

describe.skipIf(!hasData)('the real types (CCU_GATEWAY_CCU_DATA)', () => {
  const house = hasData ? realHouse() : readyHouse().house;
  const customs = house.devices().flatMap((device) => {
    const found = house.customDataPoints(device.address);
    return found.ok ? found.value.map((custom) => ({ device, custom })) : [];
  });

  it('become the custom data points that people know', () => {
    const found = house.devices().map(({ model }) => {
      const own = customs.filter(({ device }) => device.model === model);
      return [model, own.map(({ custom }) => `${custom.name} ${custom.kind}`)] as const;
    });
    expect(Object.fromEntries(found)).toEqual(EXPECTED);
  });

  it('can do everything they claim to, and nothing of it is refused by their own descriptions', () => {
    const params: Readonly<Record<string, unknown>> = {
      set_position: { position: 40 },
      set_tilt_position: { tilt_position: 40 },
      set_temperature: { temperature: 20 },
      set_mode: { mode: 'off' },
      set_preset: { preset: 'boost' },
      enable_away: { start: '2026-12-24T18:00', end: '2026-12-26T18:00' },
      set_color: { hue: 200, saturation: 80 },
      set_color_temp: { color_temp_kelvin: 2700 },
    };
    for (const { device, custom } of customs) {
      for (const operation of custom.supported_operations) {
        const planned = house.planOperation({
          address: device.address,
          name: custom.name,
          operation,
          params: params[operation],
        });
        expect(planned, `${device.model} ${custom.name} ${operation}`).toMatchObject({ ok: true });
        expect(planned.ok && planned.writes.length).toBe(
          custom.kind === 'light_color' && operation === 'set_color' ? 2 : 1,
        );
      }
    }
  });

  it.skipIf(!hasContract)('conform to the published contract (CCU_GATEWAY_CONTRACT)', () => {
    const valid = contractSchemas()('CustomDPSummary');
    for (const { custom } of customs) expect(valid(custom)).toEqual([]);
    expect(realTypes().length).toBe(73);
  });
});
