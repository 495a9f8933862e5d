import type { ChannelBlueprint } from './blueprint.js';

const SWITCH_ROLES = 'SWITCH WEATHER_CS WCS_TIPTRONIC_SENSOR';
const SENDER_ROLES = 'SWITCH KEYMATIC WINMATIC';
const DIRECTION = 'DIRECTION ENUM rei NONE|UP|DOWN|UNDEFINED';
const INHIBIT = 'INHIBIT BOOL rwe';
const WORKING = 'WORKING BOOL rei';
const AES = 'AES_ACTIVE BOOL rwi';

export function maintenance(options: { readonly battery?: boolean } = {}): ChannelBlueprint {
  return {
    type: 'MAINTENANCE',
    values: `
      UNREACH BOOL res
      STICKY_UNREACH BOOL rwesi
      CONFIG_PENDING BOOL res
      ${options.battery ? 'LOWBAT BOOL res' : ''}
      DUTYCYCLE BOOL res
      RSSI_DEVICE INTEGER re -2147483648 2147483647 -71
      RSSI_PEER INTEGER re -2147483648 2147483647 -66
      AES_KEY INTEGER rh 0 127 1`,
  };
}

function pressKinds(table: string): string {
  return ['SHORT', 'LONG'].map((kind) => table.replaceAll('*', kind)).join('\n');
}

const CONDITIONS = 'X_GE_COND_VALUE_LO|X_GE_COND_VALUE_HI|X_LT_COND_VALUE_LO|X_LT_COND_VALUE_HI';
const JUMPS = 'NO_JUMP_IGNORE_COMMAND|ONDELAY|ON|OFFDELAY|OFF';

/** rfd describes LINK parameters without any operation, and reads and writes them all the same. */
const SWITCH_LINK = pressKinds(`
  *_ACTION_TYPE ENUM - INACTIVE|JUMP_TO_TARGET|TOGGLE_TO_COUNTER|TOGGLE_INVERS_TO_COUNTER JUMP_TO_TARGET
  *_CT_ON ENUM - ${CONDITIONS}
  *_CT_OFF ENUM - ${CONDITIONS}
  *_COND_VALUE_LO INTEGER - 0 255 50
  *_COND_VALUE_HI INTEGER - 0 255 100
  *_ON_TIME FLOAT - 0 108000 111600 s SPECIAL=NOT_USED:111600
  *_OFF_TIME FLOAT - 0 108000 111600 s SPECIAL=NOT_USED:111600
  *_JT_ON ENUM - ${JUMPS} OFFDELAY
  *_JT_OFF ENUM - ${JUMPS} ONDELAY`);

const DIMMER_LINK = `${SWITCH_LINK}\n${pressKinds(`
  *_ON_LEVEL FLOAT - 0 1 1 100% SPECIAL=OLD_LEVEL:1.005
  *_OFF_LEVEL FLOAT - 0 1 0 100%
  *_RAMPON_TIME FLOAT - 0 108000 0.5 s
  *_RAMPOFF_TIME FLOAT - 0 108000 0.5 s`)}`;

const LOCK_JUMPS =
  'NO_JUMP_IGNORE_COMMAND|UNLOCK(ONDELAY)|UNLOCK(RAMPON)|UNLOCK|LOCK(OFFDELAY)|LOCK(RAMPOFF)|LOCK|OPEN LOCK';
const LOCK_LINK = pressKinds(`
  *_COND_VALUE_LO INTEGER - 0 255 0
  *_COND_VALUE_HI INTEGER - 0 255 0
  *_JT_ON ENUM - ${LOCK_JUMPS}
  *_JT_OFF ENUM - ${LOCK_JUMPS}
  *_ON_TIME FLOAT - 0 65535 111600 s SPECIAL=NOT_USED:111600`);

const SENDER_LINK = 'PEER_NEEDS_BURST BOOL rw\nEXPECT_AES BOOL rw';

export const switchActor: ChannelBlueprint = {
  type: 'SWITCH',
  targetRoles: SWITCH_ROLES,
  values: `STATE BOOL rwe CONTROL=SWITCH.STATE\nON_TIME FLOAT w 0 85825945.6 0 s CONTROL=NONE\n${INHIBIT}\n${WORKING}\nINSTALL_TEST ACTION wi`,
  master: AES,
  link: SWITCH_LINK,
};

