import { type FaultsContext, include } from './context.js';
import type { Faults } from './types.js';

type Names = 'refuseWrites' | 'refuseDescriptions' | 'unknownDevice' | 'swallowWrites' | 'unreachable' | 'asleep';

/** Faults of devices. */
export function deviceFaults({ switches, state }: FaultsContext): Pick<Faults, Names> {
  function wake(deviceAddress: string): void {
    const waiting = switches.asleep.get(deviceAddress) ?? [];
    switches.asleep.delete(deviceAddress);
    for (const write of waiting) write();
  }

  return {
    refuseWrites(on, deviceAddress) {
      if (deviceAddress === undefined) switches.refuseAllWrites = on;
      else include(switches.refusedDevices, deviceAddress, on);
    },
    refuseDescriptions: (on, address) => include(switches.refusedDescriptions, address, on),
    unknownDevice: (deviceAddress, on) => include(switches.unknownDevices, deviceAddress, on),
    swallowWrites(on) {
      switches.swallowWrites = on;
    },
    unreachable(deviceAddress, on) {
      include(switches.refusedDevices, deviceAddress, on);
      const channelAddress = `${deviceAddress}:0`;
      state.speak({ channelAddress, parameter: 'UNREACH', value: on });
      if (on) state.speak({ channelAddress, parameter: 'STICKY_UNREACH', value: true });
    },
    asleep(deviceAddress, on) {
      if (on) switches.asleep.set(deviceAddress, switches.asleep.get(deviceAddress) ?? []);
      else wake(deviceAddress);
    },
  };
}
