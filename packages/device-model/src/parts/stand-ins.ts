import { buildCalculated } from '../calculated/calculated.js';
import { isStandIn, missingOf, teamOf } from '../model/stand-in.js';
import type { CentralRecord } from '../model/state.js';

/** Devices that stand for others, and those that calculate from them, may come in pieces of any order. */
export function settleStandIns(central: CentralRecord): void {
  central.standIns = new Set([...central.devices.values()].filter(isStandIn));
  for (const device of central.standIns) device.missing = missingOf(device);
  for (const device of central.devices.values()) {
    if (![...device.channels.values()].some((channel) => teamOf(channel) !== undefined)) continue;
    buildCalculated(device);
    for (const calculated of device.calculated) calculated.value ??= calculated.compute();
  }
}
