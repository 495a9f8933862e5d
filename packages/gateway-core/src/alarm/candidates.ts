import type {
  AlarmOutputCandidate,
  AlarmRemoteKeyCandidate,
  AlarmSensorCandidate,
  DeviceSummary,
} from '@ccu-gateway/contract/types';
import { isVirtualRemote, sabotageReport } from '@ccu-gateway/device-model';
import type { DeviceModel, House } from '../ports/house.js';

/** Data points that a zone can watch, by their parameter. `STATE` needs the type of its channel, too. */
const SENSORS: Readonly<Record<string, { readonly type: AlarmSensorCandidate['type']; readonly channel?: RegExp }>> = {
  STATE: { type: 'window', channel: /^(SHUTTER_CONTACT|ROTARY_HANDLE|TILT_SENSOR|WATERDETECTIONSENSOR)/ },
  MOTION: { type: 'motion' },
  PRESENCE_DETECTION_STATE: { type: 'motion' },
  SMOKE_DETECTOR_ALARM_STATUS: { type: 'hazard' },
  ALARMSTATE: { type: 'hazard' },
  WATERLEVEL_DETECTED: { type: 'hazard' },
  MOISTURE_DETECTED: { type: 'hazard' },
};
/** Smoke detectors that sound for an intrusion report it, too: that is no fire. */
const FIRE: Readonly<Record<string, readonly number[]>> = { SMOKE_DETECTOR_ALARM_STATUS: [1, 3] };
const SMOKE = /^SMOKE_DETECTOR/;
const WATER = /^WATERDETECTIONSENSOR/;

type Port = Pick<House, 'devices' | 'channels' | 'dataPoints'>;

/** Data points of the installation that a zone can watch. */
export function sensorCandidates(house: Port): readonly AlarmSensorCandidate[] {
  return house.devices().flatMap((device) => {
    const { address, central = '' } = device;
    const channels = house.channels(address, { central });
    return (channels.ok ? channels.value : []).flatMap((channel) => {
      const points = house.dataPoints({ address, central, channel: channel.number });
      return (points.ok ? points.value : []).flatMap(({ parameter, operations, value_list: words }) => {
        const type = operations.event ? sensorType(parameter, channel.type ?? '', words) : undefined;
        if (type === undefined) return [];
        const sabotage = type === 'tamper' && words !== undefined ? [words.indexOf('SABOTAGE')] : [];
        return [
          {
            ...placeOf(device, channel),
            interface_id: device.interface,
            parameter,
            type,
            active_values: FIRE[parameter] ?? sabotage,
          },
        ];
      });
    });
  });
}

function sensorType(
  parameter: string,
  channelType: string,
  words: readonly string[] | undefined,
): AlarmSensorCandidate['type'] | undefined {
  if (sabotageReport(parameter, undefined, words) !== undefined) return 'tamper';
  if (parameter === 'STATE' && (SMOKE.test(channelType) || WATER.test(channelType))) return 'hazard';
  const known = Object.hasOwn(SENSORS, parameter) ? SENSORS[parameter] : undefined;
  return known === undefined || known.channel?.test(channelType) === false ? undefined : known.type;
}

/** Parameters of a key and of a keypad, in the order of the answer. */
const KEYS = ['PRESS_SHORT', 'PRESS_LONG', 'CODE_ID'] as const;

/** Keys and keypads that a code can be bound to. The keys of a CCU itself are left out: every program presses them. */
export function keyCandidates(house: Port): readonly AlarmRemoteKeyCandidate[] {
  return house.devices().flatMap((device) => {
    const { address, central = '' } = device;
    if (isVirtualRemote(address)) return [];
    const channels = house.channels(address, { central });
    return (channels.ok ? channels.value : []).flatMap((channel) => {
      const points = house.dataPoints({ address, central, channel: channel.number });
      const reported = (points.ok ? points.value : []).filter(({ operations }) => operations.event);
      const parameters = KEYS.filter((key) => reported.some(({ parameter }) => parameter === key));
      if (parameters.length === 0) return [];
      return [{ ...placeOf(device, channel), interface_id: device.interface, parameters }];
    });
  });
}

/** Classes of outputs by the category of a custom data point. */
const CLASSES: Readonly<Record<string, readonly AlarmOutputCandidate['classes'][number][]>> = {
  siren: ['acoustic_siren'],
  siren_smoke: ['smoke_sounder'],
  siren_sound: ['chirp'],
  switch: ['switched_siren', 'alarm_light'],
  light: ['alarm_light'],
};

/** Channels of the installation that an alarm can switch. A siren has to end by itself, or has its own stop. */
export function outputCandidates(house: Port, devices: DeviceModel): readonly AlarmOutputCandidate[] {
  return house.devices().flatMap((device) => {
    const { address, central = '' } = device;
    const points = devices.customDataPoints(address, { central });
    const channels = house.channels(address, { central });
    return (points.ok ? points.value : []).flatMap((point) => {
      const channel = channels.ok ? channels.value.find(({ number }) => number === point.channel_no) : undefined;
      if (channel === undefined || !point.supported_operations.includes('turn_on')) return [];
      const { kind = '', capabilities, category } = point;
      const all = CLASSES[kind] ?? CLASSES[category] ?? [];
      const isTwoFold = kind === 'siren' && capabilities?.lights;
      const fitting = all.filter((each) => each !== 'switched_siren' || capabilities?.on_time);
      const classes = isTwoFold ? [...fitting, 'optical_siren' as const] : fitting;
      return classes.length === 0 ? [] : [{ ...placeOf(device, channel), classes, kind }];
    });
  });
}

function placeOf(
  { address, name, model, central = '' }: DeviceSummary,
  channel: {
    readonly number: number;
    readonly address: string;
    readonly name?: string;
    readonly rooms?: readonly string[];
  },
) {
  return {
    central,
    device_address: address,
    ...(name === undefined ? {} : { device_name: name }),
    model,
    channel_address: `${address}:${channel.number}`,
    channel_no: channel.number,
    ...(channel.name === undefined ? {} : { channel_name: channel.name }),
    rooms: channel.rooms ?? [],
  };
}
