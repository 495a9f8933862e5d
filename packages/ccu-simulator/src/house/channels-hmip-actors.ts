import type { ChannelBlueprint } from './blueprint.js';
import {
  ACTIVITY,
  ACTOR_ROLES,
  DIMMER_LINK,
  EVENT_DELAY,
  LEVEL_LINK,
  LEVEL_STATUS,
  POWER_UP,
  SECTION,
  SWITCH_LINK,
} from './hmip-words.js';
import { type ActorWeekOptions, actorWeek } from './schedules.js';

export const switchTransmitter: ChannelBlueprint = {
  type: 'SWITCH_TRANSMITTER',
  values: `STATE BOOL re\n${SECTION}`,
  master: `${EVENT_DELAY}\nLED_DISABLE_CHANNELSTATE BOOL rw true`,
};

export const switchReceiver: ChannelBlueprint = {
  type: 'SWITCH_VIRTUAL_RECEIVER',
  targetRoles: ACTOR_ROLES,
  values: `
    STATE BOOL rwe
    ON_TIME FLOAT w 0 8580000 0 s
    COMBINED_PARAMETER STRING w
    ${SECTION}`,
  master: POWER_UP,
  link: SWITCH_LINK,
};

export const energyMeter: ChannelBlueprint = {
  type: 'ENERGIE_METER_TRANSMITTER',
  values: `
    CURRENT FLOAT re 0 65535 0 mA
    CURRENT_STATUS ENUM re NORMAL|OVERFLOW|UNDERFLOW
    ENERGY_COUNTER FLOAT re 0 838859.1 0 Wh
    ENERGY_COUNTER_OVERFLOW BOOL re
    FREQUENCY FLOAT re 29.52 70.47 50 Hz
    POWER FLOAT re 0 163830 0 W
    POWER_STATUS ENUM re NORMAL|OVERFLOW|UNDERFLOW
    VOLTAGE FLOAT re 0 409.5 230 V`,
  master: `${EVENT_DELAY}\nTX_THRESHOLD_POWER FLOAT rw 0.01 160000 1 W`,
};

export const conditionSwitch: ChannelBlueprint = {
  type: 'COND_SWITCH_TRANSMITTER',
  sourceRoles: 'CONDITIONAL_SWITCH',
  master: `${EVENT_DELAY}\nCOND_TX_THRESHOLD_HI INTEGER rw 0 2000000000 150\nCOND_TX_THRESHOLD_LO INTEGER rw 0 2000000000 50`,
  link: '',
};

export const dimmerTransmitter: ChannelBlueprint = {
  type: 'DIMMER_TRANSMITTER',
  values: `LEVEL FLOAT re 0 1.01 0 100%\nLEVEL_STATUS ENUM re ${LEVEL_STATUS}\n${ACTIVITY}\n${SECTION}`,
  master: `${EVENT_DELAY}\nON_MIN_LEVEL FLOAT rw 0 1 0.1 100%`,
};

export const dimmerReceiver: ChannelBlueprint = {
  type: 'DIMMER_VIRTUAL_RECEIVER',
  targetRoles: ACTOR_ROLES,
  values: `
    LEVEL FLOAT rwe 0 1.01 0 100%
    LEVEL_STATUS ENUM re ${LEVEL_STATUS}
    ON_TIME FLOAT w 0 8580000 0 s
    RAMP_TIME FLOAT w 0 8580000 0.5 s
    COMBINED_PARAMETER STRING w
    ${ACTIVITY}
    ${SECTION}`,
  master: POWER_UP,
  link: DIMMER_LINK,
};

const COLORS = 'BLACK|BLUE|GREEN|TURQUOISE|RED|PURPLE|YELLOW|WHITE';
const BEHAVIOURS =
  'OFF|ON|BLINKING_SLOW|BLINKING_MIDDLE|BLINKING_FAST|FLASH_SLOW|FLASH_MIDDLE|FLASH_FAST|BILLOW_SLOW|BILLOW_MIDDLE|BILLOW_FAST|OLD_VALUE|DO_NOT_CARE';

