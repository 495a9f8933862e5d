import { fieldsOf, numberIn, truth } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef, ValueReader } from '../plan.js';
import { badArgument, cluster, NOTHING, operation, refused, stateOf } from './cluster.js';

/** Switched data point with its operations. */
export interface Switched {
  readonly of: CustomDataPointRef;
  readonly on: string;
  readonly off: string;
  /** Member of the state for on and off. */
  readonly state: string;
  /** True for a light: switching on a light that is on would change its brightness. */
  readonly isLight: boolean;
  /** The longest time in seconds after which it switches itself off; absent where it does not. */
  readonly timer: number | undefined;
}

/** Tenths of a second. */
const LONGEST = 65_534;

const isOn = (values: ValueReader, { of, state }: Switched): boolean | undefined => truth(stateOf(values, of)[state]);

/** On and off, with the commands to switch. */
export function onOff(switched: Switched): ClusterPlan {
  const { of, isLight, timer } = switched;
  const off = () => operation(of, switched.off);
  const on = (_args: unknown, values: ValueReader) =>
    isLight && isOn(values, switched) === true ? NOTHING : operation(of, switched.on);
  return cluster('OnOff', {
    features: ['Lighting'],
    attributes: (values) => ({ onOff: isOn(values, switched) }),
    commands: {
      on,
      off,
      toggle: (args, values) => (isOn(values, switched) === true ? off() : on(args, values)),
      offWithEffect: off,
      onWithRecallGlobalScene: on,
      onWithTimedOff(args, values) {
        if (timer === undefined) return refused('unsupported', 'it does not switch itself off after a time');
        const tenths = numberIn(args, 'onTime', 0, LONGEST);
        if (tenths === undefined || tenths / 10 > timer) return badArgument('onTime');
        const control = fieldsOf(fieldsOf(args).onOffControl);
        if (control.acceptOnlyWhenOn === true && isOn(values, switched) !== true) return NOTHING;
        return operation(of, switched.on, tenths === 0 ? {} : { on_time: tenths / 10 });
      },
    },
  });
}
