import { deviceOf } from '../model/address.js';
import { isCcuError } from '../model/errors.js';
import type { CcuEvent, DeviceDescription, InterfaceName, WireValue } from '../model/model.js';
import type { DescriptionCache, Now } from '../model/ports.js';
import { readDeviceList, readDevicesInSlices } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { turn } from '../time/system.js';
import { DeviceList, forEachInSlices, type ToldNames } from './device-list.js';
import type { DescribedParamsets, ParamsetCatalogue, Refusals } from './paramsets.js';

/** Some whole devices, with the paramset descriptions of their entries by address. */
interface DescribedDevices {
  readonly devices: readonly DeviceDescription[];
  readonly paramsets: Readonly<Record<string, DescribedParamsets>>;
}

/** Devices at a time: an installation becomes visible piece by piece instead of after minutes. */
const BATCH_DEVICES = 50;

/** Finds the paramset descriptions of these devices and channels. */
async function* describeInBatches(
  list: readonly DeviceDescription[],
  known: Pick<DeviceList, 'get'>,
  catalogue: Pick<ParamsetCatalogue, 'describe'>,
  signal: AbortSignal,
): AsyncGenerator<DescribedDevices> {
  const all = [...(await byDevice(list))];
  for (let from = 0; from < all.length; from += BATCH_DEVICES) {
    const batch = all.slice(from, from + BATCH_DEVICES);
    const pairs = batch.flatMap(([address, group]) => {
      const device = known.get(address) ?? group[0]!;
      return group.map((entry) => [device, entry] as const);
    });
    yield { devices: pairs.map(([, entry]) => entry), paramsets: await catalogue.describe(pairs, signal) };
  }
}

async function byDevice(
  list: readonly DeviceDescription[],
): Promise<ReadonlyMap<string, readonly DeviceDescription[]>> {
  const groups = new Map<string, DeviceDescription[]>();
  await forEachInSlices(list, turn, (entry) => {
    const device = deviceOf(entry.ADDRESS);
    const group = groups.get(device);
    if (group === undefined) groups.set(device, [entry]);
    else group.push(entry);
  });
  return groups;
}

/** Asks the CCU for the description of one device and of its channels; nothing where it refuses the device. */
async function readDevice(
  rpc: Pick<InterfaceRpc, 'call'>,
  refusals: Pick<Refusals, 'add' | 'granted'>,
  address: string,
  signal: AbortSignal,
): Promise<readonly DeviceDescription[]> {
  const [device] = await readDescription(rpc, refusals, address, signal);
  if (device === undefined) return [];
  const entries = [device];
  for (const child of device.CHILDREN ?? []) entries.push(...(await readDescription(rpc, refusals, child, signal)));
  return entries;
}

async function readDescription(
  rpc: Pick<InterfaceRpc, 'call'>,
  refusals: Pick<Refusals, 'add' | 'granted'>,
  address: string,
  signal: AbortSignal,
): Promise<readonly DeviceDescription[]> {
  try {
    const answer = await rpc.call('getDeviceDescription', [address], { signal });
    refusals.granted(address, 'device');
    return readDeviceList([answer]);
  } catch (error) {
    if (!isCcuError(error) || (error.code !== 'fault' && error.code !== 'unsupported')) throw error;
    // A server that has no description of single devices refuses none of them.
    if (error.code === 'fault') refusals.add(address, 'device');
    return [];
  }
}

type Described = Extract<CcuEvent, { type: 'devices_described' }>;

