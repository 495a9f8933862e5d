import { BIDCOS_MODULE } from '../rpc/methods/radio.js';
import { bool, text } from '../wire/typed-value.js';
import type { FaultsContext } from './context.js';
import type { Faults } from './types.js';

const MODULE_EVERY_MS = 15_000;

/** Faults of the radio modules. */
export function radioFaults(context: FaultsContext): Pick<Faults, 'dutyCycle' | 'carrierSense' | 'radioModuleGone'> {
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
