import type { Complaints } from '../log/complaints.js';
import { deviceOf } from '../model/address.js';
import { isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { CcuEvent, DeviceDescription, InterfaceName, ParamsetDescription, ParamsetKey } from '../model/model.js';
import type { DescriptionCache, Now, Timers } from '../model/ports.js';
import { descriptionKey, readParamsetDescription } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { sleep } from '../time/wait.js';

/** Descriptions that the CCU refused, reported by their addresses. */
export interface Refusals {
  /** `what`: the key of a paramset, or `device` for the description of the device or channel itself. */
  add(address: string, what: string): void;
  /** The CCU gave that description. */
  granted(address: string, what: string): void;
  /** These devices and channels are gone, and with them their refused descriptions. */
  forget(addresses: readonly string[]): void;
  /** Reports the descriptions that were refused since the last report, in one entry. */
  tell(): void;
  /** Those that are missing now, in the order in which they were refused. */
  current(): readonly string[];
}

/** Descriptions that an entry names; a CCU that refuses a hundred has one reason for it, and their number counts. */
const NAMED = 5;
/** Refused descriptions that are remembered as reported: each is reported once, however often it is requested. */
const MAX_TOLD = 10_000;
const MAX_ENTRIES = 20;

export function createRefusals(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly complaints: Complaints;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
}): Refusals {
  const { central, interfaceName } = deps;
  const told = new Set<string>();
  const missing = new Set<string>();
  let fresh: string[] = [];
  let entries = 0;
  return {
    add(address, what) {
      const name = `${address} ${what}`;
      if (missing.size < MAX_TOLD) missing.add(name);
      if (told.has(name) || told.size >= MAX_TOLD) return;
      told.add(name);
      fresh.push(name);
    },
    granted: (address, what) => void missing.delete(`${address} ${what}`),
    forget(addresses) {
      if (missing.size === 0) return;
      const gone = new Set(addresses);
      for (const name of missing) {
        // The key behind the last blank has none; an address may.
        const address = name.slice(0, name.lastIndexOf(' '));
        if (gone.has(address) || gone.has(deviceOf(address))) missing.delete(name);
      }
    },
    tell() {
      const [first] = fresh;
      if (first === undefined) return;
      const refused = fresh;
      fresh = [];
      if (entries >= MAX_ENTRIES) return;
      entries += 1;
      deps.complaints.report({
        event: 'description.refused',
        message: 'the CCU refused descriptions',
        central,
        interfaceName,
        about: first,
        fields: { addresses: refused.slice(0, NAMED).join(', '), count: refused.length },
      });
      deps.emit({ type: 'descriptions_refused', central, interfaceName, at: deps.now(), refused });
    },
    current: () => [...missing],
  };
}

/** Asks the CCU for paramset descriptions. */
interface DescriptionCalls {
  /** Undefined where the CCU refuses: it has the device but not this paramset, and the rest is still of use. */
  ask(address: string, paramsetKey: ParamsetKey, signal?: AbortSignal): Promise<ParamsetDescription | undefined>;
  /** The same, with a pause behind it in proportion to the time the CCU took. */
  askSlowly(
    address: string,
    paramsetKey: ParamsetKey,
    signal: AbortSignal,
    keep: (description: ParamsetDescription) => Promise<void>,
  ): Promise<ParamsetDescription | undefined>;
}

/**
 * Parts of pause for one part of answering. One question at a time is under way, so that an event or a write waits for one
 * answer at most. A process that answers quickly spends up to five sixths of its time on these questions, one that answers
 * within `EVEN_MS` half of it, a slower one down to a fifth.
 */
const PAUSE_SHARE = { least: 0.2, most: 4 } as const;
const EVEN_MS = 20;
/** The clock counts whole milliseconds. */
const SHORTEST_MS = 1;

function pauseAfter(answerMs: number, longestMs: number): number {
  const share = Math.min(PAUSE_SHARE.most, Math.max(PAUSE_SHARE.least, answerMs / EVEN_MS));
  return Math.min(longestMs, Math.max(SHORTEST_MS, answerMs * share));
}

function createDescriptionCalls(deps: {
  readonly rpc: Pick<InterfaceRpc, 'call'>;
  readonly refusals: Pick<Refusals, 'add' | 'granted'>;
  readonly timers: Timers;
  readonly now: Now;
  /** Longest pause between two questions. */
  readonly gapMs: number;
}): DescriptionCalls {
  const { now, gapMs } = deps;

  async function ask(address: string, paramsetKey: ParamsetKey, signal?: AbortSignal) {
    try {
      const answer = await deps.rpc.call('getParamsetDescription', [address, paramsetKey], { signal, probe: true });
      deps.refusals.granted(address, paramsetKey);
      return readParamsetDescription(answer);
    } catch (error) {
      if (!isCcuError(error) || error.code !== 'fault') throw error;
      deps.refusals.add(address, paramsetKey);
      return undefined;
    }
  }

  return {
    ask,
    async askSlowly(address, paramsetKey, signal, keep) {
      const askedAt = now();
      const description = await ask(address, paramsetKey, signal);
      const pauseMs = pauseAfter(now() - askedAt, gapMs);
      const pause = pauseMs > 0 ? sleep(deps.timers, pauseMs, signal) : undefined;
      await Promise.all([pause, description !== undefined ? keep(description) : undefined]);
      return description;
    },
  };
}