/** Announces the devices of an interface. */
interface DeviceNews {
  /**
   * Takes whole devices into the list, finds their descriptions and announces them. `isAgain`: they were paired once more, so
   * that they count as added although they are known.
   */
  describe(
    list: readonly DeviceDescription[],
    how: { readonly source: Described['source']; readonly isAgain?: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  removed(addresses: readonly string[]): void;
  /** There was nothing to describe. Announced once at most: an interface without devices is known then too. */
  nothing(complete: boolean): void;
}

interface DeviceNewsDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly catalogue: Pick<ParamsetCatalogue, 'describe'>;
  readonly refusals: Refusals;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
  /** Devices or channels became known that were not remembered. */
  readonly onAdded: () => void;
  /** An entry is left out: it is no description, or the interface has more devices than any radio module knows. */
  readonly onLeftOut?: (address: WireValue | undefined) => void;
}

function createDeviceNews(deps: DeviceNewsDeps, known: DeviceList): DeviceNews {
  const { central, interfaceName, catalogue, refusals, now, emit, onLeftOut } = deps;
  let isAnnounced = false;

  function announce(news: Pick<Described, 'source' | 'complete' | 'devices' | 'paramsets' | 'added'>): void {
    isAnnounced = true;
    emit({ type: 'devices_described', central, interfaceName, at: now(), ...news });
  }

  return {
    async describe(list, { source, isAgain = false }, signal) {
      const { added: unknown, refused } = await known.put(list, turn);
      for (const address of refused) onLeftOut?.(address);
      const kept = refused.size === 0 ? list : list.filter(({ ADDRESS }) => !refused.has(ADDRESS));
      const isAdded = (address: string) => isAgain || unknown.has(address);
      try {
        for await (const described of describeInBatches(kept, known, catalogue, signal)) {
          // Devices from the cache were added in an earlier run.
          const added = source === 'CACHE' ? [] : described.devices.map(({ ADDRESS }) => ADDRESS).filter(isAdded);
          announce({ source, complete: false, ...described, ...(added.length === 0 ? {} : { added }) });
          if (added.length > 0) deps.onAdded();
          await turn();
        }
      } finally {
        refusals.tell();
      }
    },
    removed(addresses) {
      if (addresses.length > 0) emit({ type: 'devices_removed', central, interfaceName, at: now(), addresses });
    },
    nothing(complete) {
      if (!isAnnounced) announce({ source: 'REFRESH', complete, devices: [], paramsets: {} });
    },
  };
}

/** Holds the devices of one interface and announces new, changed and removed ones. */
export interface Inventory {
  /** Announces the devices that the cache holds from the last run. Requests only descriptions that the cache lacks. */
  recall(signal: AbortSignal): Promise<void>;
  /** Compares with the CCU's own list. */
  refresh(signal: AbortSignal): Promise<void>;
  /** Takes descriptions that the CCU sent by itself. */
  take(list: readonly DeviceDescription[], signal: AbortSignal): Promise<void>;
  remove(addresses: readonly string[]): Promise<void>;
  /**
   * Reads these devices and their paramset descriptions again: a CCU reports a change after a firmware update, but also when a
   * description changed under the same firmware. A device that cannot be read now is read at the next `refresh`. `isAgain`: the
   * devices were paired once more.
   */
  reread(addresses: readonly string[], signal: AbortSignal, isAgain?: boolean): Promise<void>;
  find(address: string): { readonly device: DeviceDescription; readonly entry: DeviceDescription } | undefined;
  list(): readonly DeviceDescription[];
}

interface InventoryDeps extends DeviceNewsDeps {
  readonly cache: DescriptionCache;
  readonly catalogue: ParamsetCatalogue;
  readonly rpc: InterfaceRpc;
  readonly listTimeoutMs: number;
  /** A list lacked a device that is known: the next one decides whether it is gone. */
  readonly onMissing?: () => void;
  readonly complain: (event: string, message: string) => void;
  /** Present for a server that has names of its own. */
  readonly toldNames?: ToldNames;
}

/** Addresses that are removed in one turn. */
const REMOVED_AT_ONCE = 500;

/** Runs `run` for each slice, with a turn for other work between them. Returns the sum of the results. */
async function forEachSlice(addresses: readonly string[], run: (some: readonly string[]) => number): Promise<number> {
  let sum = 0;
  for (let at = 0; at < addresses.length; at += REMOVED_AT_ONCE) {
    if (at > 0) await turn();
    sum += run(addresses.slice(at, at + REMOVED_AT_ONCE));
  }
  return sum;
}

export function createInventory(deps: InventoryDeps): Inventory {
  const scope = { central: deps.central, interfaceName: deps.interfaceName };
  const known = new DeviceList();
  const news = createDeviceNews(deps, known);
  const rereading = createRereading(deps, async (entries, isAgain, signal) => {
    await news.describe(await named(entries, signal), { source: 'REFRESH', isAgain }, signal);
    await save();
  });

  const named = async (list: readonly DeviceDescription[], signal: AbortSignal) =>
    (await deps.toldNames?.addTo(list, signal)) ?? list;

  async function save(): Promise<void> {
    try {
      await deps.cache.saveDevices(scope, known.all());
    } catch {
      deps.complain('cache.failed', 'the description cache cannot be written');
    }
  }

  function drop(addresses: readonly string[]): number {
    deps.refusals.forget(addresses);
    const gone = known.remove(addresses);
    news.removed(gone);
    return gone.length;
  }

  return {
    async recall(signal) {
      try {
        const list = await deps.cache.loadDevices(scope);
        if (list !== undefined && list.length > 0) await news.describe(readKept(list), { source: 'CACHE' }, signal);
      } catch {
        deps.complain('cache.failed', 'the description cache cannot be read');
      }
    },
    async refresh(signal) {
      const answer = await deps.rpc.call('listDevices', [], { timeoutMs: deps.listTimeoutMs, signal, probe: true });
      const list = await named(await readDevicesInSlices(answer, turn, deps.onLeftOut), signal);
      await turn();
      await rereading.catchUp(signal);
      const changed = await known.changedIn(list, turn);
      if (changed.length > 0) await news.describe(changed, { source: 'REFRESH' }, signal);
      const gone = await forEachSlice(await known.goneIn(list, turn), drop);
      if (changed.length > 0 || gone > 0) await save();
      if (known.hasMissing()) deps.onMissing?.();
      news.nothing(list.length === 0);
    },
    async take(list, signal) {
      const changed = await known.changedIn(await named(list, signal), turn);
      if (changed.length === 0) return;
      await news.describe(changed, { source: 'NEW' }, signal);
      await save();
    },
    async remove(addresses) {
      if ((await forEachSlice(addresses, drop)) > 0) await save();
    },
    reread: rereading.reread,
    find(address) {
      const [entry, device] = [known.get(address), known.get(deviceOf(address))];
      return entry === undefined || device === undefined ? undefined : { entry, device };
    },
    list: () => known.all(),
  };
}

/** Reads devices again, and keeps those that could not be read for later. */
function createRereading(
  { rpc, refusals, catalogue }: Pick<InventoryDeps, 'rpc' | 'refusals' | 'catalogue'>,
  describe: (entries: readonly DeviceDescription[], isAgain: boolean | undefined, signal: AbortSignal) => Promise<void>,
) {
  /** True for devices that were paired once more. */
  const stale = new Map<string, boolean>();

  async function readAgain(address: string, signal: AbortSignal): Promise<void> {
    const entries = await readDevice(rpc, refusals, address, signal);
    refusals.tell();
    if (entries.length > 0) {
      await catalogue.renew(entries[0]!, entries, signal);
      await describe(entries, stale.get(address), signal);
    }
    stale.delete(address);
  }

  return {
    async reread(addresses: readonly string[], signal: AbortSignal, isAgain = false): Promise<void> {
      const devices = new Set(addresses.map(deviceOf));
      for (const each of devices) stale.set(each, isAgain || stale.get(each) === true);
      for (const address of devices) await readAgain(address, signal);
    },
    /** Those that could not be read before. */
    async catchUp(signal: AbortSignal): Promise<void> {
      for (const address of [...stale.keys()]) await readAgain(address, signal);
    },
  };
}

/** Reads a cached list like an answer of a CCU, because it deserves no more trust. */
const readKept = (list: readonly DeviceDescription[]) => readDeviceList(list as unknown as WireValue);
