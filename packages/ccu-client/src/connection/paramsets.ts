import type { InterfaceProfile } from '../model/interfaces.js';
import type { DeviceDescription, InterfaceName, ParamsetDescription, ParamsetKey } from '../model/model.js';
import type { DescriptionCache, Now, Timers } from '../model/ports.js';
import { descriptionKey } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { createDescriptionCalls } from './description-calls.js';
import { createKnownDescriptions } from './known-descriptions.js';
import type { Refusals } from './refusals.js';

export type DescribedParamsets = Readonly<Partial<Record<ParamsetKey, ParamsetDescription>>>;

/** Finds paramset descriptions: in memory, in the cache, at last at the CCU, slowly and each only once. */
export interface ParamsetCatalogue {
  /** Descriptions of VALUES and MASTER of these entries (devices and channels of `device`), by address. */
  describe(
    device: DeviceDescription,
    entries: readonly DeviceDescription[],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, DescribedParamsets>>>;
  /** Asks the CCU for every description of these entries that is known by now, whatever is remembered. */
  renew(device: DeviceDescription, entries: readonly DeviceDescription[], signal: AbortSignal): Promise<void>;
  /** One description, e.g. of LINK. */
  one(
    device: DeviceDescription,
    entry: DeviceDescription,
    paramsetKey: ParamsetKey,
    signal?: AbortSignal,
  ): Promise<ParamsetDescription>;
  /** Reads the keys of many devices from the cache in one go. */
  warm(pairs: readonly (readonly [device: DeviceDescription, entry: DeviceDescription])[]): Promise<void>;
  /** Already in memory. */
  known(device: DeviceDescription, entry: DeviceDescription, paramsetKey: ParamsetKey): ParamsetDescription | undefined;
}

const EAGER: readonly ParamsetKey[] = ['VALUES', 'MASTER'];

export function createParamsetCatalogue(deps: {
  readonly interfaceName: InterfaceName;
  readonly profile: InterfaceProfile;
  readonly cache: DescriptionCache;
  readonly rpc: InterfaceRpc;
  readonly timers: Timers;
  readonly now: Now;
  /** Longest pause between two questions. */
  readonly gapMs: number;
  readonly complain: (event: string, message: string) => void;
  readonly refusals: Refusals;
}): ParamsetCatalogue {
  const known = createKnownDescriptions(deps.cache, deps.complain);
  const calls = createDescriptionCalls(deps);
  const keyOf = (device: DeviceDescription, entry: DeviceDescription, paramsetKey: ParamsetKey) =>
    descriptionKey({
      interfaceName: deps.interfaceName,
      device,
      entry,
      paramsetKey,
      shared: deps.profile.sharedDescriptions,
    });

  const eagerKeysOf = (device: DeviceDescription, entry: DeviceDescription) =>
    eagerParamsets(entry).map((paramsetKey) => keyOf(device, entry, paramsetKey));

  function fetch(key: string, address: string, paramsetKey: ParamsetKey, signal: AbortSignal) {
    return calls.askSlowly(address, paramsetKey, signal, (description) => known.keep(key, description));
  }

  return {
    async renew(device, entries, signal) {
      const remembered = entries.flatMap((entry) =>
        [...eagerParamsets(entry), 'LINK' as const].map((paramsetKey) => ({
          paramsetKey,
          address: entry.ADDRESS,
          key: keyOf(device, entry, paramsetKey),
        })),
      );
      await known.load(remembered.map(({ key }) => key));
      for (const { key, address, paramsetKey } of remembered) {
        // What was never asked for is read when it is needed, and is fresh then.
        if (known.get(key) !== undefined) await fetch(key, address, paramsetKey, signal);
      }
    },
    async warm(pairs) {
      await known.load(pairs.flatMap(([device, entry]) => eagerKeysOf(device, entry)));
    },
    async describe(device, entries, signal) {
      await known.load(entries.flatMap((entry) => eagerKeysOf(device, entry)));
      const found: Record<string, Partial<Record<ParamsetKey, ParamsetDescription>>> = {};
      for (const entry of entries) {
        for (const paramsetKey of eagerParamsets(entry)) {
          const key = keyOf(device, entry, paramsetKey);
          const description = known.get(key) ?? (await fetch(key, entry.ADDRESS, paramsetKey, signal));
          if (description === undefined) continue;
          found[entry.ADDRESS] ??= {};
          found[entry.ADDRESS]![paramsetKey] = description;
        }
      }
      return found;
    },
    async one(device, entry, paramsetKey, signal) {
      const key = keyOf(device, entry, paramsetKey);
      await known.load([key]);
      const remembered = known.get(key);
      if (remembered !== undefined) return remembered;
      const description = await calls.ask(entry.ADDRESS, paramsetKey, signal);
      deps.refusals.tell();
      if (description !== undefined) await known.keep(key, description);
      return description ?? {};
    },
    known: (device, entry, paramsetKey) => known.get(keyOf(device, entry, paramsetKey)),
  };
}

function eagerParamsets(entry: DeviceDescription): readonly ParamsetKey[] {
  return EAGER.filter((key) => entry.PARAMSETS?.includes(key) === true);
}
