import type { InterfaceName, WireValue } from '../house/types.js';
import { can, OPERATION } from '../live/defaults.js';
import type { SimulatorOptions } from '../options.js';
import { startSimulator } from '../simulator.js';
import type { Simulator } from '../types.js';

/** Options of a simulated CCU without daily life. */
export type QuietSimulatorOptions = Omit<SimulatorOptions, 'life'>;

/**
 * A simulated CCU in which nothing happens unless the test makes it happen.
 *
 * @example
 * await using ccu = await startQuietSimulator();
 * ccu.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 21.5);
 */
export async function startQuietSimulator(options: QuietSimulatorOptions = {}): Promise<Simulator & AsyncDisposable> {
  const simulator = await startSimulator({ ...options, life: false });
  return Object.defineProperties({} as Simulator & AsyncDisposable, {
    ...Object.getOwnPropertyDescriptors(simulator),
    [Symbol.asyncDispose]: { value: () => simulator.close() },
  });
}

/** One readable data point with the value that is true right now. */
export interface TruthEntry {
  readonly interfaceName: InterfaceName;
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: WireValue;
}

/**
 * Every readable value of every accepted device that was ever set: the required state of a client that missed nothing.
 *
 * @example
 * for (const { channelAddress, parameter, value } of truth(ccu, 'HmIP-RF')) {
 *   expect(client.value(channelAddress, parameter)).toEqual(value);
 * }
 */
export function truth({ house }: Simulator, interfaceName?: InterfaceName): readonly TruthEntry[] {
  return house.devices(interfaceName).flatMap((device) =>
    !device.ready
      ? []
      : device.channels.flatMap(({ description: { ADDRESS } }) => {
          const described = house.descriptions(ADDRESS).VALUES ?? {};
          return Object.entries(house.values(ADDRESS))
            .filter(
              ([parameter, { setAt }]) =>
                setAt > 0 && can(described[parameter] ?? { TYPE: '', OPERATIONS: 0 }, OPERATION.read),
            )
            .map(([parameter, { value }]) => ({
              interfaceName: device.interfaceName,
              channelAddress: ADDRESS,
              parameter,
              value,
            }));
        }),
  );
}
