import { isCcuError } from '../model/errors.js';
import type { DeviceDescription } from '../model/model.js';
import type { InterfaceRpc } from '../rpc/rpc.js';

/**
 * Names that a server of another maker has for its devices, as the member `NAME` of their descriptions. What does not stand
 * there already is asked for as the metadatum of that name, which is how Homegear keeps it.
 */
export interface ToldNames {
  addTo(list: readonly DeviceDescription[], signal: AbortSignal): Promise<readonly DeviceDescription[]>;
}

const NAME = 'NAME';
const MAX_NAME = 256;

export function createToldNames(rpc: Pick<InterfaceRpc, 'call'>): ToldNames {
  let isAsked = true;

  async function nameOf(address: string, signal: AbortSignal): Promise<string | undefined> {
    if (!isAsked) return undefined;
    try {
      const answer = await rpc.call('getMetadata', [address, NAME], { signal, probe: true });
      return typeof answer === 'string' && answer.trim() !== '' ? answer.trim().slice(0, MAX_NAME) : undefined;
    } catch (error) {
      if (!isCcuError(error)) throw error;
      // A device without a name is refused; where the method is missing, no other device needs to be asked.
      if (error.code === 'unsupported') isAsked = false;
      else if (error.code !== 'fault') throw error;
      return undefined;
    }
  }

  return {
    async addTo(list, signal) {
      const named: DeviceDescription[] = [];
      for (const entry of list) {
        const isUnnamed = !entry.ADDRESS.includes(':') && (entry.NAME === undefined || entry.NAME === '');
        const name = isUnnamed ? await nameOf(entry.ADDRESS, signal) : undefined;
        named.push(name === undefined ? entry : { ...entry, NAME: name });
      }
      return named;
    },
  };
}
