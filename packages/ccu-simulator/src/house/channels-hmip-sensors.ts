import type { ChannelBlueprint } from './blueprint.js';
import { EVENT_DELAY, STATUS } from './hmip-words.js';

/** Parameters of channel 0 of a device beyond the common ones. */
export interface MaintenanceOptions {
  readonly battery?: boolean;
  readonly sabotage?: boolean;
  readonly temperature?: boolean;
  readonly extraValues?: string;
  readonly extraMaster?: string;
}

export function maintenance(options: MaintenanceOptions = {}): ChannelBlueprint {
  const values = [
    'CONFIG_PENDING BOOL res',
    'DUTY_CYCLE BOOL re',
    'INSTALL_TEST BOOL rwih',
    'RSSI_DEVICE INTEGER re -128 127 -68',
    'RSSI_PEER INTEGER re -128 127 -64',
    'UNREACH BOOL resy',
    'UPDATE_PENDING BOOL res',
    'OPERATING_VOLTAGE FLOAT re 0 25.2 0 V',
    'OPERATING_VOLTAGE_STATUS ENUM re NORMAL|UNKNOWN|OVERFLOW|EXTERNAL',
    'ERROR_CODE INTEGER res 0 255 0',
  ];
  if (options.battery) values.push('LOW_BAT BOOL res');
  if (options.sabotage) values.push('SABOTAGE BOOL res');
  if (options.temperature) {
    values.push('ACTUAL_TEMPERATURE FLOAT re -3276.8 3276.7 0 °C', `ACTUAL_TEMPERATURE_STATUS ENUM re ${STATUS}`);
  }
  return {
    type: 'MAINTENANCE',
    values: `${values.join('\n')}\n${options.extraValues ?? ''}`,
    master: `
      ARR_TIMEOUT INTEGER rw 0 255 10
      CYCLIC_INFO_MSG INTEGER rw 0 255 1
      CYCLIC_INFO_MSG_DIS INTEGER rw 0 255 1
      DUTYCYCLE_LIMIT INTEGER rw 0 255 180
      ENABLE_ROUTING BOOL rw true
      LOCAL_RESET_DISABLED BOOL rw
      ${options.battery ? 'LOW_BAT_LIMIT FLOAT rw 0 25.2 2.2 V' : ''}
      ${options.extraMaster ?? ''}`,
  };
}

export const key: ChannelBlueprint = {
  type: 'KEY_TRANSCEIVER',
  sourceRoles: 'REMOTE_CONTROL',
  values: `
    PRESS_SHORT ACTION e
    PRESS_LONG ACTION e
    PRESS_LONG_START ACTION e
    PRESS_LONG_RELEASE ACTION e`,
  master: `
    DBL_PRESS_TIME FLOAT rw 0 25.5 0 s
    LONG_PRESS_TIME FLOAT rw 0 25.5 0.4 s
    REPEATED_LONG_PRESS_TIMEOUT_UNIT ENUM rw 100MS|S|M|H M
    REPEATED_LONG_PRESS_TIMEOUT_VALUE INTEGER rw 0 63 2`,
  link: '',
};

/** A key of the virtual remote: pressing it from outside is allowed. */
export const virtualKey: ChannelBlueprint = {
  type: 'KEY_TRANSCEIVER',
  sourceRoles: 'REMOTE_CONTROL',
  values: 'PRESS_SHORT ACTION we\nPRESS_LONG ACTION we',
  link: '',
};

export const contact: ChannelBlueprint = {
  type: 'SHUTTER_CONTACT',
  sourceRoles: 'CONDITIONAL_SWITCH WINDOW_SWITCH',
  values: 'STATE ENUM re CLOSED|OPEN',
  master: `${EVENT_DELAY}\nMSG_FOR_POS_A ENUM rw NO_MSG|CLOSED|OPEN CLOSED\nMSG_FOR_POS_B ENUM rw NO_MSG|CLOSED|OPEN OPEN`,
  link: '',
};

export const handle: ChannelBlueprint = {
  type: 'ROTARY_HANDLE_TRANSCEIVER',
  sourceRoles: 'CONDITIONAL_SWITCH WINDOW_SWITCH',
  values: 'STATE ENUM re CLOSED|TILTED|OPEN',
  master: `${EVENT_DELAY}\nMSG_FOR_POS_A ENUM rw NO_MSG|CLOSED|OPEN|TILTED CLOSED`,
  link: '',
};

export const motion: ChannelBlueprint = {
  type: 'MOTIONDETECTOR_TRANSCEIVER',
  sourceRoles: 'CONDITIONAL_SWITCH',
  values: `
    MOTION BOOL re
    MOTION_DETECTION_ACTIVE BOOL rwe true
    RESET_MOTION ACTION w
    ILLUMINATION FLOAT re 0 163830 0
    ILLUMINATION_STATUS ENUM re NORMAL|UNKNOWN|OVERFLOW
    CURRENT_ILLUMINATION FLOAT re 0 163830 0
    CURRENT_ILLUMINATION_STATUS ENUM re NORMAL|UNKNOWN|OVERFLOW`,
  master: `${EVENT_DELAY}\nMIN_INTERVAL INTEGER rw 0 15 4\nCAPTURE_WITHIN_INTERVAL BOOL rw true`,
  link: '',
};

export const climateSensor: ChannelBlueprint = {
  type: 'CLIMATE_TRANSCEIVER',
  values: `
    ACTUAL_TEMPERATURE FLOAT re -3276.8 3276.7 0 °C
    ACTUAL_TEMPERATURE_STATUS ENUM re ${STATUS}
    HUMIDITY INTEGER re 0 100 0 %
    HUMIDITY_STATUS ENUM re ${STATUS}`,
  master: 'TEMPERATURE_OFFSET FLOAT rw -3.5 3.5 0 K',
};

export const smoke: ChannelBlueprint = {
  type: 'SMOKE_DETECTOR',
  values: `
    SMOKE_DETECTOR_ALARM_STATUS ENUM re IDLE_OFF|PRIMARY_ALARM|INTRUSION_ALARM|SECONDARY_ALARM
    SMOKE_DETECTOR_COMMAND ENUM w RESERVED_ALARM_OFF|INTRUSION_ALARM_OFF|INTRUSION_ALARM|SMOKE_TEST|COMMUNICATION_TEST|COMMUNICATION_TEST_REPEATED
    SMOKE_DETECTOR_TEST_RESULT ENUM re NONE|SMOKE_TEST_OK|SMOKE_TEST_FAILED|COMMUNICATION_TEST_SENT|COMMUNICATION_TEST_OK
    ERROR_CODE INTEGER res 0 255 0`,
  master: 'REPEAT_ENABLE BOOL rw true',
};

export const water: ChannelBlueprint = {
  type: 'WATER_DETECTION_TRANSMITTER',
  sourceRoles: 'CONDITIONAL_SWITCH',
  values: 'ALARMSTATE BOOL re\nMOISTURE_DETECTED BOOL re\nWATERLEVEL_DETECTED BOOL re',
  master: EVENT_DELAY,
  link: '',
};
