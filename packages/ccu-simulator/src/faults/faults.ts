import { pick } from '../environment/random.js';
import { clearSwitches, thawLogicLayer } from '../environment/switches.js';
import type { InterfaceName } from '../house/types.js';
import { can, isState, OPERATION } from '../live/defaults.js';
import type { SimulatedHouse } from '../live/house.js';
import { nextValue } from '../live/vary.js';
import { connectionFaults } from './connection-faults.js';
import type { FaultsContext } from './context.js';
import { deviceFaults, radioFaults } from './device-faults.js';
import { hubFaults } from './hub-faults.js';
import { boot, createRestart } from './restart.js';
import type { Faults } from './types.js';

/** Makes the CCU misbehave. */
export function createFaults(context: FaultsContext): Faults {
  return {
    restart: createRestart(context),
    boot: (seconds) => boot(context, seconds),
    burst: (count, interfaceName) => burst(context, count, interfaceName),
    ...connectionFaults(context),
    ...hubFaults(context),
    ...radioFaults(context),
    ...deviceFaults(context),
    clear: () => clear(context),
  };
}

function clear({ switches, ports }: FaultsContext): void {
  const wasHalfOpen = switches.halfOpen;
  const waiting = [...switches.asleep.values()].flat();
  thawLogicLayer(switches);
  clearSwitches(switches);
  // Devices wake up after all faults have ended.
  for (const write of waiting) write();
  if (wasHalfOpen) for (const port of ports) port.cut();
}

/** This many value events at once, spread over all devices. Returns how many were emitted. */
function burst({ state, random }: FaultsContext, count: number, interfaceName?: InterfaceName): number {
  const speaking = points(state, interfaceName);
  if (speaking.length === 0) return 0;
  for (let made = 0; made < count; made += 1) {
    const { channelAddress, parameter, described } = pick(random, speaking);
    const current = state.store.value(channelAddress, parameter)?.value;
    state.speak({ channelAddress, parameter, value: nextValue(described, current, random) });
  }
  return count;
}

/** Data points that may report by themselves. */
function points(state: SimulatedHouse, interfaceName?: InterfaceName) {
  return state.registry.all(interfaceName).flatMap((device) =>
    device.channels.flatMap(({ description: { ADDRESS } }) =>
      Object.entries(state.describe(ADDRESS))
        .filter(
          ([, described]) =>
            can(described, OPERATION.event) && isState(described) && ((described.FLAGS ?? 0) & 8) === 0,
        )
        .map(([parameter, described]) => ({ channelAddress: ADDRESS, parameter, described })),
    ),
  );
}
