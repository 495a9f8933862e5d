import { parseAddress } from '../model/address.js';
import type { CentralRecord } from '../model/state.js';

/** The device a variable or program belongs to. */
export interface Owner {
  readonly channel: string;
  readonly device_address: string;
}

const ADDRESS_IN_NAME = /\*?[0-9A-Za-z-]{10,14}:\d{1,3}/g;

/** A sign before an address may belong to it, as that of a team does, or to the name. */
const orWithoutSign = (text: string): readonly string[] => (text.startsWith('*') ? [text, text.slice(1)] : [text]);

/** By the assignment people made in the CCU, else by the address of a known channel in the name. */
export function ownerOf(central: CentralRecord, name: string, assigned = ''): Owner | undefined {
  for (const candidate of [assigned, ...(name.match(ADDRESS_IN_NAME) ?? []).flatMap(orWithoutSign)]) {
    const parsed = parseAddress(candidate);
    if (parsed?.channel === undefined) continue;
    if (candidate === assigned || central.devices.get(parsed.device)?.channels.has(parsed.channel)) {
      return { channel: candidate, device_address: parsed.device };
    }
  }
  return undefined;
}
