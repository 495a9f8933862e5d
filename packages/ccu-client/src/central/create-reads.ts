import type { InterfaceConnection } from '../connection/interface-connection-model.js';
import { CcuError } from '../model/errors.js';
import type { InterfaceName, WireValue } from '../model/model.js';
import { isStruct } from '../rpc/descriptions.js';
import type { CcuCalls } from './ccu-model.js';

const READ = 1;

/** Reading values and paramsets of an interface. */
export function createReads(
  connection: (name: InterfaceName) => InterfaceConnection,
  signal?: AbortSignal,
): Pick<CcuCalls, 'getValue' | 'getParamset' | 'getParamsetDescription'> {
  function known(interfaceName: InterfaceName, address: string) {
    const { inventory, catalogue } = connection(interfaceName);
    const found = inventory.find(address);
    if (found === undefined) throw new CcuError('not_found', 'that device is not known', { interfaceName });
    return { ...found, catalogue };
  }

  /** For interfaces that cannot give VALUES as a whole. */
  async function oneByOne(interfaceName: InterfaceName, address: string): Promise<Readonly<Record<string, WireValue>>> {
    const { device, entry, catalogue } = known(interfaceName, address);
    const description = await catalogue.one(device, entry, 'VALUES', signal);
    const values: Record<string, WireValue> = {};
    for (const [parameter, { OPERATIONS }] of Object.entries(description)) {
      if ((OPERATIONS & READ) === 0) continue;
      values[parameter] = await connection(interfaceName).rpc.call('getValue', [address, parameter], { signal });
    }
    return values;
  }

  return {
    getValue: async (interfaceName, channelAddress, parameter) =>
      await connection(interfaceName).rpc.call('getValue', [channelAddress, parameter], { signal }),
    async getParamset(interfaceName, address, paramset) {
      const { profile, rpc } = connection(interfaceName);
      if (paramset === 'VALUES' && !profile.valuesParamset) return await oneByOne(interfaceName, address);
      const answer = await rpc.call('getParamset', [address, paramset], { signal });
      return isStruct(answer) ? answer : {};
    },
    async getParamsetDescription(interfaceName, address, paramsetKey) {
      const { device, entry, catalogue } = known(interfaceName, address);
      return await catalogue.one(device, entry, paramsetKey, signal);
    },
  };
}
