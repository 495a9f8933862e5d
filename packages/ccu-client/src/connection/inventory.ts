import { deviceOf } from '../model/address.js';
import type { DeviceDescription, WireValue } from '../model/model.js';
import type { DescriptionCache } from '../model/ports.js';
import { readDeviceList, readDevicesInSlices } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { turn } from '../time/system.js';
import { readDevice } from './describe-devices.js';
import { DeviceList } from './device-list.js';
import { createDeviceNews, type DeviceNewsDeps } from './device-news.js';
import type { ParamsetCatalogue } from './paramsets.js';
import type { ToldNames } from './told-names.js';

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
   * description changed under the same firmware. What cannot be read now is read at the next `refresh`. `isAgain`: they were
   * paired once more.
   */
  reread(addresses: readonly string[], signal: AbortSignal, isAgain?: boolean): Promise<void>;
  find(address: string): { readonly device: DeviceDescription; readonly entry: DeviceDescription } | undefined;
  list(): readonly DeviceDescription[];
}

export interface InventoryDeps extends DeviceNewsDeps {
  readonly cache: DescriptionCache;
  readonly catalogue: ParamsetCatalogue;
  readonly rpc: InterfaceRpc;
  readonly listTimeoutMs: number;
  /** A list of the CCU had an entry that is no description. */
  readonly onLeftOut?: (address: WireValue | undefined) => void;
  /** A list lacked a device that is known: the next one decides whether it is gone. */
  readonly onMissing?: () => void;
  readonly complain: (event: string, message: string) => void;
  /** Of a server that has names of its own. */
  readonly toldNames?: ToldNames;
}

/** Addresses that are removed in one turn. */
const REMOVED_AT_ONCE = 500;

/** With a turn for the others between them. Answers the sum of the answers. */
async function forEachSlice(addresses: readonly string[], run: (some: readonly string[]) => number): Promise<number> {
  let sum = 0;
  for (let at = 0; at < addresses.length; at += REMOVED_AT_ONCE) {
    if (at > 0) await turn();
    sum += run(addresses.slice(at, at + REMOVED_AT_ONCE));
  }
  return sum;
}

export function createInventory(deps: InventoryDeps): Inventory {
  const { catalogue } = deps;
  const scope = { central: deps.central, interfaceName: deps.interfaceName };
  const known = new DeviceList();
  /** Devices to be read again, and whether they were paired once more. */
  const stale = new Map<string, boolean>();
  const news = createDeviceNews(deps, known);

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

  async function readAgain(address: string, signal: AbortSignal): Promise<void> {
    const entries = await readDevice(deps.rpc, deps.refusals, address, signal);
    deps.refusals.tell();
    if (entries.length > 0) {
      await catalogue.renew(entries[0]!, entries, signal);
      const how = { source: 'REFRESH', isAgain: stale.get(address) } as const;
      await news.describe(await named(entries, signal), how, signal);
      await save();
    }
    stale.delete(address);
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
      for (const address of [...stale.keys()]) await readAgain(address, signal);
      const changed = await known.changedIn(list, turn);
      if (changed.length > 0) await news.describe(changed, { source: 'REFRESH' }, signal);
      const gone = await forEachSlice(known.goneIn(list), drop);
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
    async reread(addresses, signal, isAgain = false) {
      const devices = new Set(addresses.map(deviceOf));
      for (const each of devices) stale.set(each, isAgain || stale.get(each) === true);
      for (const address of devices) await readAgain(address, signal);
    },
    find(address) {
      const [entry, device] = [known.get(address), known.get(deviceOf(address))];
      return entry === undefined || device === undefined ? undefined : { entry, device };
    },
    list: () => known.all(),
  };
}

/** What was kept is as little to be trusted as what a CCU says: it is read like an answer. */
const readKept = (list: readonly DeviceDescription[]) => readDeviceList(list as unknown as WireValue);