export const colorDimmerTransmitter: ChannelBlueprint = {
  type: 'DIMMER_TRANSMITTER',
  values: `
    LEVEL FLOAT re 0 1.01 0 100%
    LEVEL_STATUS ENUM re ${LEVEL_STATUS}
    COLOR ENUM re ${COLORS}
    COLOR_STATUS ENUM re NORMAL|UNKNOWN
    COLOR_BEHAVIOUR ENUM re ${BEHAVIOURS}
    ${ACTIVITY}
    ${SECTION}`,
  master: EVENT_DELAY,
};

export const colorDimmerReceiver: ChannelBlueprint = {
  type: 'DIMMER_VIRTUAL_RECEIVER',
  targetRoles: ACTOR_ROLES,
  values: `
    LEVEL FLOAT rwe 0 1.01 0 100%
    LEVEL_STATUS ENUM re ${LEVEL_STATUS}
    COLOR ENUM rwe ${COLORS}|OLD_VALUE|DO_NOT_CARE
    COLOR_BEHAVIOUR ENUM rwe ${BEHAVIOURS}
    COLOR_STATUS ENUM re NORMAL|UNKNOWN
    DURATION_UNIT ENUM w S|M|H|10MS
    DURATION_VALUE INTEGER w 0 16343 0
    RAMP_TIME_UNIT ENUM w S|M|H|10MS
    RAMP_TIME_VALUE INTEGER w 0 16343 0
    COMBINED_PARAMETER STRING w
    ${ACTIVITY}
    ${SECTION}`,
  master: POWER_UP,
  link: DIMMER_LINK,
};

const FLASHES = '100MS|200MS|300MS|400MS|500MS|700MS|1S|2S|3S|5S|7S|10S|20S|40S|60S|PERMANENTLY_ON';
const REPETITIONS = `NO_REPETITION|${Array.from({ length: 14 }, (_, index) => `REPETITIONS_${String(index + 1).padStart(3, '0')}`).join('|')}|INFINITE_REPETITIONS`;
const TIMES = `
    DURATION_UNIT ENUM w S|M|H|10MS
    DURATION_VALUE INTEGER w 0 16343 0
    RAMP_TIME_UNIT ENUM w S|M|H|10MS
    RAMP_TIME_VALUE INTEGER w 0 16343 0
    REPETITIONS ENUM w ${REPETITIONS}
    COMBINED_PARAMETER STRING w
    ${ACTIVITY}
    ${SECTION}`;

export const soundTransmitter: ChannelBlueprint = {
  type: 'ACOUSTIC_SIGNAL_TRANSMITTER',
  values: `LEVEL FLOAT re 0 1.01 0 100%\n${ACTIVITY}\n${SECTION}`,
  master: EVENT_DELAY,
};

export const soundReceiver: ChannelBlueprint = {
  type: 'ACOUSTIC_SIGNAL_VIRTUAL_RECEIVER',
  targetRoles: ACTOR_ROLES,
  values: `
    LEVEL FLOAT rwe 0 1.01 0 100%
    SOUNDFILE ENUM rwe INTERNAL_SOUNDFILE|SOUNDFILE_001|SOUNDFILE_002|SOUNDFILE_003|RANDOM_SOUNDFILE|OLD_VALUE|DO_NOT_CARE
    ${TIMES}`,
  master: POWER_UP,
  link: DIMMER_LINK,
};

/** The light ring of a sound player, which can flash. */
export const flashingReceiver: ChannelBlueprint = {
  type: 'DIMMER_VIRTUAL_RECEIVER',
  targetRoles: ACTOR_ROLES,
  values: `
    LEVEL FLOAT rwe 0 1.01 0 100%
    COLOR ENUM rwe ${COLORS}|OLD_VALUE|DO_NOT_CARE
    ON_TIME_LIST_1 ENUM w ${FLASHES}
    ${TIMES}`,
  master: POWER_UP,
  link: DIMMER_LINK,
};

