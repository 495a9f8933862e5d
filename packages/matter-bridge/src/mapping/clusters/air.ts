import { finite } from '../numbers.js';
import type { ClusterPlan, ValueReader } from '../plan.js';
import { cluster } from './cluster.js';
import type { Read } from './measurements.js';

/** From which concentration on air is worse than good: fair, moderate, poor, very poor, extremely poor. */
type Thresholds = readonly [number, number, number, number, number];

/** Carbon dioxide in ppm, along the classes for rooms of EN 16798-1 and the perception of people beyond. */
const CO2: Thresholds = [800, 1000, 1400, 2000, 5000];
/** Fine dust in µg/m³, along the hourly classes of the European air quality index. */
const PM25: Thresholds = [10, 20, 25, 50, 75];
const PM10: Thresholds = [20, 40, 50, 100, 150];

const GOOD = 1;

/** Measured substance. */
export type Substance = 'co2' | 'pm1' | 'pm25' | 'pm10';

const FACTS: Readonly<
  Record<
    Substance,
    { readonly name: string; readonly unit: number; readonly most: number; readonly limits?: Thresholds }
  >
> = {
  co2: { name: 'CarbonDioxideConcentrationMeasurement', unit: 0, most: 40_000, limits: CO2 },
  pm1: { name: 'Pm1ConcentrationMeasurement', unit: 4, most: 1000 },
  pm25: { name: 'Pm25ConcentrationMeasurement', unit: 4, most: 1000, limits: PM25 },
  pm10: { name: 'Pm10ConcentrationMeasurement', unit: 4, most: 1000, limits: PM10 },
};

function concentrationOf(substance: Substance, raw: unknown): number | undefined {
  const value = finite(raw);
  return value === undefined || value < 0 || value > FACTS[substance].most ? undefined : value;
}

/** How much of something is in the air. */
export function concentration(substance: Substance, read: Read): ClusterPlan {
  const { name, unit, most } = FACTS[substance];
  return cluster(name, {
    features: ['NumericMeasurement'],
    fixed: { minMeasuredValue: 0, maxMeasuredValue: most, measurementUnit: unit, measurementMedium: 0 },
    initial: { measuredValue: null },
    attributes(values) {
      const raw = read(values);
      const value = concentrationOf(substance, raw);
      if (value !== undefined) return { measuredValue: value };
      return raw === null || (typeof raw === 'number' && !Number.isNaN(raw)) ? { measuredValue: null } : {};
    },
  });
}

const classOf = (value: number, limits: Thresholds): number => GOOD + limits.filter((limit) => value >= limit).length;

/** The worst measurement decides. */
export function airQuality(sources: readonly (readonly [Substance, Read])[]): ClusterPlan {
  return airQualityOf((values) => {
    const classes = sources.flatMap(([substance, read]) => {
      const { limits } = FACTS[substance];
      const value = concentrationOf(substance, read(values));
      return limits === undefined || value === undefined ? [] : [classOf(value, limits)];
    });
    return classes.length === 0 ? undefined : Math.max(...classes);
  });
}

/** Air quality as Matter's classes 1 good..6 extremely poor, from any source. */
export function airQualityOf(quality: (values: ValueReader) => number | undefined): ClusterPlan {
  return cluster('AirQuality', {
    features: ['Fair', 'Moderate', 'VeryPoor', 'ExtremelyPoor'],
    initial: { airQuality: 0 },
    attributes: (values) => ({ airQuality: quality(values) }),
  });
}
