import type { ChannelBlueprint, DeviceBlueprint } from './blueprint.js';
import * as actor from './channels-hmip-actors.js';
import * as climate from './channels-hmip-climate.js';
import * as security from './channels-hmip-security.js';
import * as sensor from './channels-hmip-sensors.js';

const BATTERY = { battery: true } as const;
const MAINS = { temperature: true } as const;

function hmip(
  type: string,
  channels: readonly ChannelBlueprint[],
  rest: Partial<DeviceBlueprint> = {},
): DeviceBlueprint {
  return { interfaceName: 'HmIP-RF', type, channels, ...rest };
}

function times(count: number, blueprint: ChannelBlueprint): readonly ChannelBlueprint[] {
  return Array.from({ length: count }, () => blueprint);
}

const switchGroup = [actor.switchTransmitter, ...times(3, actor.switchReceiver)];

export const virtualRemote = hmip('HmIP-RCV-50', [sensor.maintenance(), ...times(50, sensor.virtualKey)], {
  flags: 9,
  version: 1,
});

export const accessPoint = hmip(
  'HmIP-CCU3',
  [sensor.maintenance({ extraValues: 'DUTY_CYCLE_LEVEL FLOAT re 0 100 0 %\nCARRIER_SENSE_LEVEL FLOAT re 0 100 0 %' })],
  { flags: 9, firmware: '3.83.6' },
);

export const radiatorThermostat = hmip(
  'HmIP-eTRV-2',
  [
    sensor.maintenance({ ...BATTERY, extraMaster: 'GLOBAL_BUTTON_LOCK BOOL rw' }),
    climate.climate({ profiles: 3, valve: true }),
    climate.receiver('HEATING_CLIMATECONTROL_RECEIVER', 'CLIMATE_CONTROL'),
    climate.windowReceiver,
    climate.keyReceiver,
  ],
  { rxMode: 11, availableFirmware: '2.2.8' },
);

export const wallThermostat = hmip(
  'HmIP-WTH-2',
  [
    sensor.maintenance({ ...BATTERY, extraMaster: 'GLOBAL_BUTTON_LOCK BOOL rw' }),
    climate.climate({ profiles: 6, humidity: true }),
    climate.receiver('HEATING_CLIMATECONTROL_RECEIVER', 'CLIMATE_CONTROL'),
    climate.windowReceiver,
    climate.keyReceiver,
  ],
  { rxMode: 11 },
);

export const switchMeter = hmip('HmIP-BSM', [
  sensor.maintenance(MAINS),
  ...times(2, sensor.key),
  ...switchGroup,
  actor.energyMeter,
  actor.conditionSwitch,
  actor.weekProfile('SWITCH', { entries: 75, duration: true }),
]);

export const plugMeter = hmip('HmIP-PSM', [
  sensor.maintenance(MAINS),
  sensor.key,
  ...switchGroup,
  actor.energyMeter,
  actor.conditionSwitch,
  actor.weekProfile('SWITCH', { entries: 75, duration: true }),
]);

/** Its key switches the plug itself; its events are no presses of the key. */
export const plug = hmip('HMIP-PS', [
  sensor.maintenance(MAINS),
  sensor.key,
  ...switchGroup,
  actor.weekProfile('SWITCH', { entries: 75, duration: true }),
]);

export const dimmer = hmip('HmIP-BDT', [
  sensor.maintenance(MAINS),
  ...times(2, sensor.key),
  actor.dimmerTransmitter,
  ...times(3, actor.dimmerReceiver),
  actor.weekProfile('DIMMER', { entries: 75, duration: true, ramp: true }),
]);

export const shutter = hmip('HmIP-BROLL', [
  sensor.maintenance(MAINS),
  ...times(2, sensor.key),
  actor.shutterTransmitter,
  ...times(3, actor.shutterReceiver),
  actor.weekProfile('BLIND', { entries: 75, secondLevel: true }),
]);

export const blind = hmip('HmIP-FBL', [
  sensor.maintenance(MAINS),
  ...times(2, sensor.key),
  actor.blindTransmitter,
  ...times(3, actor.blindReceiver),
  actor.weekProfile('BLIND', { entries: 75, secondLevel: true }),
]);

