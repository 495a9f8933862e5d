import { truth } from '../numbers.js';
import type { ClusterPlan, CustomDataPointRef, ValueReader } from '../plan.js';
import { cluster, operation, refused, stateOf, staysAs } from './cluster.js';

/** A lock. */
export interface Lock {
  readonly of: CustomDataPointRef;
  /** True when it also pulls the latch, and the system of the bridge distinguishes that from unlocking. */
  readonly unlatches: boolean;
}

const NOT_FULLY_LOCKED = 0;
const LOCKED = 1;
const UNLOCKED = 2;
/** The operating mode in which it is used as usual. */
const NORMAL = 0;

function lockState(values: ValueReader, { of }: Lock): number | undefined {
  const state = stateOf(values, of);
  if (truth(state.is_jammed) === true) return NOT_FULLY_LOCKED;
  // In motion it is neither, because its future state is not its current one.
  if (truth(state.is_locking) === true || truth(state.is_unlocking) === true) return NOT_FULLY_LOCKED;
  const locked = truth(state.is_locked);
  if (locked === undefined) return undefined;
  return locked ? LOCKED : UNLOCKED;
}

/**
 * Lock state, and the commands to lock and unlock. Codes are left to the system of the bridge: a Homematic lock has
 * none to check. Where the latch can be pulled, Matter's `UnlockDoor` pulls it and `UnboltDoor` does not.
 */
export function doorLock(lock: Lock): ClusterPlan {
  const { of, unlatches } = lock;
  const unlock = () => operation(of, 'unlock', {}, 'lock');
  return cluster('DoorLock', {
    features: unlatches ? ['Unbolting'] : [],
    fixed: {
      lockType: 0,
      actuatorEnabled: true,
      operatingMode: NORMAL,
      // Matter writes a mode that is supported as an unset bit.
      supportedOperatingModes: {
        normal: false,
        vacation: true,
        privacy: true,
        noRemoteLockUnlock: false,
        passage: true,
        alwaysSet: 2047,
      },
    },
    initial: { lockState: null },
    attributes: (values) => ({ lockState: lockState(values, lock) }),
    writable: { operatingMode: staysAs('operatingMode', NORMAL) },
    commands: {
      lockDoor: () => operation(of, 'lock', {}, 'lock'),
      unlockDoor: unlatches ? () => operation(of, 'open', {}, 'lock') : unlock,
      unlockWithTimeout: () => refused('unsupported', 'it does not lock itself again after a time'),
      ...(unlatches ? { unboltDoor: unlock } : {}),
    },
  });
}
