import { BIDCOS_MODULE } from '../rpc/methods/radio.js';
import { bool, text } from '../wire/typed-value.js';
import { type FaultsContext, include } from './context.js';
import type { Faults } from './types.js';

type Names =
  | 'refuseWrites'
  | 'refuseDescriptions'
  | 'unknownDevice'
  | 'swallowWrites'
  | 'bareReplacements'
  | 'unreachable'
  | 'asleep';

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
    bareReplacements(on) {
      switches.bareReplacements = on;
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

const MODULE_EVERY_MS = 15_000;

/** Faults of the radio modules. */
export function radioFaults(
  context: FaultsContext,
): Pick<Faults, 'dutyCycle' | 'countAirtime' | 'carrierSense' | 'radioModuleGone'> {
  const { switches, state, processes, timers, closed } = context;

  function tellModule(): void {
    const params = [text(BIDCOS_MODULE), text('CONNECTED'), bool(!switches.moduleGone)];
    processes.get('BidCos-RF')?.callbacks.tell({ method: 'event', params });
  }

  function tellWhileGone(): void {
    if (!switches.moduleGone || closed()) return;
    tellModule();
    timers.after(MODULE_EVERY_MS, tellWhileGone);
  }

  return {
    dutyCycle(percent) {
      switches.dutyCycle = percent;
      for (const device of state.registry.all('HmIP-RF')) {
        const maintenance = `${device.description.ADDRESS}:0`;
        if (state.describe(maintenance).DUTY_CYCLE_LEVEL === undefined) continue;
        state.speak({ channelAddress: maintenance, parameter: 'DUTY_CYCLE_LEVEL', value: percent });
      }
    },
    countAirtime(on) {
      switches.countsAirtime = on;
    },
    carrierSense(percent) {
      switches.carrierSense = percent;
    },
    radioModuleGone(on) {
      const was = switches.moduleGone;
      switches.moduleGone = on;
      if (on && !was) tellWhileGone();
      else if (was && !on) tellModule();
    },
  };
}
