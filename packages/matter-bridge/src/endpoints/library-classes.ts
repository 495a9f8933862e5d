import type { Behavior, EndpointType } from '@matter/main';
import { AirQualityServer } from '@matter/main/behaviors/air-quality';
import { BooleanStateServer } from '@matter/main/behaviors/boolean-state';
import { CarbonDioxideConcentrationMeasurementServer } from '@matter/main/behaviors/carbon-dioxide-concentration-measurement';
import { ColorControlBehavior } from '@matter/main/behaviors/color-control';
import { DoorLockBehavior } from '@matter/main/behaviors/door-lock';
import { ElectricalEnergyMeasurementServer } from '@matter/main/behaviors/electrical-energy-measurement';
import { ElectricalPowerMeasurementServer } from '@matter/main/behaviors/electrical-power-measurement';
import { IlluminanceMeasurementServer } from '@matter/main/behaviors/illuminance-measurement';
import { LevelControlBehavior } from '@matter/main/behaviors/level-control';
import { OccupancySensingServer } from '@matter/main/behaviors/occupancy-sensing';
import { OnOffBehavior } from '@matter/main/behaviors/on-off';
import { Pm1ConcentrationMeasurementServer } from '@matter/main/behaviors/pm1-concentration-measurement';
import { Pm10ConcentrationMeasurementServer } from '@matter/main/behaviors/pm10-concentration-measurement';
import { Pm25ConcentrationMeasurementServer } from '@matter/main/behaviors/pm25-concentration-measurement';
import { PowerSourceServer } from '@matter/main/behaviors/power-source';
import { PowerTopologyServer } from '@matter/main/behaviors/power-topology';
import { PressureMeasurementServer } from '@matter/main/behaviors/pressure-measurement';
import { RelativeHumidityMeasurementServer } from '@matter/main/behaviors/relative-humidity-measurement';
import { SmokeCoAlarmServer } from '@matter/main/behaviors/smoke-co-alarm';
import { SwitchBehavior } from '@matter/main/behaviors/switch';
import { TemperatureMeasurementServer } from '@matter/main/behaviors/temperature-measurement';
import { ValveConfigurationAndControlServer } from '@matter/main/behaviors/valve-configuration-and-control';
import { WindowCoveringBehavior } from '@matter/main/behaviors/window-covering';
import { AirQualitySensorDevice } from '@matter/main/devices/air-quality-sensor';
import { ColorTemperatureLightDevice } from '@matter/main/devices/color-temperature-light';
import { ContactSensorDevice } from '@matter/main/devices/contact-sensor';
import { DimmableLightDevice } from '@matter/main/devices/dimmable-light';
import { DoorLockDevice } from '@matter/main/devices/door-lock';
import { ExtendedColorLightDevice } from '@matter/main/devices/extended-color-light';
import { GenericSwitchDevice } from '@matter/main/devices/generic-switch';
import { HumiditySensorDevice } from '@matter/main/devices/humidity-sensor';
import { LightSensorDevice } from '@matter/main/devices/light-sensor';
import { OccupancySensorDevice } from '@matter/main/devices/occupancy-sensor';
import { OnOffLightDevice } from '@matter/main/devices/on-off-light';
import { OnOffPlugInUnitDevice } from '@matter/main/devices/on-off-plug-in-unit';
import { PressureSensorDevice } from '@matter/main/devices/pressure-sensor';
import { RainSensorDevice } from '@matter/main/devices/rain-sensor';
import { SmokeCoAlarmDevice } from '@matter/main/devices/smoke-co-alarm';
import { TemperatureSensorDevice } from '@matter/main/devices/temperature-sensor';
import { ThermostatDevice } from '@matter/main/devices/thermostat';
import { WaterLeakDetectorDevice } from '@matter/main/devices/water-leak-detector';
import { WaterValveDevice } from '@matter/main/devices/water-valve';
import { WindowCoveringDevice } from '@matter/main/devices/window-covering';
import { BridgedNodeEndpoint } from '@matter/main/endpoints/bridged-node';
import { type DeviceType, isUtility, type MainType } from '../mapping/device-types.js';

