import type { InterfaceName } from '../house/types.js';

/** The state of everything that can be wrong; every wire looks here. */
export interface FaultSwitches {
  readonly droppedCallbacks: Set<InterfaceName>;
  duplicateEvents: boolean;
  slowMs: number;
  halfOpen: boolean;
  garbage: boolean;
  sessionsExhausted: boolean;
  clockOffsetMs: number;
  dutyCycle: number;
  carrierSense: number;
  refuseAllWrites: boolean;
  readonly refusedDevices: Set<string>;
  /** Methods and scripts that fail, with how many calls still succeed before. */
  readonly refusedCalls: Map<string, number>;
  swallowWrites: boolean;
  /** Nobody may run scripts, neither over JSON-RPC nor on the script port. */
  refuseScripts: boolean;
  /** Sleeping devices, with what they will do when they wake. */
  readonly asleep: Map<string, (() => void)[]>;
  /** Nothing of the CCU runs. */
  down: boolean;
  /** Simulated clock time until which the CCU boots. */
  bootingUntil: number;
}

export function createSwitches(): FaultSwitches {
  return {
    droppedCallbacks: new Set(),
    duplicateEvents: false,
    slowMs: 0,
    halfOpen: false,
    garbage: false,
    sessionsExhausted: false,
    clockOffsetMs: 0,
    dutyCycle: 4,
    carrierSense: 2,
    refuseAllWrites: false,
    refusedDevices: new Set(),
    refusedCalls: new Map(),
    swallowWrites: false,
    refuseScripts: false,
    asleep: new Map(),
    down: false,
    bootingUntil: 0,
  };
}

export function clearSwitches(switches: FaultSwitches): void {
  switches.droppedCallbacks.clear();
  switches.refusedDevices.clear();
  switches.refusedCalls.clear();
  switches.asleep.clear();
  const { droppedCallbacks, refusedDevices, refusedCalls, asleep, down, ...rest } = createSwitches();
  Object.assign(switches, rest);
}

/** Whether this call of a method or script is to fail; counts it otherwise. */
export function refusesCall({ refusedCalls }: FaultSwitches, name: string): boolean {
  const passing = refusedCalls.get(name);
  if (passing === undefined) return false;
  if (passing > 0) refusedCalls.set(name, passing - 1);
  return passing === 0;
}
