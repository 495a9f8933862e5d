import { numberIn, truth } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef } from '../plan.js';
import { cluster, operation, stateOf } from './cluster.js';

const CLOSED = 0;
const OPEN = 1;

/** A valve that is open or closed, or open for a time. */
export function valveControl(of: CustomDataPointRef, hasTimer: boolean): ClusterPlan {
  return cluster('ValveConfigurationAndControl', {
    fixed: { openDuration: null, defaultOpenDuration: null, remainingDuration: null },
    initial: { currentState: null, targetState: null },
    attributes(values) {
      const open = truth(stateOf(values, of).is_open);
      const state = open === undefined ? undefined : open ? OPEN : CLOSED;
      return { currentState: state, targetState: state };
    },
    commands: {
      open(args) {
        const seconds = hasTimer ? numberIn(args, 'openDuration', 1, 65_534) : undefined;
        return operation(of, 'open', seconds === undefined ? {} : { on_time: seconds });
      },
      close: () => operation(of, 'close'),
    },
  });
}