/** As far as this package uses the class of a behavior; the library makes them when the program runs. */
export interface BehaviorClass extends Behavior.Type {
  readonly id: string;
  with(...features: readonly string[]): BehaviorClass;
}

interface DeviceClass {
  with(...behaviors: readonly Behavior.Type[]): EndpointType;
}

/** Device types used by plans, and no others: every loaded class of the library takes memory. */
const DEVICES = {
  AirQualitySensor: AirQualitySensorDevice,
  ColorTemperatureLight: ColorTemperatureLightDevice,
  ContactSensor: ContactSensorDevice,
  DimmableLight: DimmableLightDevice,
  DoorLock: DoorLockDevice,
  ExtendedColorLight: ExtendedColorLightDevice,
  GenericSwitch: GenericSwitchDevice,
  HumiditySensor: HumiditySensorDevice,
  LightSensor: LightSensorDevice,
  OccupancySensor: OccupancySensorDevice,
  OnOffLight: OnOffLightDevice,
  OnOffPlugInUnit: OnOffPlugInUnitDevice,
  PressureSensor: PressureSensorDevice,
  RainSensor: RainSensorDevice,
  SmokeCoAlarm: SmokeCoAlarmDevice,
  TemperatureSensor: TemperatureSensorDevice,
  Thermostat: ThermostatDevice,
  WaterLeakDetector: WaterLeakDetectorDevice,
  WaterValve: WaterValveDevice,
  WindowCovering: WindowCoveringDevice,
  BridgedNode: BridgedNodeEndpoint,
} satisfies Readonly<Record<MainType, object>>;

/**
 * Implementations of the first ones act by themselves, such as counting a level up, which is the task of the CCU. They
 * are used bare.
 */
const BEHAVIORS = {
  ColorControl: ColorControlBehavior,
  DoorLock: DoorLockBehavior,
  LevelControl: LevelControlBehavior,
  OnOff: OnOffBehavior,
  Switch: SwitchBehavior,
  WindowCovering: WindowCoveringBehavior,
  AirQuality: AirQualityServer,
  BooleanState: BooleanStateServer,
  CarbonDioxideConcentrationMeasurement: CarbonDioxideConcentrationMeasurementServer,
  ElectricalEnergyMeasurement: ElectricalEnergyMeasurementServer,
  ElectricalPowerMeasurement: ElectricalPowerMeasurementServer,
  IlluminanceMeasurement: IlluminanceMeasurementServer,
  OccupancySensing: OccupancySensingServer,
  Pm10ConcentrationMeasurement: Pm10ConcentrationMeasurementServer,
  Pm1ConcentrationMeasurement: Pm1ConcentrationMeasurementServer,
  Pm25ConcentrationMeasurement: Pm25ConcentrationMeasurementServer,
  PowerSource: PowerSourceServer,
  PowerTopology: PowerTopologyServer,
  PressureMeasurement: PressureMeasurementServer,
  RelativeHumidityMeasurement: RelativeHumidityMeasurementServer,
  SmokeCoAlarm: SmokeCoAlarmServer,
  TemperatureMeasurement: TemperatureMeasurementServer,
  ValveConfigurationAndControl: ValveConfigurationAndControlServer,
};

/** @throws Error for a type that never stands alone */
export function deviceNamed(name: DeviceType): DeviceClass {
  if (isUtility(name)) throw new Error(`An endpoint cannot begin with the Matter device type ${name}`);
  // Each is of this shape; the library declares the arguments of `with` by literal types, and plans are made at run
  // time.
  return (DEVICES as unknown as Readonly<Record<MainType, DeviceClass>>)[name];
}

/** @throws Error for a name that plans do not have */
export function behaviorNamed(name: string): BehaviorClass {
  // As above: features are literals for the library, and words of a plan here.
  const found = (BEHAVIORS as unknown as Readonly<Record<string, BehaviorClass | undefined>>)[name];
  if (found === undefined) throw new Error(`There is no Matter cluster ${name}`);
  return found;
}
