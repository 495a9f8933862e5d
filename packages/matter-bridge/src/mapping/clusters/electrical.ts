import { finite } from '../numbers.js';
import type { ClusterPlan, DataPointRef, ValueReader } from '../plan.js';
import { cluster } from './cluster.js';

/** Values of a meter, all in the units of a CCU: W, V, mA, Hz, Wh. */
export interface Metered {
  readonly power: DataPointRef | undefined;
  readonly voltage: DataPointRef | undefined;
  readonly current: DataPointRef | undefined;
  readonly frequency: DataPointRef | undefined;
  readonly energy: DataPointRef | undefined;
}

const VOLTAGE = 1;
const CURRENT = 2;
const POWER = 5;
const FREQUENCY = 11;
const ENERGY = 14;

/** Larger than any value of an installation, and exact as a number: some hundred gigawatt hours in milliwatt hours. */
const MOST = 1e14;

/** The value in thousandths of its unit; undefined for a value that is no number or too large. */
function thousandths(values: ValueReader, of: DataPointRef | undefined, factor: number): number | undefined {
  const value = of === undefined ? undefined : finite(values.value(of));
  if (value === undefined) return undefined;
  const scaled = Math.round(value * factor);
  return Math.abs(scaled) > MOST ? undefined : scaled + 0;
}

/** Declared accuracy of the sensors: two percent, in hundredths. */
const PERCENT_MAX = 200;

const accuracyOf = (measurementType: number, most: number) => ({
  measurementType,
  measured: true,
  minMeasuredValue: -most,
  maxMeasuredValue: most,
  accuracyRanges: [{ rangeMin: -most, rangeMax: most, percentMax: PERCENT_MAX }],
});

/** Power, voltage, current and frequency of alternating current, in thousandths. */
export function powerMeasurement({ power, voltage, current, frequency }: Metered): ClusterPlan {
  const accuracy = [
    accuracyOf(POWER, 50_000_000),
    ...(voltage === undefined ? [] : [accuracyOf(VOLTAGE, 500_000)]),
    ...(current === undefined ? [] : [accuracyOf(CURRENT, 200_000)]),
    ...(frequency === undefined ? [] : [accuracyOf(FREQUENCY, 100_000)]),
  ];
  return cluster('ElectricalPowerMeasurement', {
    features: ['AlternatingCurrent'],
    fixed: { powerMode: 2, numberOfMeasurementTypes: accuracy.length, accuracy },
    initial: {
      activePower: null,
      ...(voltage === undefined ? {} : { voltage: null }),
      ...(current === undefined ? {} : { activeCurrent: null }),
      ...(frequency === undefined ? {} : { frequency: null }),
    },
    attributes: (values) => ({
      activePower: thousandths(values, power, 1000),
      voltage: thousandths(values, voltage, 1000),
      // A CCU reports milliampere already.
      activeCurrent: thousandths(values, current, 1),
      frequency: hertz(thousandths(values, frequency, 1000)),
    }),
  });
}

/** Matter's frequencies reach from 0 to 1000 Hz. */
const hertz = (value: number | undefined): number | undefined =>
  value === undefined || value < 0 || value > 1_000_000 ? undefined : value;

/** Consumption since the meter counts, in milliwatt hours. */
export function energyMeasurement({ energy }: Metered): ClusterPlan {
  return cluster('ElectricalEnergyMeasurement', {
    features: ['ImportedEnergy', 'CumulativeEnergy'],
    fixed: {
      accuracy: {
        ...accuracyOf(ENERGY, MOST),
        minMeasuredValue: 0,
        accuracyRanges: [{ rangeMin: 0, rangeMax: MOST, percentMax: PERCENT_MAX }],
      },
    },
    initial: { cumulativeEnergyImported: null },
    attributes(values) {
      const counted = thousandths(values, energy, 1000);
      return counted === undefined || counted < 0 ? {} : { cumulativeEnergyImported: { energy: counted } };
    },
  });
}

/** The measurement covers this endpoint and those below it. */
export const powerTopology = (): ClusterPlan => cluster('PowerTopology', { features: ['TreeTopology'] });
