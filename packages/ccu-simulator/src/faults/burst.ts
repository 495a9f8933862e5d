import { pick } from '../environment/random.js';
import type { InterfaceName } from '../house/types.js';
import { can, isState, OPERATION } from '../live/defaults.js';
import type { SimulatedHouse } from '../live/house.js';
import { nextValue } from '../live/vary.js';
import type { FaultsContext } from './context.js';

/** This many value events at once, spread over all devices. Returns how many were emitted. */
export function burst({ state, random }: FaultsContext, count: number, interfaceName?: InterfaceName): number {
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
