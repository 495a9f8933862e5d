import { isCcuError } from '../errors.js';
import type { CcuEvent, DeviceDescription, InterfaceName } from '../model.js';
import type { DescriptionCache, Now } from '../ports.js';
import { turn } from '../system.js';
import { deviceOf, readDeviceList } from './descriptions.js';
import type { DescribedParamsets, ParamsetCatalogue } from './paramsets.js';
import type { Refusals } from './refusals.js';
import type { InterfaceRpc } from './rpc.js';

/** Knows the devices of one interface and says what is new, changed or gone. */
export interface Inventory {
  /** Says what was known when the program last ran. No call at all. */
  recall(signal: AbortSignal): Promise<void>;
  /** Compares with the CCU's own list. */
  refresh(signal: AbortSignal): Promise<void>;
  /** Descriptions the CCU sent by itself. */
  take(list: readonly DeviceDescription[], signal: AbortSignal): Promise<void>;
  remove(addresses: readonly string[]): Promise<void>;
  /**
   * Reads these devices and their paramset descriptions again: a CCU says so after a firmware update, but also when a
   * description changed under the same firmware. What cannot be read now is read at the next `refresh`.
   */
  reread(addresses: readonly string[], signal: AbortSignal): Promise<void>;
  find(address: string): { readonly device: DeviceDescription; readonly entry: DeviceDescription } | undefined;
  list(): readonly DeviceDescription[];
}

type Source = Extract<CcuEvent, { type: 'devices_described' }>['source'];

/** Devices per event: a house becomes visible piece by piece instead of after minutes. */
const BATCH_DEVICES = 50;
/** A device that is missing from this many lists in a row is gone. One list may be cut short. */
const MISSING_LISTS = 2;