/** Paramset descriptions that were read once, by their keys: in memory, and behind it in the cache. */
interface KnownDescriptions {
  /** From memory. */
  get(key: string): ParamsetDescription | undefined;
  /** Reads the descriptions that the cache has of these keys into memory. A cache that fails has none. */
  load(keys: readonly string[]): Promise<void>;
  keep(key: string, description: ParamsetDescription): Promise<void>;
}

function createKnownDescriptions(
  cache: Pick<DescriptionCache, 'loadParamsets' | 'saveParamsets'>,
  complain: (event: string, message: string) => void,
): KnownDescriptions {
  const memory = new Map<string, ParamsetDescription>();
  return {
    get: (key) => memory.get(key),
    async load(keys) {
      const missing = [...new Set(keys)].filter((key) => !memory.has(key));
      if (missing.length === 0) return;
      try {
        for (const [key, description] of await cache.loadParamsets(missing)) memory.set(key, description);
      } catch {
        complain('cache.failed', 'the description cache cannot be read');
      }
    },
    async keep(key, description) {
      memory.set(key, description);
      await cache
        .saveParamsets(new Map([[key, description]]))
        .catch(() => complain('cache.failed', 'the description cache cannot be written'));
    },
  };
}

export type DescribedParamsets = Readonly<Partial<Record<ParamsetKey, ParamsetDescription>>>;

/** Finds paramset descriptions: in memory, in the cache, at last at the CCU, slowly and each only once. */
export interface ParamsetCatalogue {
  /**
   * Descriptions of VALUES and MASTER of these entries (devices, and channels of theirs), by address. Those of many devices are read
   * from the cache in one go.
   */
  describe(
    pairs: readonly (readonly [device: DeviceDescription, entry: DeviceDescription])[],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, DescribedParamsets>>>;
  /** Requests again from the CCU every description of these entries that memory or cache holds. */
  renew(device: DeviceDescription, entries: readonly DeviceDescription[], signal: AbortSignal): Promise<void>;
  /** One description, e.g. of LINK. */
  one(
    device: DeviceDescription,
    entry: DeviceDescription,
    paramsetKey: ParamsetKey,
    signal?: AbortSignal,
  ): Promise<ParamsetDescription>;
  /** One description, where it is in memory. */
  known(device: DeviceDescription, entry: DeviceDescription, paramsetKey: ParamsetKey): ParamsetDescription | undefined;
}

const EAGER: readonly ParamsetKey[] = ['VALUES', 'MASTER'];

interface ParamsetCatalogueDeps {
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
}

export function createParamsetCatalogue(deps: ParamsetCatalogueDeps): ParamsetCatalogue {
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

  /** The descriptions of an entry that are read without a request, and `more`. */
  const descriptionsOf = (device: DeviceDescription, entry: DeviceDescription, more: readonly ParamsetKey[] = []) =>
    [...EAGER.filter((key) => entry.PARAMSETS?.includes(key) === true), ...more].map((paramsetKey) => ({
      address: entry.ADDRESS,
      paramsetKey,
      key: keyOf(device, entry, paramsetKey),
    }));

  function fetch({ key, address, paramsetKey }: ReturnType<typeof descriptionsOf>[number], signal: AbortSignal) {
    return calls.askSlowly(address, paramsetKey, signal, (description) => known.keep(key, description));
  }

  return {
    async renew(device, entries, signal) {
      const remembered = entries.flatMap((entry) => descriptionsOf(device, entry, ['LINK']));
      await known.load(remembered.map(({ key }) => key));
      for (const each of remembered) {
        // A description that was never requested is read when it is needed, and is fresh then.
        if (known.get(each.key) !== undefined) await fetch(each, signal);
      }
    },
    async describe(pairs, signal) {
      const wanted = pairs.flatMap(([device, entry]) => descriptionsOf(device, entry));
      await known.load(wanted.map(({ key }) => key));
      const found: Record<string, Partial<Record<ParamsetKey, ParamsetDescription>>> = {};
      for (const each of wanted) {
        const description = known.get(each.key) ?? (await fetch(each, signal));
        if (description === undefined) continue;
        found[each.address] ??= {};
        found[each.address]![each.paramsetKey] = description;
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
