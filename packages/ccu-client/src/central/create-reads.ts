import type { InterfaceLink } from '../link/interface-link-model.js';
import { CcuError } from '../model/errors.js';
import type { InterfaceName, WireValue } from '../model/model.js';
import { isStruct } from '../rpc/descriptions.js';
import type { CcuCalls } from './ccu-model.js';

const READ = 1;

/** Reading values and paramsets of an interface. */
export function createReads(
  link: (name: InterfaceName) => InterfaceLink,
  signal?: AbortSignal,
): Pick<CcuCalls, 'getValue' | 'getParamset' | 'getParamsetDescription'> {
  function known(interfaceName: InterfaceName, address: string) {
    const { inventory, catalogue } = link(interfaceName);
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
      values[parameter] = await link(interfaceName).rpc.call('getValue', [address, parameter], { signal });
    }
    return values;
  }

  return {
    getValue: async (interfaceName, channelAddress, parameter) =>
      await link(interfaceName).rpc.call('getValue', [channelAddress, parameter], { signal }),
    async getParamset(interfaceName, address, paramset) {
      const { profile, rpc } = link(interfaceName);
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
