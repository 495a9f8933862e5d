import type { InterfaceName } from '../house/types.js';
import type { ProductJob } from '../product/product.js';
import type { Timers } from './time.js';

/** State of all faults; every port and process reads it. */
export interface FaultSwitches {
  readonly droppedCallbacks: Set<InterfaceName>;
  /** Interfaces that take calls and never answer. */
  readonly droppedCalls: Set<InterfaceName>;
  /** Interfaces with lost answers to pings; other events arrive. */
  readonly lostPongs: Set<InterfaceName>;
  /** How many deliveries of an interface are lost one by one from now on. */
  readonly lostDeliveries: Map<InterfaceName, { left: number }>;
  /** How late deliveries are. */
  callbackDelayMs: number;
  duplicateEvents: boolean;
  slowMs: number;
  halfOpen: boolean;
  garbage: boolean;
  sessionsExhausted: boolean;
  /** Sessions that ended otherwise than usual: the CCU answers "Session expired" to their calls. */
  readonly expiredSessions: Set<string>;
  /** Serial number in the answers of the script port, when another CCU is behind it. */
  foreignSerial: string | undefined;
  clockOffsetMs: number;
  dutyCycle: number;
  /** Every frame counts: the duty cycle is `dutyCycle` and the frames of the last hour. */
  countsAirtime: boolean;
  carrierSense: number;
  refuseAllWrites: boolean;
  readonly refusedDevices: Set<string>;
  /** Devices and channels that are listed, but have no descriptions. */
  readonly refusedDescriptions: Set<string>;
  /** Devices that the logic layer does not have, although their interface does. */
  readonly unknownDevices: Set<string>;
  /** Methods and scripts that fail: how many calls still succeed before, and how many fail then. */
  readonly refusedCalls: Map<string, { passing: number; failing: number }>;
  /** Interfaces without a daemon behind their port; `listed` keeps them in the list of the CCU. */
  readonly deadBackends: Map<InterfaceName, { readonly listed: boolean }>;
  swallowWrites: boolean;
  /** A replacement takes over neither configuration nor links. */
  bareReplacements: boolean;
  /** Outcome of background jobs of the CCU's system. */
  readonly jobs: Map<ProductJob, 'fail' | 'hang'>;
  /** The web server hands out no files that such work has written. */
  withholdFiles: boolean;
  /** The web server puts the page of an error behind a complete backup. */
  pageBehindBackup: boolean;
  /** No account may run scripts, neither over JSON-RPC nor on the script port. */
  refuseScripts: boolean;
  /** The logic layer does not run; the interfaces and the web server do. */
  logicLayerAway: boolean;
  /** The logic layer hangs, and for how long each time; undefined while it does not. */
  logicLayerFrozenMs: number | undefined;
  /** Calls that wait for a hanging logic layer. */
  readonly frozenCalls: Set<() => void>;
  /** Scripts end before their end, as where a session is half dead. */
  mutilateScripts: boolean;
  /** Sleeping devices, with their work at the next wake-up. */
  readonly asleep: Map<string, (() => void)[]>;
  /** The BidCos radio module does not answer. */
  moduleGone: boolean;
  /** Nothing of the CCU runs. */
  down: boolean;
  /** Simulated clock time until which the CCU boots. */
  bootingUntil: number;
}

export function createSwitches(): FaultSwitches {
  return {
    droppedCallbacks: new Set(),
    droppedCalls: new Set(),
    lostPongs: new Set(),
    lostDeliveries: new Map(),
    callbackDelayMs: 0,
    duplicateEvents: false,
    slowMs: 0,
    halfOpen: false,
    garbage: false,
    sessionsExhausted: false,
    expiredSessions: new Set(),
    foreignSerial: undefined,
    clockOffsetMs: 0,
    dutyCycle: 4,
    countsAirtime: false,
    carrierSense: 2,
    refuseAllWrites: false,
    refusedDevices: new Set(),
    refusedDescriptions: new Set(),
    unknownDevices: new Set(),
    refusedCalls: new Map(),
    deadBackends: new Map(),
    swallowWrites: false,
    bareReplacements: false,
    jobs: new Map(),
    withholdFiles: false,
    pageBehindBackup: false,
    refuseScripts: false,
    mutilateScripts: false,
    logicLayerAway: false,
    logicLayerFrozenMs: undefined,
    frozenCalls: new Set(),
    asleep: new Map(),
    moduleGone: false,
    down: false,
    bootingUntil: 0,
  };
}

/** Ends every fault but that nothing runs: the ports that were closed for it open by themselves. */
export function clearSwitches(switches: FaultSwitches): void {
  const { down, ...initial } = createSwitches();
  for (const held of Object.values(switches)) if (held instanceof Set || held instanceof Map) held.clear();
  const plain = Object.entries(initial).filter(([, value]) => !(value instanceof Set || value instanceof Map));
  Object.assign(switches, Object.fromEntries(plain));
}

/** Waits while the logic layer hangs; waiting calls are answered late. */
export async function untilLogicLayerAnswers(switches: FaultSwitches, timers: Timers): Promise<void> {
  const { logicLayerFrozenMs: heldMs, frozenCalls } = switches;
  if (heldMs === undefined) return;
  await new Promise<void>((resolve) => {
    let cancel = () => {};
    const goOn = () => {
      frozenCalls.delete(goOn);
      cancel();
      resolve();
    };
    frozenCalls.add(goOn);
    if (Number.isFinite(heldMs)) cancel = timers.after(heldMs, goOn);
  });
}

/** Answers the calls that waited for the logic layer. */
export function thawLogicLayer(switches: FaultSwitches): void {
  switches.logicLayerFrozenMs = undefined;
  for (const goOn of [...switches.frozenCalls]) goOn();
}

/** True when this call of a method or script must fail; counts it otherwise. */
export function refusesCall({ refusedCalls }: Pick<FaultSwitches, 'refusedCalls'>, name: string): boolean {
  const refused = refusedCalls.get(name);
  if (refused === undefined) return false;
  if (refused.passing > 0) {
    refused.passing -= 1;
    return false;
  }
  refused.failing -= 1;
  if (refused.failing <= 0) refusedCalls.delete(name);
  return true;
}