export const dimmer: ChannelBlueprint = {
  type: 'DIMMER',
  targetRoles: SWITCH_ROLES,
  values: `
    LEVEL FLOAT rwe 0 1 0 100% SPECIAL=OLD_LEVEL:1.005 CONTROL=DIMMER.LEVEL
    OLD_LEVEL ACTION w CONTROL=DIMMER.OLD_LEVEL
    RAMP_TIME FLOAT w 0 85825945.6 0.5 s
    ON_TIME FLOAT w 0 85825945.6 0 s
    RAMP_STOP ACTION w
    ${INHIBIT}
    ${WORKING}
    ${DIRECTION}
    ERROR_REDUCED BOOL res
    ERROR_OVERLOAD BOOL res
    ERROR_OVERHEAT BOOL res`,
  master: `${AES}\nTRANSMIT_TRY_MAX INTEGER rw 1 10 6`,
  link: DIMMER_LINK,
};

export const blind: ChannelBlueprint = {
  type: 'BLIND',
  targetRoles: 'SWITCH WEATHER_CS',
  values: `LEVEL FLOAT rwe 0 1 0 100% CONTROL=BLIND.LEVEL\nSTOP ACTION w CONTROL=BLIND.STOP\n${INHIBIT}\n${WORKING}\n${DIRECTION}`,
  master: `${AES}\nREFERENCE_RUNNING_TIME_TOP_BOTTOM FLOAT rw 0.1 6000 50 s\nREFERENCE_RUNNING_TIME_BOTTOM_TOP FLOAT rw 0.1 6000 50 s`,
  link: DIMMER_LINK,
};

export const slats: ChannelBlueprint = {
  type: 'JALOUSIE',
  targetRoles: 'SWITCH WEATHER_CS',
  values: `
    LEVEL FLOAT rwe 0 1 0 100% SPECIAL=NO_MODIFICATION:1.01 CONTROL=JALOUSIE.LEVEL
    LEVEL_SLATS FLOAT rwe 0 1 0 100% SPECIAL=NO_MODIFICATION:1.01 CONTROL=JALOUSIE.LEVEL_SLATS
    LEVEL_COMBINED STRING w CONTROL=JALOUSIE.LEVEL_COMBINED
    STOP ACTION w CONTROL=JALOUSIE.STOP
    ${INHIBIT}
    ${WORKING}
    ${DIRECTION}`,
  master: `${AES}\nREFERENCE_RUNNING_TIME_SLATS FLOAT rw 0.2 100 5 s`,
  link: DIMMER_LINK,
};

export const contact: ChannelBlueprint = {
  type: 'SHUTTER_CONTACT',
  sourceRoles: `${SENDER_ROLES} WINDOW_SWITCH_RECEIVER`,
  values:
    'STATE BOOL re CONTROL=DOOR_SENSOR.STATE\nERROR ENUM res NO_ERROR|SABOTAGE\nLOWBAT BOOL re\nINSTALL_TEST ACTION ei',
  master: `${AES}\nEVENT_DELAYTIME FLOAT rw 0 7620 0 s`,
  link: SENDER_LINK,
};

export const handle: ChannelBlueprint = {
  type: 'ROTARY_HANDLE_SENSOR',
  sourceRoles: `${SENDER_ROLES} WINDOW_SWITCH_RECEIVER`,
  values:
    'STATE ENUM re CLOSED|TILTED|OPEN CONTROL=RHS.STATE\nERROR ENUM res NO_ERROR|SABOTAGE\nLOWBAT BOOL re\nINSTALL_TEST ACTION ei',
  master: `${AES}\nMSG_FOR_POS_A ENUM rw NO_MSG|CLOSED|OPEN|TILTED CLOSED`,
  link: SENDER_LINK,
};

export const key: ChannelBlueprint = {
  type: 'KEY',
  sourceRoles: `${SENDER_ROLES} REMOTECONTROL_RECEIVER`,
  values: `
    PRESS_SHORT ACTION we CONTROL=BUTTON.SHORT
    PRESS_LONG ACTION we CONTROL=BUTTON.LONG
    PRESS_LONG_RELEASE ACTION ei
    PRESS_CONT ACTION ei
    INSTALL_TEST ACTION ei`,
  master: `${AES}\nLONG_PRESS_TIME FLOAT rw 0.3 1.8 0.4 s\nDBL_PRESS_TIME FLOAT rw 0 1.5 0 s`,
  link: SENDER_LINK,
};

export const virtualKey: ChannelBlueprint = {
  type: 'VIRTUAL_KEY',
  sourceRoles: `${SENDER_ROLES} REMOTECONTROL_RECEIVER`,
  values:
    'PRESS_SHORT ACTION we CONTROL=BUTTON.SHORT\nPRESS_LONG ACTION we CONTROL=BUTTON.LONG\nLEVEL FLOAT w 0 1 0 100% CONTROL=NONE',
  link: '',
};

