import { airQuality, airQualityOf, concentration, type Substance } from '../clusters/air.js';
import { smokeCoAlarm } from '../clusters/alarm.js';
import {
  booleanState,
  humidityMeasurement,
  illuminanceMeasurement,
  occupancySensing,
  pressureMeasurement,
  type Read,
  readOf,
  temperatureMeasurement,
} from '../clusters/measurements.js';
import { type ChannelView, firstOf, optionsOf, pointRef, refIfTold, statusRef, tells } from '../device.js';
import type { FunctionType } from '../device-types.js';
import { finite, truth } from '../numbers.js';
import type { ClusterPlan, DataPointRef, Input } from '../plan.js';
import { functionOf, type ThingFunction } from './function.js';

/** Reads a parameter with its status. */
function measuredIn(
  channel: ChannelView,
  parameter: string,
): { readonly read: Read; readonly inputs: readonly Input[] } {
  const of = pointRef(channel, parameter);
  const status = statusRef(channel, parameter);
  return { read: readOf({ of, status }), inputs: status === undefined ? [of] : [of, status] };
}

/** One measured parameter as one function. */
function measured(
  channel: ChannelView,
  id: string,
  deviceType: FunctionType,
  parameters: readonly string[],
  make: (read: Read) => ClusterPlan,
): readonly ThingFunction[] {
  const parameter = firstOf(channel, ...parameters);
  if (parameter === undefined) return [];
  const { read, inputs } = measuredIn(channel, parameter);
  return [functionOf(id, deviceType, [make(read)], inputs)];
}

/** A boolean of several data points, for types that are true on detection. */
function detector(id: string, deviceType: FunctionType, points: readonly DataPointRef[], isYes = truth): ThingFunction {
  // A contact is true while nothing is detected.
  const instead = functionOf(id, 'ContactSensor', [booleanState(points, isYes, true)], points);
  return functionOf(id, deviceType, [booleanState(points, isYes)], points, instead);
}

/** True for an option with one of these names in the list of the parameter. */
const isOption =
  (channel: ChannelView, parameter: string, names: ReadonlySet<string>) =>
  (value: unknown): boolean | undefined => {
    const name = optionsOf(channel, parameter)[finite(value) ?? -1];
    return name === undefined ? undefined : names.has(name);
  };

const OPEN: ReadonlySet<string> = new Set(['OPEN', 'TILTED']);
const CONTACT = /CONTACT|ROTARY_HANDLE|MULTI_MODE_INPUT|TILT_SENSOR|^SENSOR$|^DIGITAL_INPUT$/;

/** A tilted handle is open, because Matter's contact is either closed or not. */
function contact(channel: ChannelView): readonly ThingFunction[] {
  if (tells(channel, 'SENSOR')) return [contactBy(channel, 'SENSOR', truth)];
  if (!tells(channel, 'STATE')) return [];
  const options = optionsOf(channel, 'STATE');
  if (options.includes('CLOSED') && options.includes('OPEN')) {
    return [contactBy(channel, 'STATE', isOption(channel, 'STATE', OPEN))];
  }
  return channel.points.get('STATE')?.type === 'BOOL' && CONTACT.test(channel.type)
    ? [contactBy(channel, 'STATE', truth)]
    : [];
}

function contactBy(
  channel: ChannelView,
  parameter: string,
  isOpen: (value: unknown) => boolean | undefined,
): ThingFunction {
  const of = pointRef(channel, parameter);
  return functionOf('contact', 'ContactSensor', [booleanState([of], isOpen, true)], [of]);
}

function occupancy(channel: ChannelView): readonly ThingFunction[] {
  const parameter = firstOf(channel, 'MOTION', 'PRESENCE_DETECTION_STATE');
  // A sensor of acceleration reports motion, too: that of the thing it is mounted on.
  if (parameter === undefined || channel.type.startsWith('ACCELERATION')) return [];
  const of = pointRef(channel, parameter);
  return [functionOf('occupancy', 'OccupancySensor', [occupancySensing(of)], [of])];
}

const WET: ReadonlySet<string> = new Set(['WET', 'WATER']);

function water(channel: ChannelView): readonly ThingFunction[] {
  const parameters = ['ALARMSTATE', 'MOISTURE_DETECTED', 'WATERLEVEL_DETECTED'].filter((each) => tells(channel, each));
  if (parameters.length > 0) {
    return [
      detector(
        'leak',
        'WaterLeakDetector',
        parameters.map((each) => pointRef(channel, each)),
      ),
    ];
  }
  return tells(channel, 'STATE') && optionsOf(channel, 'STATE').includes('WET')
    ? [detector('leak', 'WaterLeakDetector', [pointRef(channel, 'STATE')], isOption(channel, 'STATE', WET))]
    : [];
}

const RAIN: ReadonlySet<string> = new Set(['RAIN']);

function rain(channel: ChannelView): readonly ThingFunction[] {
  if (tells(channel, 'RAINING')) return [detector('rain', 'RainSensor', [pointRef(channel, 'RAINING')])];
  return tells(channel, 'STATE') && optionsOf(channel, 'STATE').includes('RAIN')
    ? [detector('rain', 'RainSensor', [pointRef(channel, 'STATE')], isOption(channel, 'STATE', RAIN))]
    : [];
}

const OWN_SMOKE: ReadonlySet<string> = new Set(['PRIMARY_ALARM']);
const OTHER_SMOKE: ReadonlySet<string> = new Set(['SECONDARY_ALARM']);