export function createInventory(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly cache: DescriptionCache;
  readonly catalogue: ParamsetCatalogue;
  readonly rpc: InterfaceRpc;
  readonly listTimeoutMs: number;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
  readonly complain: (event: string, message: string) => void;
  readonly refusals: Refusals;
}): Inventory {
  const { central, interfaceName, catalogue } = deps;
  const scope = { central, interfaceName };
  const entries = new Map<string, DeviceDescription>();
  const missing = new Map<string, number>();
  const stale = new Set<string>();
  let said = false;

  function groups(list: readonly DeviceDescription[]): ReadonlyMap<string, DeviceDescription[]> {
    const byDevice = new Map<string, DeviceDescription[]>();
    for (const entry of list) {
      const device = deviceOf(entry.ADDRESS);
      const group = byDevice.get(device);
      if (group === undefined) byDevice.set(device, [entry]);
      else group.push(entry);
    }
    return byDevice;
  }

  async function describe(list: readonly DeviceDescription[], source: Source, signal: AbortSignal): Promise<void> {
    try {
      await describeInBatches(list, source, signal);
    } finally {
      deps.refusals.tell();
    }
  }

  /** Describes whole devices and says them, in batches. */
  async function describeInBatches(
    list: readonly DeviceDescription[],
    source: Source,
    signal: AbortSignal,
  ): Promise<void> {
    for (const entry of list) entries.set(entry.ADDRESS, entry);
    const all = [...groups(list)];
    for (let from = 0; from < all.length; from += BATCH_DEVICES) {
      const batch = all.slice(from, from + BATCH_DEVICES);
      await catalogue.warm(
        batch.flatMap(([address, group]) => group.map((entry) => [entries.get(address) ?? entry, entry] as const)),
      );
      const paramsets: Record<string, DescribedParamsets> = {};
      for (const [address, group] of batch) {
        Object.assign(paramsets, await catalogue.describe(entries.get(address) ?? group[0]!, group, signal));
      }
      say(
        source,
        false,
        batch.flatMap(([, group]) => group),
        paramsets,
      );
      await turn();
    }
  }

  function say(
    source: Source,
    complete: boolean,
    devices: readonly DeviceDescription[],
    paramsets: Readonly<Record<string, DescribedParamsets>>,
  ): void {
    said = true;
    deps.emit({ type: 'devices_described', ...scope, at: deps.now(), source, complete, devices, paramsets });
  }

  async function save(): Promise<void> {
    try {
      await deps.cache.saveDevices(scope, [...entries.values()]);
    } catch {
      deps.complain('cache.failed', 'the description cache cannot be written');
    }
  }

  function forget(addresses: readonly string[]): readonly string[] {
    const gone: string[] = [];
    for (const address of addresses) {
      for (const known of [...entries.keys()]) {
        if (known === address || (deviceOf(known) === address && known !== address)) {
          entries.delete(known);
          if (!gone.includes(known)) gone.push(known);
        }
      }
      missing.delete(address);
    }
    deps.refusals.forget(addresses);
    return gone;
  }

  function sayRemoved(addresses: readonly string[]): void {
    if (addresses.length > 0) deps.emit({ type: 'devices_removed', ...scope, at: deps.now(), addresses });
  }

  /** Of a list: the whole devices in which anything differs from what is known. */
  function changedIn(list: readonly DeviceDescription[]): readonly DeviceDescription[] {
    const changed = new Set<string>();
    for (const entry of list) {
      const known = entries.get(entry.ADDRESS);
      if (known === undefined || !sameDescription(known, entry)) changed.add(deviceOf(entry.ADDRESS));
    }
    return list.filter((entry) => changed.has(deviceOf(entry.ADDRESS)));
  }

  /** Devices that were missing often enough. An empty list is never believed while something is known. */
  function goneIn(list: readonly DeviceDescription[]): readonly string[] {
    if (list.length === 0) return [];
    const listed = new Set(list.map((entry) => entry.ADDRESS));
    const gone: string[] = [];
    for (const address of entries.keys()) {
      if (address.includes(':')) continue;
      if (listed.has(address)) {
        missing.delete(address);
        continue;
      }
      const times = (missing.get(address) ?? 0) + 1;
      missing.set(address, times);
      if (times >= MISSING_LISTS) gone.push(address);
    }
    return gone;
  }

  async function describedBy(address: string, signal: AbortSignal): Promise<readonly DeviceDescription[]> {
    try {
      const answer = await deps.rpc.call('getDeviceDescription', [address], { signal });
      deps.refusals.granted(address, 'device');
      return readDeviceList([answer]);
    } catch (error) {
      if (!isCcuError(error) || (error.code !== 'fault' && error.code !== 'unsupported')) throw error;
      // A server that tells single devices to nobody refuses none of them.
      if (error.code === 'fault') deps.refusals.add(address, 'device');
      return [];
    }
  }

  async function readAgain(address: string, signal: AbortSignal): Promise<void> {
    const [device] = await describedBy(address, signal);
    if (device !== undefined) {
      const group = [device];
      for (const child of device.CHILDREN ?? []) group.push(...(await describedBy(child, signal)));
      deps.refusals.tell();
      await catalogue.renew(device, group, signal);
      await describe(group, 'REFRESH', signal);
      await save();
    }
    deps.refusals.tell();
    stale.delete(address);
  }

  return {
    async recall(signal) {
      try {
        const list = await deps.cache.loadDevices(scope);
        if (list !== undefined && list.length > 0) await describe(readDeviceList([...list] as never), 'CACHE', signal);
      } catch {
        deps.complain('cache.failed', 'the description cache cannot be read');
      }
    },
    async refresh(signal) {
      const list = readDeviceList(
        await deps.rpc.call('listDevices', [], { timeoutMs: deps.listTimeoutMs, signal, probe: true }),
      );
      await turn();
      for (const address of [...stale]) await readAgain(address, signal);
      const changed = changedIn(list);
      if (changed.length > 0) await describe(changed, 'REFRESH', signal);
      const gone = forget(goneIn(list));
      sayRemoved(gone);
      if (changed.length > 0 || gone.length > 0) await save();
      // An interface without devices must still be told to be loaded.
      if (!said) say('REFRESH', list.length === 0, [], {});
    },
    async take(list, signal) {
      const changed = changedIn(list);
      if (changed.length === 0) return;
      await describe(changed, 'NEW', signal);
      await save();
    },
    async remove(addresses) {
      const gone = forget(addresses);
      sayRemoved(gone);
      if (gone.length > 0) await save();
    },
    async reread(addresses, signal) {
      const devices = new Set(addresses.map(deviceOf));
      for (const address of devices) stale.add(address);
      for (const address of devices) await readAgain(address, signal);
    },
    find(address) {
      const entry = entries.get(address);
      const device = entries.get(deviceOf(address));
      return entry === undefined || device === undefined ? undefined : { entry, device };
    },
    list: () => [...entries.values()],
  };
}

/** Equal in every member; the order of members does not matter. */
function sameDescription(a: DeviceDescription, b: DeviceDescription): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => sameValue(a[key], b[key]));
}

function sameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