export const weather: ChannelBlueprint = {
  type: 'WEATHER',
  sourceRoles: 'WEATHER_TH',
  values: 'TEMPERATURE FLOAT re -40 80 0 °C\nHUMIDITY INTEGER re 0 99 0 %',
  link: '',
};

export const keymatic: ChannelBlueprint = {
  type: 'KEYMATIC',
  targetRoles: 'KEYMATIC',
  values: `
    STATE BOOL rwe
    OPEN ACTION w
    RELOCK_DELAY FLOAT w 0 65535 111600 s SPECIAL=NOT_USED:111600
    STATE_UNCERTAIN BOOL re
    ${DIRECTION}
    ${INHIBIT}
    ERROR ENUM res NO_ERROR|CLUTCH_FAILURE|MOTOR_ABORTED`,
  master: `${AES}\nHOLD_TIME FLOAT rw 0.1 10 1 s\nANGLE_OPEN INTEGER rw 0 1000 300`,
  link: LOCK_LINK,
};

export const powerMeter: ChannelBlueprint = {
  type: 'POWERMETER',
  values: `
    BOOT BOOL rei
    ENERGY_COUNTER FLOAT re 0 838860.7 0 Wh
    POWER FLOAT re 0 167772.15 0 W
    CURRENT FLOAT re 0 65535 0 mA
    VOLTAGE FLOAT re 0 6553.5 230 V
    FREQUENCY FLOAT re 48.72 51.27 50 Hz`,
  master: `${AES}\nTX_MINDELAY FLOAT rw 0 160 8 s\nTX_THRESHOLD_POWER FLOAT rw 0.01 655.36 100 W`,
};

/** The control channel of a BidCos thermostat; groups use it, too. */
export const thermostat: ChannelBlueprint = {
  type: 'CLIMATECONTROL_RT_TRANSCEIVER',
  sourceRoles: 'CLIMATECONTROL_RT',
  values: `
    CONTROL_MODE ENUM re AUTO-MODE|MANU-MODE|PARTY-MODE|BOOST-MODE
    FAULT_REPORTING ENUM res NO_FAULT|VALVE_TIGHT|ADJUSTING_RANGE_TOO_LARGE|ADJUSTING_RANGE_TOO_SMALL|COMMUNICATION_ERROR||LOWBAT|VALVE_ERROR_POSITION
    BATTERY_STATE FLOAT re 1.5 4.6 2.9 V
    VALVE_STATE INTEGER re 0 99 0 %
    BOOST_STATE INTEGER re 0 30 0 min
    ACTUAL_TEMPERATURE FLOAT re -10 56 20 °C CONTROL=HEATING_CONTROL.TEMPERATURE
    SET_TEMPERATURE FLOAT rwe 4.5 30.5 20 °C CONTROL=HEATING_CONTROL.SETPOINT
    AUTO_MODE ACTION w CONTROL=HEATING_CONTROL.AUTO
    MANU_MODE FLOAT w 4.5 30.5 20 °C CONTROL=HEATING_CONTROL.MANU
    BOOST_MODE ACTION w CONTROL=HEATING_CONTROL.BOOST
    COMFORT_MODE ACTION w CONTROL=HEATING_CONTROL.COMFORT
    LOWERING_MODE ACTION w CONTROL=HEATING_CONTROL.LOWERING
    PARTY_MODE_SUBMIT STRING w
    PARTY_TEMPERATURE FLOAT rw 5 30 20 °C
    PARTY_START_TIME INTEGER rw 0 1410 0 minutes
    PARTY_START_DAY INTEGER rw 1 31 1 day
    PARTY_START_MONTH INTEGER rw 1 12 1 month
    PARTY_START_YEAR INTEGER rw 0 99 12 year
    PARTY_STOP_TIME INTEGER rw 0 1410 0 minutes
    PARTY_STOP_DAY INTEGER rw 1 31 1 day
    PARTY_STOP_MONTH INTEGER rw 1 12 1 month
    PARTY_STOP_YEAR INTEGER rw 0 99 12 year`,
  link: '',
};

export function receiver(type: string, targetRoles: string, link = ''): ChannelBlueprint {
  return { type, targetRoles, link, master: AES };
}

/** Lights of two whites and of colours: brightness is one channel, the mix or the colour another. */
export const whiteBrightness: ChannelBlueprint = { ...dimmer, type: 'DUAL_WHITE_BRIGHTNESS' };
export const whiteMix: ChannelBlueprint = { ...dimmer, type: 'DUAL_WHITE_COLOR' };

export const color: ChannelBlueprint = {
  type: 'RGBW_COLOR',
  targetRoles: SWITCH_ROLES,
  values: 'COLOR INTEGER rwe 0 255 0',
};
