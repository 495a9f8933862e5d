import type { ChannelBlueprint, DeviceBlueprint } from './blueprint.js';
import * as channel from './channels-hmip.js';

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

const switchGroup = [channel.switchTransmitter, ...times(3, channel.switchReceiver)];

export const virtualRemote = hmip('HmIP-RCV-50', [channel.maintenance(), ...times(50, channel.virtualKey)], {
  flags: 9,
  version: 1,
});

export const accessPoint = hmip(
  'HmIP-CCU3',
  [channel.maintenance({ extraValues: 'DUTY_CYCLE_LEVEL FLOAT re 0 100 0 %\nCARRIER_SENSE_LEVEL FLOAT re 0 100 0 %' })],
  { flags: 9, firmware: '3.83.6' },
);

export const radiatorThermostat = hmip(
  'HmIP-eTRV-2',
  [
    channel.maintenance({ ...BATTERY, extraMaster: 'GLOBAL_BUTTON_LOCK BOOL rw' }),
    channel.climate({ profiles: 3, valve: true }),
    channel.receiver('HEATING_CLIMATECONTROL_RECEIVER', 'CLIMATE_CONTROL'),
    channel.windowReceiver,
    channel.keyReceiver,
  ],
  { rxMode: 11, availableFirmware: '2.2.8' },
);

export const wallThermostat = hmip(
  'HmIP-WTH-2',
  [
    channel.maintenance({ ...BATTERY, extraMaster: 'GLOBAL_BUTTON_LOCK BOOL rw' }),
    channel.climate({ profiles: 6, humidity: true }),
    channel.receiver('HEATING_CLIMATECONTROL_RECEIVER', 'CLIMATE_CONTROL'),
    channel.windowReceiver,
    channel.keyReceiver,
  ],
  { rxMode: 11 },
);

export const switchMeter = hmip('HmIP-BSM', [
  channel.maintenance(MAINS),
  ...times(2, channel.key),
  ...switchGroup,
  channel.energyMeter,
  channel.conditionSwitch,
  channel.weekProfile('SWITCH', { entries: 75, duration: true }),
]);

export const plugMeter = hmip('HmIP-PSM', [
  channel.maintenance(MAINS),
  channel.key,
  ...switchGroup,
  channel.energyMeter,
  channel.conditionSwitch,
  channel.weekProfile('SWITCH', { entries: 75, duration: true }),
]);

export const dimmer = hmip('HmIP-BDT', [
  channel.maintenance(MAINS),
  ...times(2, channel.key),
  channel.dimmerTransmitter,
  ...times(3, channel.dimmerReceiver),
  channel.weekProfile('DIMMER', { entries: 75, duration: true, ramp: true }),
]);

export const shutter = hmip('HmIP-BROLL', [
  channel.maintenance(MAINS),
  ...times(2, channel.key),
  channel.shutterTransmitter,
  ...times(3, channel.shutterReceiver),
  channel.weekProfile('BLIND', { entries: 75, secondLevel: true }),
]);

export const blind = hmip('HmIP-FBL', [
  channel.maintenance(MAINS),
  ...times(2, channel.key),
  channel.blindTransmitter,
  ...times(3, channel.blindReceiver),
  channel.weekProfile('BLIND', { entries: 75, secondLevel: true }),
]);

export const notificationSwitch = hmip('HmIP-BSL', [
  channel.maintenance(MAINS),
  ...times(2, channel.key),
  ...switchGroup,
  channel.colorDimmerTransmitter,
  ...times(3, channel.colorDimmerReceiver),
  channel.colorDimmerTransmitter,
  ...times(3, channel.colorDimmerReceiver),
]);

export const colorLight = hmip('HmIP-RGBW', [
  channel.maintenance({
    ...MAINS,
    extraMaster:
      'DEVICE_OPERATION_MODE ENUM rw UNIVERSAL_LIGHT_1_RGBW|UNIVERSAL_LIGHT_1_RGB|UNIVERSAL_LIGHT_2_TUNABLE_WHITE|UNIVERSAL_LIGHT_4_PWM UNIVERSAL_LIGHT_1_RGB',
  }),
  ...times(4, channel.universalLight),
]);

export const windowContact = hmip('HmIP-SWDO', [channel.maintenance({ ...BATTERY, sabotage: true }), channel.contact], {
  rxMode: 4,
});

export const windowHandle = hmip('HmIP-SRH', [channel.maintenance(BATTERY), channel.handle], { rxMode: 4 });

export const motionSensor = hmip('HmIP-SMI', [channel.maintenance({ ...BATTERY, sabotage: true }), channel.motion], {
  rxMode: 3,
});

export const outdoorClimate = hmip('HmIP-STHO', [channel.maintenance(BATTERY), channel.climateSensor], { rxMode: 4 });

export const wallRemote = hmip('HmIP-WRC6', [channel.maintenance(BATTERY), ...times(6, channel.key)], { rxMode: 4 });

export const smokeDetector = hmip('HmIP-SWSD', [channel.maintenance(BATTERY), channel.smoke], {
  rxMode: 3,
  version: 1,
});

export const doorLock = hmip(
  'HmIP-DLD',
  [
    channel.maintenance({ ...BATTERY, extraValues: 'ERROR_JAMMED BOOL res' }),
    channel.doorLock,
    ...times(8, channel.accessReceiver),
  ],
  { rxMode: 3, version: 2 },
);

export const siren = hmip(
  'HmIP-ASIR',
  [
    channel.maintenance({ ...BATTERY, sabotage: true }),
    { type: 'KEY_TRANSCEIVER', sourceRoles: 'ALARM_MODE_CONDITIONAL_SWITCH', link: '' },
    { type: 'ALARM_COND_SWITCH_RECEIVER', master: 'SD_MULTICAST_ZONE_1 BOOL rw' },
    channel.siren,
  ],
  { rxMode: 3 },
);

export const garageDoor = hmip('HmIP-MOD-HO', [channel.maintenance(), channel.garage, channel.simpleSwitch]);

export const waterSensor = hmip('HmIP-SWD', [channel.maintenance(BATTERY), channel.water], { rxMode: 4 });

export const display = hmip(
  'HmIP-WRCD',
  [channel.maintenance(BATTERY), ...times(2, channel.key), channel.textDisplay],
  {
    rxMode: 3,
  },
);

export const waterSwitch = hmip('ELV-SH-WSM', [
  channel.maintenance(BATTERY),
  channel.key,
  channel.waterSwitchTransmitter,
  channel.switchTransmitter,
  ...times(3, channel.waterSwitch),
]);

export const heatingGroup: DeviceBlueprint = {
  interfaceName: 'VirtualDevices',
  type: 'HmIP-HEATING',
  channels: [
    channel.maintenance({ ...BATTERY, extraMaster: 'GLOBAL_BUTTON_LOCK BOOL rw' }),
    { ...channel.climate({ profiles: 3, humidity: true, valve: true }), sourceRoles: '' },
    { type: 'SWITCH_TRANSMITTER', values: 'STATE BOOL re' },
    { type: 'ROTARY_HANDLE_TRANSCEIVER', values: 'STATE ENUM re CLOSED|TILTED|OPEN' },
  ],
};
