import { truth } from '../numbers.js';
import type { ClusterPlan, DataPointRef, ValueReader } from '../plan.js';
import { cluster } from './cluster.js';

/** Sources of an alarm. */
export interface Alarm {
  readonly senses: 'smoke' | 'co';
  /** State of the alarm: its own, one of another detector, or none. */
  readonly state: (values: ValueReader) => 'own' | 'other' | 'none' | undefined;
  readonly lowBattery: readonly DataPointRef[];
  /** Anything but 0 or false is a fault. */
  readonly faults: readonly DataPointRef[];
}

const NORMAL = 0;
const WARNING = 1;
const CRITICAL = 2;

const EXPRESSED = { smoke: 1, co: 2, battery: 3, fault: 5, otherSmoke: 7, otherCo: 8 } as const;

/** True when one of several is true; undefined when none was ever reported. */
function oneOf(values: ValueReader, points: readonly DataPointRef[]): boolean | undefined {
  const answers = points.map((each) => {
    const value = values.value(each);
    return typeof value === 'number' && Number.isFinite(value) ? value !== 0 : truth(value);
  });
  return answers.every((answer) => answer === undefined) ? undefined : answers.includes(true);
}

function expressed(senses: Alarm['senses'], state: string, isLow: boolean, isFaulty: boolean): number {
  if (state === 'own') return EXPRESSED[senses];
  if (state === 'other') return senses === 'smoke' ? EXPRESSED.otherSmoke : EXPRESSED.otherCo;
  if (isFaulty) return EXPRESSED.fault;
  return isLow ? EXPRESSED.battery : NORMAL;
}

/** Detector of smoke or carbon monoxide. A burglary alarm that uses its siren is no smoke. */
export function smokeCoAlarm(alarm: Alarm): ClusterPlan {
  const isSmoke = alarm.senses === 'smoke';
  return cluster('SmokeCoAlarm', {
    features: [isSmoke ? 'SmokeAlarm' : 'CoAlarm'],
    fixed: { testInProgress: false, endOfServiceAlert: NORMAL },
    initial: {
      expressedState: NORMAL,
      [isSmoke ? 'smokeState' : 'coState']: NORMAL,
      [isSmoke ? 'interconnectSmokeAlarm' : 'interconnectCoAlarm']: NORMAL,
      batteryAlert: NORMAL,
      hardwareFaultAlert: false,
    },
    attributes(values) {
      const state = alarm.state(values);
      const low = oneOf(values, alarm.lowBattery);
      const faulty = oneOf(values, alarm.faults);
      return {
        ...(state === undefined
          ? {}
          : {
              expressedState: expressed(alarm.senses, state, low === true, faulty === true),
              [isSmoke ? 'smokeState' : 'coState']: state === 'own' ? CRITICAL : NORMAL,
              [isSmoke ? 'interconnectSmokeAlarm' : 'interconnectCoAlarm']: state === 'other' ? CRITICAL : NORMAL,
            }),
        ...(low === undefined ? {} : { batteryAlert: low ? WARNING : NORMAL }),
        ...(faulty === undefined ? {} : { hardwareFaultAlert: faulty }),
      };
    },
  });
}