export const universalLight: ChannelBlueprint = {
  type: 'UNIVERSAL_LIGHT_RECEIVER',
  targetRoles: ACTOR_ROLES,
  values: `
    LEVEL FLOAT rwe 0 1.01 0 100%
    LEVEL_STATUS ENUM re ${LEVEL_STATUS}
    HUE INTEGER rwe 0 361 0
    HUE_STATUS ENUM re NORMAL|UNKNOWN
    SATURATION FLOAT rwe 0 1.01 0 100%
    SATURATION_STATUS ENUM re NORMAL|UNKNOWN
    COLOR_TEMPERATURE INTEGER rwe 1000 10200 1000 K
    COLOR_TEMPERATURE_STATUS ENUM re NORMAL|UNKNOWN
    EFFECT ENUM w NO_EFFECT|EFFECT_01_END_CURRENT_PROFILE|EFFECT_01_INTERRUPT_CURRENT_PROFILE|EFFECT_02_END_CURRENT_PROFILE
    DURATION_UNIT ENUM w S|M|H|10MS
    DURATION_VALUE INTEGER w 0 16343 0
    RAMP_TIME_UNIT ENUM w S|M|H|10MS
    RAMP_TIME_VALUE INTEGER w 0 16343 0
    RAMP_TIME_TO_OFF_UNIT ENUM w S|M|H|10MS
    RAMP_TIME_TO_OFF_VALUE INTEGER w 0 16343 0
    COMBINED_PARAMETER STRING w
    ${ACTIVITY}
    ${SECTION}`,
  master: `${EVENT_DELAY}\n${POWER_UP}`,
  link: DIMMER_LINK,
};

/** Shutter and blind actors differ in the slats. */
function cover(kind: 'SHUTTER' | 'BLIND', part: 'TRANSMITTER' | 'VIRTUAL_RECEIVER'): ChannelBlueprint {
  const writes = part === 'VIRTUAL_RECEIVER';
  const letters = writes ? 'rwe' : 're';
  return {
    type: `${kind}_${part}`,
    ...(writes ? { targetRoles: ACTOR_ROLES } : {}),
    values: `
      LEVEL FLOAT ${letters} 0 1.01 0 100%
      LEVEL_STATUS ENUM re ${LEVEL_STATUS}
      ${kind === 'BLIND' ? `LEVEL_2 FLOAT ${letters} 0 1.01 0 100%\nLEVEL_2_STATUS ENUM re ${LEVEL_STATUS}` : ''}
      ${writes ? 'STOP ACTION w\nCOMBINED_PARAMETER STRING w' : 'SELF_CALIBRATION ENUM w STOP|START'}
      ${ACTIVITY}
      ${SECTION}`,
    master: writes ? POWER_UP : `${EVENT_DELAY}\nREFERENCE_RUNNING_TIME_BOTTOM_TOP_VALUE INTEGER rw 0 1023 420`,
    ...(writes ? { link: LEVEL_LINK } : {}),
  };
}

export const shutterTransmitter = cover('SHUTTER', 'TRANSMITTER');
export const shutterReceiver = cover('SHUTTER', 'VIRTUAL_RECEIVER');
export const blindTransmitter = cover('BLIND', 'TRANSMITTER');
export const blindReceiver = cover('BLIND', 'VIRTUAL_RECEIVER');

export function weekProfile(kind: string, options: ActorWeekOptions): ChannelBlueprint {
  return {
    type: `${kind}_WEEK_PROFILE`,
    values: `
      COMBINED_PARAMETER STRING w
      WEEK_PROGRAM_CHANNEL_LOCKS INTEGER re 0 16777215 0
      WEEK_PROGRAM_TARGET_CHANNEL_LOCK ENUM w MANU_MODE|AUTO_MODE_WITH_RESET|AUTO_MODE_WITHOUT_RESET
      WEEK_PROGRAM_TARGET_CHANNEL_LOCKS INTEGER w 0 16777215 0`,
    master: actorWeek(options),
  };
}

export const waterSwitch: ChannelBlueprint = { ...switchReceiver, type: 'WATER_SWITCH_VIRTUAL_RECEIVER' };
export const waterSwitchTransmitter: ChannelBlueprint = { ...switchTransmitter, type: 'WATER_SWITCH_TRANSMITTER' };

export const flowMeter: ChannelBlueprint = {
  type: 'FLOW_METER_TRANSMITTER',
  values: `
    WATER_FLOW FLOAT re 0 100 0 l/min
    WATER_VOLUME FLOAT re 0 1000000 0 l
    WATER_VOLUME_SINCE_OPEN FLOAT re 0 1000000 0 l`,
};
