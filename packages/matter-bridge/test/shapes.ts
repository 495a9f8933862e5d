import type { ClusterPlan, EndpointPlan, PartPlan } from '../src/index.js';

const clusterText = ({ name, features }: ClusterPlan): string =>
  features.length === 0 ? name : `${name}(${features.join(' ')})`;

const partText = ({ deviceTypes, clusters }: Pick<PartPlan, 'deviceTypes' | 'clusters'>): string =>
  `${deviceTypes.join('+')}: ${clusters.map(clusterText).join(' ')}`.trimEnd();

/** Device types, clusters and features of a plan and of its parts, as one text. */
export const shapeOf = (plan: EndpointPlan): string =>
  [partText(plan), ...plan.parts.map((part) => `${part.id} ${partText(part)}`)].join(' | ');

const BATTERY = '+PowerSource';
const POWER = ' PowerSource(Battery)';
const METER =
  'PowerTopology(TreeTopology) ElectricalPowerMeasurement(AlternatingCurrent) ElectricalEnergyMeasurement(ImportedEnergy CumulativeEnergy)';
const LIGHT = 'OnOff(Lighting) LevelControl(OnOff Lighting)';
const KEYS = 'MomentarySwitch MomentarySwitchRelease MomentarySwitchLongPress MomentarySwitchMultiPress';
const TEMPERATURE = 'temperature TemperatureSensor: TemperatureMeasurement';
const HUMIDITY = 'humidity HumiditySensor: RelativeHumidityMeasurement';
const LUX = 'illuminance LightSensor: IlluminanceMeasurement';
const RAIN = 'rain RainSensor: BooleanState(ChangeEvent)';
const NODE = 'BridgedNode:';
const BATTERY_NODE = `BridgedNode${BATTERY}:${POWER}`;
const HEATING = 'thermostat Thermostat: Thermostat(Heating)';

/** What each kind of thing is for Matter, by the name that the table of types calls it. */
export const SHAPES: Readonly<Record<string, string>> = {
  plug: 'OnOffPlugInUnit: OnOff(Lighting)',
  'plug with battery': `OnOffPlugInUnit${BATTERY}: OnOff(Lighting)${POWER}`,
  'plug with meter': `OnOffPlugInUnit+ElectricalSensor: OnOff(Lighting) ${METER}`,
  'meter of power and energy': `BridgedNode+ElectricalSensor${BATTERY}: ${METER}${POWER}`,
  'meter of power': `BridgedNode+ElectricalSensor${BATTERY}: PowerTopology(TreeTopology) ElectricalPowerMeasurement(AlternatingCurrent)${POWER}`,
  'meter of energy': `BridgedNode+ElectricalSensor${BATTERY}: PowerTopology(TreeTopology) ElectricalEnergyMeasurement(ImportedEnergy CumulativeEnergy)${POWER}`,
  dimmer: `DimmableLight: ${LIGHT}`,
  'colour light': `ExtendedColorLight: ${LIGHT} ColorControl(HueSaturation Xy ColorTemperature)`,
  'colour light with battery': `ExtendedColorLight${BATTERY}: ${LIGHT} ColorControl(HueSaturation Xy ColorTemperature)${POWER}`,
  shutter: 'WindowCovering: WindowCovering(Lift PositionAwareLift)',
  'shutter with battery': `WindowCovering${BATTERY}: WindowCovering(Lift PositionAwareLift)${POWER}`,
  blind: 'WindowCovering: WindowCovering(Lift PositionAwareLift Tilt PositionAwareTilt)',
  'thermostat with battery': `Thermostat${BATTERY}: Thermostat(Heating)${POWER}`,
  'thermostat, humidity': `${NODE} | ${HEATING} | ${HUMIDITY}`,
  'thermostat, humidity with battery': `${BATTERY_NODE} | ${HEATING} | ${HUMIDITY}`,
  lock: `DoorLock${BATTERY}: DoorLock(Unbolting)${POWER}`,
  button: `GenericSwitch: Switch(${KEYS})`,
  'button with battery': `GenericSwitch${BATTERY}: Switch(${KEYS})${POWER}`,
  contact: 'ContactSensor: BooleanState(ChangeEvent)',
  'contact with battery': `ContactSensor${BATTERY}: BooleanState(ChangeEvent)${POWER}`,
  'motion with battery': `OccupancySensor${BATTERY}: OccupancySensing(PassiveInfrared)${POWER}`,
  'motion, light with battery': `${BATTERY_NODE} | occupancy OccupancySensor: OccupancySensing(PassiveInfrared) | ${LUX}`,
  'light sensor with battery': `LightSensor${BATTERY}: IlluminanceMeasurement${POWER}`,
  'smoke alarm with battery': `SmokeCoAlarm${BATTERY}: SmokeCoAlarm(SmokeAlarm)${POWER}`,
  'leak with battery': `WaterLeakDetector${BATTERY}: BooleanState(ChangeEvent)${POWER}`,
  'temperature, humidity with battery': `${BATTERY_NODE} | ${TEMPERATURE} | ${HUMIDITY}`,
  'rain, temperature, humidity with battery': `${BATTERY_NODE} | ${RAIN} | ${TEMPERATURE} | ${HUMIDITY}`,
  'rain, temperature, humidity, light with battery': `${BATTERY_NODE} | ${RAIN} | ${TEMPERATURE} | ${HUMIDITY} | ${LUX}`,
};
