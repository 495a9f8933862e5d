import type {
  AlarmConfig,
  CodeConfig,
  OutputConfig,
  Point,
  PointValue,
  SensorConfig,
  ZoneConfig,
} from '../model/config.js';
import { pointKey } from '../model/state.js';

/** A configuration with its indexes. */
export interface Plan {
  readonly config: AlarmConfig;
  readonly zones: ReadonlyMap<string, ZoneConfig>;
  readonly sensors: ReadonlyMap<string, { readonly zone: ZoneConfig; readonly sensor: SensorConfig }>;
  readonly outputs: ReadonlyMap<string, { readonly zone: ZoneConfig; readonly output: OutputConfig }>;
  readonly codes: ReadonlyMap<string, CodeConfig>;
  /** Sensors that read a data point, by `pointKey`. */
  readonly sensorsOf: (point: Point) => readonly SensorConfig[];
  /** Codes bound to a data point. */
  readonly codesOf: (point: Point) => readonly CodeConfig[];
  /** Centrals that the sensors of each zone need. */
  readonly centralsOf: (zone: string) => readonly string[];
}

const NONE: readonly never[] = [];

/**
 * Indexes a configuration for `step`. The configuration must have passed `faultsOf`.
 * @example
 * const plan = planOf({ zones: [], codes: [] });
 */
export function planOf(config: AlarmConfig): Plan {
  const { zones, codes } = config;
  const sensorsByPoint = new Map<string, SensorConfig[]>();
  const codesByPoint = new Map<string, CodeConfig[]>();
  const centrals = new Map<string, readonly string[]>();
  for (const zone of zones) {
    for (const sensor of zone.sensors) addTo(sensorsByPoint, pointKey(sensor.point), sensor);
    centrals.set(zone.id, [...new Set(zone.sensors.map(({ point }) => point.central))]);
  }
  for (const code of codes) if (code.binding !== undefined) addTo(codesByPoint, pointKey(code.binding.point), code);
  return {
    config,
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    sensors: new Map(zones.flatMap((zone) => zone.sensors.map((sensor) => [sensor.id, { zone, sensor }]))),
    outputs: new Map(zones.flatMap((zone) => zone.outputs.map((output) => [output.id, { zone, output }]))),
    codes: new Map(codes.map((code) => [code.id, code])),
    sensorsOf: (point) => sensorsByPoint.get(pointKey(point)) ?? NONE,
    codesOf: (point) => codesByPoint.get(pointKey(point)) ?? NONE,
    centralsOf: (zone) => centrals.get(zone) ?? NONE,
  };
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/**
 * True for a value at which a sensor is active.
 * @example
 * isActiveValue({ activeValues: [1, 2] }, 2); // true
 */
export function isActiveValue({ activeValues }: Pick<SensorConfig, 'activeValues'>, value: PointValue): boolean {
  if (activeValues.length > 0) return activeValues.includes(value);
  return value === true || (typeof value === 'number' && value > 0);
}
