import { deviceOf } from '../model/address.js';
import { isCcuError } from '../model/errors.js';
import type { DeviceDescription } from '../model/model.js';
import type { InterfaceRpc } from '../rpc/rpc.js';

/** A device that is missing from this many lists in a row is gone. One list may be cut short. */
const MISSING_LISTS = 2;
const SLICE_ENTRIES = 500;
/** Devices of an interface, and their entries with all channels. Real interfaces have a few hundred devices. */
export const MAX_DEVICES = 5_000;
export const MAX_ENTRIES = 100_000;

/** Gives other work its turn between slices of a long list. */
export type Turn = () => Promise<void>;

export async function forEachInSlices<Entry>(
  list: readonly Entry[],
  turn: Turn,
  run: (entry: Entry) => void,
): Promise<void> {
  for (const [index, entry] of list.entries()) {
    if (index > 0 && index % SLICE_ENTRIES === 0) await turn();
    run(entry);
  }
}

/** Known devices and channels of an interface. */
export class DeviceList {
  readonly #entries = new Map<string, DeviceDescription>();
  /** Addresses of a device and of its channels, by the device. */
  readonly #byDevice = new Map<string, Set<string>>();
  /** Number of lists in a row that lacked a device, by its address. */
  readonly #missing = new Map<string, number>();

  get(address: string): DeviceDescription | undefined {
    return this.#entries.get(address);
  }

  all(): readonly DeviceDescription[] {
    return [...this.#entries.values()];
  }

  /** Returns the addresses that were not known before, and those that a full list refused. */
  async put(
    list: readonly DeviceDescription[],
    turn: Turn,
  ): Promise<{ readonly added: ReadonlySet<string>; readonly refused: ReadonlySet<string> }> {
    const added = new Set<string>();
    const refused = new Set<string>();
    await forEachInSlices(list, turn, (entry) => {
      const { ADDRESS: address } = entry;
      if (!this.#entries.has(address)) (this.#hasRoomFor(address) ? added : refused).add(address);
      if (!refused.has(address)) this.#keep(entry);
    });
    return { added, refused };
  }

  #hasRoomFor(address: string): boolean {
    const hasDevice = this.#byDevice.has(deviceOf(address)) || this.#byDevice.size < MAX_DEVICES;
    return hasDevice && this.#entries.size < MAX_ENTRIES;
  }

  #keep(entry: DeviceDescription): void {
    this.#entries.set(entry.ADDRESS, entry);
    const device = deviceOf(entry.ADDRESS);
    const known = this.#byDevice.get(device);
    if (known === undefined) this.#byDevice.set(device, new Set([entry.ADDRESS]));
    else known.add(entry.ADDRESS);
  }

  /** Returns all entries of each listed device that differs from the known one. */
  async changedIn(list: readonly DeviceDescription[], turn: Turn): Promise<readonly DeviceDescription[]> {
    const changed = new Set<string>();
    await forEachInSlices(list, turn, (entry) => {
      const known = this.#entries.get(entry.ADDRESS);
      if (known === undefined || !sameDescription(known, entry)) changed.add(deviceOf(entry.ADDRESS));
    });
    const whole: DeviceDescription[] = [];
    await forEachInSlices(list, turn, (entry) => {
      if (changed.has(deviceOf(entry.ADDRESS))) whole.push(entry);
    });
    return whole;
  }

  /** Counts the devices that this list lacks, and returns those that were missing often enough. */
  async goneIn(list: readonly DeviceDescription[], turn: Turn): Promise<readonly string[]> {
    // An empty list is never believed while something is known.
    if (list.length === 0) return [];
    const listed = new Set<string>();
    await forEachInSlices(list, turn, ({ ADDRESS }) => void listed.add(ADDRESS));
    const gone: string[] = [];
    await forEachInSlices([...this.#entries.keys()], turn, (address) => {
      if (address.includes(':')) return;
      if (listed.has(address)) {
        this.#missing.delete(address);
        return;
      }
      const times = (this.#missing.get(address) ?? 0) + 1;
      this.#missing.set(address, times);
      if (times >= MISSING_LISTS) gone.push(address);
    });
    return gone;
  }

  /** True when the last list lacked a device that is still known. */
  hasMissing(): boolean {
    return this.#missing.size > 0;
  }

  /** Removes channels, and devices with their channels; returns the addresses that were known. */
  remove(addresses: readonly string[]): readonly string[] {
    const gone = new Set<string>();
    for (const address of addresses) {
      this.#missing.delete(address);
      if (this.#entries.has(address)) gone.add(address);
      if (!address.includes(':')) for (const known of this.#byDevice.get(address) ?? []) gone.add(known);
    }
    for (const address of gone) this.#forget(address);
    return [...gone];
  }

  #forget(address: string): void {
    this.#entries.delete(address);
    const device = deviceOf(address);
    const left = this.#byDevice.get(device);
    left?.delete(address);
    if (left?.size === 0) this.#byDevice.delete(device);
  }
}

/** True when all members are equal, in any order. */
function sameDescription(a: DeviceDescription, b: DeviceDescription): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => sameValue(a[key], b[key]));
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/**
 * Names that a server of another maker has for its devices, as the member `NAME` of their descriptions. A name that is missing
 * there is read as the metadatum `NAME`, where Homegear keeps it.
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