export const notificationSwitch = hmip('HmIP-BSL', [
  sensor.maintenance(MAINS),
  ...times(2, sensor.key),
  ...switchGroup,
  actor.colorDimmerTransmitter,
  ...times(3, actor.colorDimmerReceiver),
  actor.colorDimmerTransmitter,
  ...times(3, actor.colorDimmerReceiver),
]);

export const colorLight = hmip('HmIP-RGBW', [
  sensor.maintenance({
    ...MAINS,
    extraMaster:
      'DEVICE_OPERATION_MODE ENUM rw UNIVERSAL_LIGHT_1_RGBW|UNIVERSAL_LIGHT_1_RGB|UNIVERSAL_LIGHT_2_TUNABLE_WHITE|UNIVERSAL_LIGHT_4_PWM UNIVERSAL_LIGHT_1_RGB',
  }),
  ...times(4, actor.universalLight),
]);

export const windowContact = hmip('HmIP-SWDO', [sensor.maintenance({ ...BATTERY, sabotage: true }), sensor.contact], {
  rxMode: 4,
});

export const windowHandle = hmip('HmIP-SRH', [sensor.maintenance(BATTERY), sensor.handle], { rxMode: 4 });

export const motionSensor = hmip('HmIP-SMI', [sensor.maintenance({ ...BATTERY, sabotage: true }), sensor.motion], {
  rxMode: 3,
});

export const outdoorClimate = hmip('HmIP-STHO', [sensor.maintenance(BATTERY), sensor.climateSensor], { rxMode: 4 });

export const wallRemote = hmip('HmIP-WRC6', [sensor.maintenance(BATTERY), ...times(6, sensor.key)], { rxMode: 4 });

export const smokeDetector = hmip('HmIP-SWSD', [sensor.maintenance(BATTERY), sensor.smoke], {
  rxMode: 3,
  version: 1,
});

export const doorLock = hmip(
  'HmIP-DLD',
  [
    sensor.maintenance({ ...BATTERY, extraValues: 'ERROR_JAMMED BOOL res' }),
    security.doorLock,
    ...times(8, security.accessReceiver),
  ],
  { rxMode: 3, version: 2 },
);

export const doorLockPro = hmip(
  'HmIP-DLP',
  [sensor.maintenance(BATTERY), sensor.key, ...times(8, security.permission), security.doorLockDrive],
  { rxMode: 3, version: 1 },
);

export const soundPlayer = hmip(
  'HmIP-MP3P',
  [
    sensor.maintenance(BATTERY),
    actor.soundTransmitter,
    ...times(3, actor.soundReceiver),
    actor.colorDimmerTransmitter,
    ...times(3, actor.flashingReceiver),
  ],
  { rxMode: 3 },
);

export const siren = hmip(
  'HmIP-ASIR',
  [
    sensor.maintenance({ ...BATTERY, sabotage: true }),
    { type: 'KEY_TRANSCEIVER', sourceRoles: 'ALARM_MODE_CONDITIONAL_SWITCH', link: '' },
    { type: 'ALARM_COND_SWITCH_RECEIVER', master: 'SD_MULTICAST_ZONE_1 BOOL rw' },
    security.siren,
  ],
  { rxMode: 3 },
);

export const garageDoor = hmip('HmIP-MOD-HO', [sensor.maintenance(), security.garage, security.simpleSwitch]);

export const waterSensor = hmip('HmIP-SWD', [sensor.maintenance(BATTERY), sensor.water], { rxMode: 4 });

export const display = hmip('HmIP-WRCD', [sensor.maintenance(BATTERY), ...times(2, sensor.key), security.textDisplay], {
  rxMode: 3,
});

export const waterSwitch = hmip('ELV-SH-WSM', [
  sensor.maintenance(BATTERY),
  sensor.key,
  actor.flowMeter,
  actor.waterSwitchTransmitter,
  ...times(3, actor.waterSwitch),
]);

export const heatingGroup: DeviceBlueprint = {
  interfaceName: 'VirtualDevices',
  type: 'HmIP-HEATING',
  channels: [
    sensor.maintenance({ ...BATTERY, extraMaster: 'GLOBAL_BUTTON_LOCK BOOL rw' }),
    { ...climate.climate({ profiles: 3, humidity: true, valve: true }), sourceRoles: '' },
    { type: 'SWITCH_TRANSMITTER', values: 'STATE BOOL re' },
    { type: 'ROTARY_HANDLE_TRANSCEIVER', values: 'STATE ENUM re CLOSED|TILTED|OPEN' },
  ],
};
