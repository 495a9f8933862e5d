import type { ChannelBlueprint } from './blueprint.js';
import { LEVEL_STATUS, pressKinds, STATUS } from './hmip-words.js';
import { climateWeek, profilePrefixes } from './schedules.js';

/** The control channel of a thermostat, with its week profiles. */
export function climate(options: {
  readonly profiles: number;
  readonly humidity?: boolean;
  readonly valve?: boolean;
}): ChannelBlueprint {
  return {
    type: 'HEATING_CLIMATECONTROL_TRANSCEIVER',
    sourceRoles: 'CLIMATE_CONTROL',
    values: `
      ACTUAL_TEMPERATURE FLOAT re -3276.8 3276.7 0 °C
      ACTUAL_TEMPERATURE_STATUS ENUM re ${STATUS}
      ${options.humidity ? `HUMIDITY INTEGER re 0 100 0 %\nHUMIDITY_STATUS ENUM re ${STATUS}\nHEATING_COOLING ENUM rwe HEATING|COOLING` : ''}
      ${options.valve ? `LEVEL FLOAT rwe 0 1.01 0 100%\nLEVEL_STATUS ENUM re ${LEVEL_STATUS}\nVALVE_STATE ENUM re STATE_NOT_AVAILABLE|RUN_TO_START|WAIT_FOR_ADAPTION|ADAPTION_IN_PROGRESS|ADAPTION_DONE|TOO_TIGHT|ADJUSTMENT_TOO_BIG|ADJUSTMENT_TOO_SMALL|ERROR_POSITION ADAPTION_DONE` : ''}
      ACTIVE_PROFILE INTEGER rwe 1 ${options.profiles} 1
      BOOST_MODE BOOL we
      BOOST_TIME INTEGER re 0 2048 0
      CONTROL_DIFFERENTIAL_TEMPERATURE FLOAT w -10 10 0 K
      CONTROL_MODE INTEGER w 0 3 0
      DURATION_UNIT ENUM w S|M|H
      DURATION_VALUE INTEGER w 0 16343 0
      FROST_PROTECTION BOOL re
      PARTY_MODE BOOL re
      PARTY_SET_POINT_TEMPERATURE FLOAT re 4.5 30.5 4.5 °C
      PARTY_TIME_START STRING rwe 2000_01_01 00:00
      PARTY_TIME_END STRING rwe 2000_01_01 00:00
      QUICK_VETO_TIME INTEGER re 0 2048 0
      SET_POINT_MODE INTEGER rwe 0 3 0
      SET_POINT_TEMPERATURE FLOAT rwe 4.5 30.5 20 °C
      SWITCH_POINT_OCCURED BOOL re
      WINDOW_STATE ENUM rwe CLOSED|OPEN`,
    master: `
      TEMPERATURE_COMFORT FLOAT rw 15 30 21 °C
      TEMPERATURE_LOWERING FLOAT rw 5 25 17 °C
      TEMPERATURE_MINIMUM FLOAT rw 4.5 14.5 4.5 °C
      TEMPERATURE_MAXIMUM FLOAT rw 15 30.5 30.5 °C
      TEMPERATURE_OFFSET FLOAT rw -3.5 3.5 0 K
      TEMPERATURE_WINDOW_OPEN FLOAT rw 5 30 12 °C
      BOOST_TIME_PERIOD INTEGER rw 0 30 5 min
      ${climateWeek(profilePrefixes(options.profiles))}`,
    link: '',
  };
}

export function receiver(type: string, targetRoles: string, link = ''): ChannelBlueprint {
  return { type, targetRoles, link };
}

export const windowReceiver = receiver(
  'HEATING_SHUTTER_CONTACT_RECEIVER',
  'WINDOW_SWITCH',
  'SHORT_COND_VALUE_LO INTEGER rw 0 255 50\nLONG_COND_VALUE_LO INTEGER rw 0 255 50',
);

export const keyReceiver = receiver(
  'HEATING_KEY_RECEIVER',
  'REMOTE_CONTROL',
  pressKinds(`
    CONTROL_MODE_RC ENUM rw NO_ACTION|AUTO_WITH_WP|MANU|BOOST_TOGGLE|ON|OFF
    TEMPERATURE_RC FLOAT rw 5 30 17 °C
    DELTA_TEMPERATURE FLOAT rw -5 5 0 K`),
);
