import { fieldsOf, numberIn, truth } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef } from '../plan.js';
import { badArgument, cluster, operation, refused, stateOf, staysAs } from './cluster.js';

const CLOSED = 0;
const OPEN = 1;

/** A valve that is open or closed, or open for a time of at most so many seconds. */
export function valveControl(of: CustomDataPointRef, timer: number | undefined): ClusterPlan {
  return cluster('ValveConfigurationAndControl', {
    fixed: { openDuration: null, defaultOpenDuration: null, remainingDuration: null },
    initial: { currentState: null, targetState: null },
    attributes(values) {
      const open = truth(stateOf(values, of).is_open);
      const state = open === undefined ? undefined : open ? OPEN : CLOSED;
      return { currentState: state, targetState: state };
    },
    writable: { defaultOpenDuration: staysAs('defaultOpenDuration', null) },
    commands: {
      open(args) {
        const { openDuration } = fieldsOf(args);
        // Without a duration, or with none, it stays open.
        if (openDuration === undefined || openDuration === null) return operation(of, 'open');
        if (timer === undefined) return refused('unsupported', 'it does not close itself after a time');
        const seconds = numberIn(args, 'openDuration', 1, timer);
        return seconds === undefined ? badArgument('openDuration') : operation(of, 'open', { on_time: seconds });
      },
      close: () => operation(of, 'close'),
    },
  });
}
