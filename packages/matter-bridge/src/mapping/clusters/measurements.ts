import { hundredths, illuminanceOf } from '../convert.js';
import { finite, truth, whole } from '../numbers.js';
import type { ClusterPlan, DataPointRef, ValueReader } from '../plan.js';
import { cluster } from './cluster.js';

/** Measured value, with the data point for its validity. */
export interface Measured {
  readonly of: DataPointRef;
  /** Its `…_STATUS`: anything but 0 means that the value is none. */
  readonly status?: DataPointRef | undefined;
}

/** Where a measured value comes from: the one data point, or a member of a state that was read before. */
export type Read = (values: ValueReader) => unknown;

const isDoubtful = (values: ValueReader, status: DataPointRef | undefined): boolean =>
  status !== undefined && (finite(values.value(status)) ?? 0) !== 0;

export const readOf =
  ({ of, status }: Measured): Read =>
  (values) =>
    isDoubtful(values, status) ? null : values.value(of);

/**
 * A measured value on Matter's scale; undefined without a number. An impossible number, such as one outside of the
 * measurable range, is unknown, which is null for Matter.
 */
function measuredValue(read: Read, scale: (value: unknown) => number | undefined, values: ValueReader) {
  const raw = read(values);
  if (raw === null) return { measuredValue: null };
  const value = scale(raw);
  if (value !== undefined) return { measuredValue: value };
  return typeof raw === 'number' && !Number.isNaN(raw) ? { measuredValue: null } : {};
}

const measurement = (
  name: string,
  limits: readonly [min: number, max: number],
  scale: (value: unknown) => number | undefined,
  read: Read,
): ClusterPlan =>
  cluster(name, {
    fixed: { minMeasuredValue: limits[0], maxMeasuredValue: limits[1] },
    initial: { measuredValue: null },
    attributes: (values) => measuredValue(read, scale, values),
  });

/** Degrees Celsius that a sensor may report. */
const COLDEST = -50;
const HOTTEST = 125;

export const temperatureMeasurement = (read: Read): ClusterPlan =>
  measurement(
    'TemperatureMeasurement',
    [COLDEST * 100, HOTTEST * 100],
    (value) => hundredths(value, COLDEST, HOTTEST),
    read,
  );

export const humidityMeasurement = (read: Read): ClusterPlan =>
  measurement('RelativeHumidityMeasurement', [0, 10_000], (value) => hundredths(value, 0, 100), read);

/** One hectopascal is a tenth of a kilopascal, the unit of Matter. */
const LOWEST_PRESSURE = 300;
const HIGHEST_PRESSURE = 1200;

export const pressureMeasurement = (read: Read): ClusterPlan =>
  measurement(
    'PressureMeasurement',
    [LOWEST_PRESSURE, HIGHEST_PRESSURE],
    (value) => {
      const pressure = finite(value);
      if (pressure === undefined || pressure < LOWEST_PRESSURE || pressure > HIGHEST_PRESSURE) return undefined;
      return whole(pressure, LOWEST_PRESSURE, HIGHEST_PRESSURE);
    },
    read,
  );

export const illuminanceMeasurement = (read: Read): ClusterPlan =>
  measurement('IlluminanceMeasurement', [1, 65_534], illuminanceOf, read);

/** Boolean state of a sensor from any of its data points; Matter's contact is true while closed. */
export function booleanState(
  of: readonly DataPointRef[],
  isYes: (value: unknown) => boolean | undefined,
  inverted = false,
): ClusterPlan {
  return cluster('BooleanState', {
    features: ['ChangeEvent'],
    initial: { stateValue: inverted },
    attributes(values) {
      const answers = of.map((each) => isYes(values.value(each)));
      if (answers.every((answer) => answer === undefined)) return {};
      return { stateValue: answers.includes(true) !== inverted };
    },
  });
}

/** Occupancy of a room: by motion, or by presence. */
export function occupancySensing(of: DataPointRef): ClusterPlan {
  return cluster('OccupancySensing', {
    features: ['PassiveInfrared'],
    fixed: {
      occupancySensorType: 0,
      occupancySensorTypeBitmap: { pir: true, ultrasonic: false, physicalContact: false },
    },
    initial: { occupancy: { occupied: false } },
    attributes(values) {
      const occupied = truth(values.value(of));
      return occupied === undefined ? {} : { occupancy: { occupied } };
    },
  });
}
