import type { ChannelBlueprint, DeviceBlueprint } from './blueprint.js';
import * as channel from './channels-bidcos.js';
import { climateWeek, profilePrefixes } from './schedules.js';

const BATTERY = { battery: true } as const;

function bidcos(
  type: string,
  channels: readonly ChannelBlueprint[],
  rest: Partial<DeviceBlueprint> = {},
): DeviceBlueprint {
  return { interfaceName: 'BidCos-RF', type, channels, version: 1, rxMode: 1, ...rest };
}

export const virtualRemote = bidcos(
  'HM-RCV-50',
  [
    { type: 'MAINTENANCE', values: 'AES_KEY INTEGER rh 0 127 1' },
    ...Array.from({ length: 50 }, () => channel.virtualKey),
  ],
  { flags: 9 },
);

export const switchActor = bidcos('HM-LC-Sw1-FM', [channel.maintenance(), channel.switchActor], {
  master: 'INTERNAL_KEYS_VISIBLE BOOL rw true',
});

export const dimmer = bidcos('HM-LC-Dim1T-FM', [channel.maintenance(), channel.dimmer], { version: 5 });

export const dualWhite = bidcos('HM-LC-DW-WM', [channel.maintenance(), channel.whiteBrightness, channel.whiteMix], {
  version: 5,
});

/** Plain outputs, of which the last two have a colour. */
export const wiredColorLight: DeviceBlueprint = {
  interfaceName: 'BidCos-Wired',
  type: 'HBW-LC-RGBWW-IN6-DR',
  version: 1,
  channels: [
    { type: 'MAINTENANCE', values: 'UNREACH BOOL res\nSTICKY_UNREACH BOOL rwesi\nCONFIG_PENDING BOOL res' },
    ...Array.from({ length: 6 }, () => channel.key),
    ...Array.from({ length: 8 }, () => channel.dimmer),
    ...Array.from({ length: 2 }, () => channel.color),
  ],
};

export const blind = bidcos('HM-LC-Bl1-FM', [channel.maintenance(), channel.blind]);

export const slats = bidcos('HM-LC-Ja1PBU-FM', [channel.maintenance(), channel.slats]);

export const contact = bidcos('HM-Sec-SCo', [channel.maintenance(BATTERY), channel.contact], { rxMode: 14 });

export const handle = bidcos('HM-Sec-RHS', [channel.maintenance(BATTERY), channel.handle], { rxMode: 12 });

export const remote = bidcos(
  'HM-RC-4-2',
  [channel.maintenance(BATTERY), ...Array.from({ length: 4 }, () => channel.key)],
  { rxMode: 14, master: 'LOCAL_RESET_DISABLE BOOL rw' },
);

export const climateSensor = bidcos('HM-WDS10-TH-O', [channel.maintenance(BATTERY), channel.weather], { rxMode: 12 });

export const doorLock = bidcos('HM-Sec-Key-S', [channel.maintenance(BATTERY), channel.keymatic], { rxMode: 2 });

export const switchMeter = bidcos('HM-ES-PMSw1-Pl', [channel.maintenance(), channel.switchActor, channel.powerMeter]);

export const radiatorThermostat = bidcos(
  'HM-CC-RT-DN',
  [
    channel.maintenance(BATTERY),
    channel.receiver('WEATHER_RECEIVER', 'WEATHER_T WEATHER_TH'),
    channel.receiver('CLIMATECONTROL_RECEIVER', 'THERMALCONTROL_TC'),
    channel.receiver(
      'WINDOW_SWITCH_RECEIVER',
      'WINDOW_SWITCH_RECEIVER WINDOW_SWITCH_RECEIVER_V2',
      'SHORT_COND_VALUE_LO INTEGER rw 0 255 50\nTEMPERATURE_WINDOW_OPEN FLOAT rw 5 30 12 °C',
    ),
    channel.thermostat,
    channel.receiver('CLIMATECONTROL_RT_RECEIVER', 'CLIMATECONTROL_RT'),
    channel.receiver('REMOTECONTROL_RECEIVER', 'REMOTECONTROL_RECEIVER'),
  ],
  {
    rxMode: 14,
    master: `BUTTON_LOCK BOOL rw\nGLOBAL_BUTTON_LOCK BOOL rw\nLOW_BAT_LIMIT FLOAT rw 2 3 2.1 V\n${climateWeek([''])}`,
  },
);

/** A heating group of BidCos thermostats: three numbered profiles, chosen by a pointer. */
export const heatingGroup: DeviceBlueprint = {
  interfaceName: 'VirtualDevices',
  type: 'HM-CC-VG-1',
  version: 1,
  channels: [
    channel.maintenance(),
    { ...channel.thermostat, sourceRoles: '', link: undefined },
    { type: 'SHUTTER_CONTACT', values: 'STATE BOOL re' },
  ],
  master: `WEEK_PROGRAM_POINTER ENUM rw WEEK~PROGRAM~1|WEEK~PROGRAM~2|WEEK~PROGRAM~3\n${climateWeek(profilePrefixes(3))}`,
};

export const wiredSwitch: DeviceBlueprint = {
  interfaceName: 'BidCos-Wired',
  type: 'HMW-LC-Sw2-DR',
  version: 3,
  firmware: '3.06',
  master: 'LOGGING_TIME FLOAT rw 0.1 25.5 2 s',
  channels: [
    { type: 'MAINTENANCE', values: 'UNREACH BOOL res\nSTICKY_UNREACH BOOL rwesi\nCONFIG_PENDING BOOL res' },
    ...Array.from({ length: 2 }, () => ({
      ...channel.key,
      sourceRoles: 'SWITCH',
      values: 'PRESS_SHORT ACTION rwe\nPRESS_LONG ACTION rwe',
    })),
    ...Array.from({ length: 2 }, () => ({
      ...channel.switchActor,
      targetRoles: 'SWITCH',
      values: 'STATE BOOL rwe\nWORKING BOOL rei\nINHIBIT BOOL rwe',
    })),
  ],
};

function cuxd(type: string, channels: readonly ChannelBlueprint[]): DeviceBlueprint {
  return {
    interfaceName: 'CUxD',
    type,
    channels: [{ type: 'MAINTENANCE', values: 'UNREACH BOOL res' }, ...channels],
    version: 1,
    rxMode: 1,
  };
}

export const cuxSwitch = cuxd('HM-LC-Sw1-Pl', [
  { type: 'SWITCH', values: 'STATE BOOL rwe\nON_TIME FLOAT w 0 85825945.6 0 s\nINHIBIT BOOL rwe\nWORKING BOOL rei' },
]);

export const cuxWeather = cuxd('HM-WDS40-TH-I', [
  { type: 'WEATHER', values: 'TEMPERATURE FLOAT re -40 80 20 °C\nHUMIDITY INTEGER re 0 99 50 %' },
]);

export const cuxKey = cuxd('HM-PB-2-WM', [{ type: 'KEY', values: 'PRESS_SHORT ACTION we\nPRESS_LONG ACTION we' }]);