/** Points of the maintenance channel that say that the battery is empty, and the channel's own. */
const lowBattery = (channel: ChannelView, maintenance: ChannelView | undefined): readonly DataPointRef[] =>
  [maintenance, channel].flatMap((each) =>
    each === undefined
      ? []
      : ['LOW_BAT', 'LOWBAT'].filter((name) => tells(each, name)).map((name) => pointRef(each, name)),
  );

function smoke(channel: ChannelView, maintenance: ChannelView | undefined): readonly ThingFunction[] {
  const status = 'SMOKE_DETECTOR_ALARM_STATUS';
  const isNew = tells(channel, status);
  if (!isNew && !(/^SMOKE_DETECTOR/.test(channel.type) && tells(channel, 'STATE'))) return [];
  const of = pointRef(channel, isNew ? status : 'STATE');
  const low = lowBattery(channel, maintenance);
  const faults = ['ERROR_SMOKE_CHAMBER', 'ERROR_CODE']
    .map((name) => refIfTold(channel, name))
    .filter((each): each is DataPointRef => each !== undefined);
  const [isOwn, isOther] = [isOption(channel, status, OWN_SMOKE), isOption(channel, status, OTHER_SMOKE)];
  const alarm = smokeCoAlarm({
    senses: 'smoke',
    state(values) {
      const value = values.value(of);
      const own = isNew ? isOwn(value) : truth(value);
      if (own === undefined) return undefined;
      return own ? 'own' : isNew && isOther(value) === true ? 'other' : 'none';
    },
    lowBattery: low,
    faults,
  });
  return [functionOf('smoke', 'SmokeCoAlarm', [alarm], [of, ...low, ...faults])];
}

/** Carbon monoxide as a yes or no, for detectors that tell it so. */
function monoxide(channel: ChannelView, maintenance: ChannelView | undefined): readonly ThingFunction[] {
  const parameter = firstOf(channel, 'CO_ALARM', 'CARBON_MONOXIDE_ALARM', 'CARBON_MONOXIDE_DETECTED');
  if (parameter === undefined) return [];
  const of = pointRef(channel, parameter);
  const low = lowBattery(channel, maintenance);
  const alarm = smokeCoAlarm({
    senses: 'co',
    state(values) {
      const value = truth(values.value(of));
      return value === undefined ? undefined : value ? 'own' : 'none';
    },
    lowBattery: low,
    faults: [],
  });
  return [functionOf('co', 'SmokeCoAlarm', [alarm], [of, ...low])];
}

const SUBSTANCES: readonly (readonly [parameter: string, Substance])[] = [
  ['CONCENTRATION', 'co2'],
  ['MASS_CONCENTRATION_PM_1', 'pm1'],
  ['MASS_CONCENTRATION_PM_2_5', 'pm25'],
  ['MASS_CONCENTRATION_PM_10', 'pm10'],
];

/** Classes of the older sensors for carbon dioxide, as Matter's. */
const LEVELS: Readonly<Record<string, number>> = { LEVEL_NORMAL: 1, LEVEL_ADDED: 3, LEVEL_STRONG: 4 };

function air(channel: ChannelView): readonly ThingFunction[] {
  const found = SUBSTANCES.filter(([parameter]) => tells(channel, parameter)).map(([parameter, substance]) => ({
    substance,
    ...measuredIn(channel, parameter),
  }));
  if (found.length > 0) {
    const clusters = [
      airQuality(found.map(({ substance, read }) => [substance, read] as const)),
      ...found.map(({ substance, read }) => concentration(substance, read)),
    ];
    return [
      functionOf(
        'air',
        'AirQualitySensor',
        clusters,
        found.flatMap(({ inputs }) => inputs),
      ),
    ];
  }
  const options = optionsOf(channel, 'STATE');
  if (!tells(channel, 'STATE') || !options.includes('LEVEL_STRONG')) return [];
  const of = pointRef(channel, 'STATE');
  const cluster = airQualityOf((values) => LEVELS[options[finite(values.value(of)) ?? -1] ?? '']);
  return [functionOf('air', 'AirQualitySensor', [cluster], [of])];
}

/** Brightness in steps of a sensor's own is no illuminance. */
const LUX = ['ILLUMINATION', 'CURRENT_ILLUMINATION', 'LUX', 'AVERAGE_ILLUMINATION'];

/** Functions of the sensors of a channel. The maintenance channel has the state of the battery. */
export function functionsOfSensor(
  channel: ChannelView,
  maintenance: ChannelView | undefined,
): readonly ThingFunction[] {
  return [
    ...contact(channel),
    ...occupancy(channel),
    ...smoke(channel, maintenance),
    ...monoxide(channel, maintenance),
    ...water(channel),
    ...rain(channel),
    ...air(channel),
    ...measured(
      channel,
      'temperature',
      'TemperatureSensor',
      ['ACTUAL_TEMPERATURE', 'TEMPERATURE'],
      temperatureMeasurement,
    ),
    ...measured(channel, 'humidity', 'HumiditySensor', ['HUMIDITY', 'ACTUAL_HUMIDITY'], humidityMeasurement),
    ...measured(channel, 'pressure', 'PressureSensor', ['AIR_PRESSURE'], pressureMeasurement),
    ...measured(channel, 'illuminance', 'LightSensor', LUX, illuminanceMeasurement),
  ];
}
