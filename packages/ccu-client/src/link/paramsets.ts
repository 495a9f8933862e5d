import { isCcuError } from '../errors.js';
import type { InterfaceProfile } from '../interfaces.js';
import type { DeviceDescription, InterfaceName, ParamsetDescription, ParamsetKey } from '../model.js';
import type { DescriptionCache, Now, Timers } from '../ports.js';
import { sleep } from '../wait.js';
import { descriptionKey, readParamsetDescription } from './descriptions.js';
import type { Refusals } from './refusals.js';
import type { InterfaceRpc } from './rpc.js';

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

/** Parts of pause for one part of answering: an interface process spends at most a fifth of its time on us. */
const PAUSE_SHARE = 4;
/** The shortest pause as a part of the longest. */
const SHORTEST = 0.1;

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
  const memory = new Map<string, ParamsetDescription>();
  const keyOf = (device: DeviceDescription, entry: DeviceDescription, paramsetKey: ParamsetKey) =>
    descriptionKey({
      interfaceName: deps.interfaceName,
      device,
      entry,
      paramsetKey,
      shared: deps.profile.sharedDescriptions,
    });

  async function fromCache(keys: readonly string[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !memory.has(key));
    if (missing.length === 0) return;
    try {
      for (const [key, description] of await deps.cache.loadParamsets(missing)) memory.set(key, description);
    } catch {
      deps.complain('cache.failed', 'the description cache cannot be read');
    }
  }

  async function ask(
    address: string,
    paramsetKey: ParamsetKey,
    signal?: AbortSignal,
  ): Promise<ParamsetDescription | undefined> {
    try {
      const answer = await deps.rpc.call('getParamsetDescription', [address, paramsetKey], { signal, probe: true });
      deps.refusals.granted(address, paramsetKey);
      return readParamsetDescription(answer);
    } catch (error) {
      // The CCU knows the device but not this paramset: the rest of the device is still worth having.
      if (!isCcuError(error) || error.code !== 'fault') throw error;
      deps.refusals.add(address, paramsetKey);
      return undefined;
    }
  }

  async function keep(key: string, description: ParamsetDescription): Promise<void> {
    memory.set(key, description);
    await deps.cache
      .saveParamsets(new Map([[key, description]]))
      .catch(() => deps.complain('cache.failed', 'the description cache cannot be written'));
  }

  async function fetchSlowly(
    key: string,
    address: string,
    paramsetKey: ParamsetKey,
    signal: AbortSignal,
  ): Promise<ParamsetDescription | undefined> {
    const askedAt = deps.now();
    const description = await ask(address, paramsetKey, signal);
    const wanted = (deps.now() - askedAt) * PAUSE_SHARE;
    if (description !== undefined) await keep(key, description);
    const pauseMs = Math.min(deps.gapMs, Math.max(deps.gapMs * SHORTEST, wanted));
    if (pauseMs > 0) await sleep(deps.timers, pauseMs, signal);
    return description;
  }

  return {
    async renew(device, entries, signal) {
      const remembered = entries.flatMap((entry) =>
        [...eagerKeys(entry), 'LINK' as const].map((paramsetKey) => ({
          paramsetKey,
          address: entry.ADDRESS,
          key: keyOf(device, entry, paramsetKey),
        })),
      );
      await fromCache(remembered.map(({ key }) => key));
      for (const { key, address, paramsetKey } of remembered) {
        // What was never asked for is read when it is needed, and is fresh then.
        if (memory.has(key)) await fetchSlowly(key, address, paramsetKey, signal);
      }
    },
    async warm(pairs) {
      await fromCache(
        pairs.flatMap(([device, entry]) => eagerKeys(entry).map((paramset) => keyOf(device, entry, paramset))),
      );
    },
    async describe(device, entries, signal) {
      await fromCache(entries.flatMap((entry) => eagerKeys(entry).map((paramset) => keyOf(device, entry, paramset))));
      const found: Record<string, Partial<Record<ParamsetKey, ParamsetDescription>>> = {};
      for (const entry of entries) {
        for (const paramsetKey of eagerKeys(entry)) {
          const key = keyOf(device, entry, paramsetKey);
          let description = memory.get(key);
          description ??= await fetchSlowly(key, entry.ADDRESS, paramsetKey, signal);
          if (description === undefined) continue;
          found[entry.ADDRESS] ??= {};
          found[entry.ADDRESS]![paramsetKey] = description;
        }
      }
      return found;
    },
    async one(device, entry, paramsetKey, signal) {
      const key = keyOf(device, entry, paramsetKey);
      await fromCache([key]);
      const known = memory.get(key);
      if (known !== undefined) return known;
      const description = await ask(entry.ADDRESS, paramsetKey, signal);
      deps.refusals.tell();
      if (description !== undefined) await keep(key, description);
      return description ?? {};
    },
    known: (device, entry, paramsetKey) => memory.get(keyOf(device, entry, paramsetKey)),
  };
}

function eagerKeys(entry: DeviceDescription): readonly ParamsetKey[] {
  return EAGER.filter((key) => entry.PARAMSETS?.includes(key) === true);
}
