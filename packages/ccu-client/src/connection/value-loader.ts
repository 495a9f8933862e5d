import { type CcuErrorCode, isCcuError } from '../model/errors.js';
import type { CcuEvent, DeviceDescription, InterfaceName, WireValue } from '../model/model.js';
import type { Now } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { ReGaScriptRow } from '../rega/scripts/index.js';
import { isStruct } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { createGate } from '../time/gate.js';
import { turn } from '../time/system.js';
import type { Reading } from './link.js';

/** The last value of every data point of an interface, as the CCU sent it. */
export interface KnownValues {
  get(channelAddress: string, parameter: string): WireValue | undefined;
  /** Takes a value that was read. `null`: the CCU does not know it. */
  set(channelAddress: string, parameter: string, value: WireValue | null): void;
  /** Takes the value of an event. */
  heard(channelAddress: string, parameter: string, value: WireValue): void;
  /** True when an event carried the value since the last registration; the logic layer may have been away at that moment. */
  isHeard(channelAddress: string, parameter: string): boolean;
  /** The interface is registered with anew: events before that prove nothing any more. */
  renew(): void;
}

/** More data points than any installation has; an endless stream of invented ones must not exceed it. */
const MAX_VALUES = 500_000;

export function createKnownValues(limit = MAX_VALUES): KnownValues {
  const values = new Map<string, WireValue>();
  const heard = new Set<string>();
  const keep = (key: string, value: WireValue): boolean => {
    if (values.size >= limit && !values.has(key)) return false;
    values.set(key, value);
    return true;
  };
  return {
    get: (channelAddress, parameter) => values.get(`${channelAddress}.${parameter}`),
    set(channelAddress, parameter, value) {
      const key = `${channelAddress}.${parameter}`;
      if (value === null) values.delete(key);
      else keep(key, value);
    },
    heard(channelAddress, parameter, value) {
      const key = `${channelAddress}.${parameter}`;
      if (keep(key, value)) heard.add(key);
    },
    isHeard: (channelAddress, parameter) => heard.has(`${channelAddress}.${parameter}`),
    renew: () => heard.clear(),
  };
}

export type LoadedValue = Extract<CcuEvent, { type: 'values_loaded' }>['values'][number];

/** Reads all values of an interface from the CCU's memory: one script, no radio. */
export interface BulkValues {
  load(signal: AbortSignal): Promise<void>;
  /** An event was faster than the script; the value of that data point from the script is old. */
  spoke(channelAddress: string, parameter: string): void;
}

const DEVICES_PER_PAGE = 60;
/** Values that are published in one turn. */
const VALUES_PER_SLICE = 1_000;

export function createBulkValues(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly rega: ReGaRunner;
  readonly now: Now;
  /** True when an event carried that value since the registration: a logic layer without the value proves nothing then. */
  readonly isHeard: (channelAddress: string, parameter: string) => boolean;
  readonly publish: (values: readonly LoadedValue[]) => void;
}): BulkValues {
  let spoken: Set<string> | undefined;
  let isFirst = true;

  /** Publishes the first reading as a whole. Between the slices of the others, events arrive and count more. */
  async function publish(values: readonly LoadedValue[], mine: ReadonlySet<string>): Promise<void> {
    const slice = isFirst ? values.length : VALUES_PER_SLICE;
    isFirst = false;
    for (let at = 0; at === 0 || at < values.length; at += slice) {
      const unspoken = values
        .slice(at, at + slice)
        .filter(({ channelAddress, parameter }) => !mine.has(`${channelAddress}.${parameter}`))
        .filter(({ channelAddress, parameter, value }) => value !== null || !deps.isHeard(channelAddress, parameter));
      deps.publish(unspoken);
      if (at + slice >= values.length) return;
      await turn();
    }
  }

  return {
    async load(signal) {
      const mine = new Set<string>();
      spoken = mine;
      try {
        const args = { interfaceName: deps.interfaceName, from: 0, count: DEVICES_PER_PAGE };
        const rows = await deps.rega.run('values', args, signal);
        await publish(
          rows.flatMap((row) => toValue(deps.interfaceName, row) ?? []),
          mine,
        );
      } finally {
        if (spoken === mine) spoken = undefined;
      }
    },
    spoke(channelAddress, parameter) {
      spoken?.add(`${channelAddress}.${parameter}`);
    },
  };
}

function toValue(interfaceName: InterfaceName, row: ReGaScriptRow<'values'>): LoadedValue | undefined {
  const prefix = `${interfaceName}.`;
  const dot = row.point.lastIndexOf('.');
  if (!row.point.startsWith(prefix) || dot < prefix.length) return undefined;
  return {
    channelAddress: row.point.slice(prefix.length, dot),
    parameter: row.point.slice(dot + 1),
    value: row.value ?? null,
    ...(row.changedAt > 0 ? { setAt: row.changedAt } : {}),
  };
}

/**
 * Reads all values from an interface process, channel by channel: of a generic server, which needs no logic layer, and of
 * an interface without values in bulk from its CCU. The process answers from its memory. A channel that is refused is left out.
 */
export function createReadValues(deps: {
  readonly rpc: Pick<InterfaceRpc, 'call'>;
  readonly channels: () => readonly DeviceDescription[];
  /** The parameters of a channel that have a value to read, as described. */
  readonly readable: (channelAddress: string) => readonly string[];
  readonly now: Now;
  /** True when a value counts; default: every value. */
  readonly accepts?: (value: LoadedValue) => boolean;
  readonly publish: (values: readonly LoadedValue[]) => void;
}): BulkValues {
  let spoken: Set<string> | undefined;

  async function valuesOf(channelAddress: string, signal: AbortSignal): Promise<readonly LoadedValue[]> {
    try {
      const answer = await deps.rpc.call('getParamset', [channelAddress, 'VALUES'], { signal, probe: true });
      if (!isStruct(answer)) return [];
      const told = Object.entries(answer).flatMap(([parameter, value]): readonly LoadedValue[] =>
        isSimple(value) ? [{ channelAddress, parameter, value }] : [],
      );
      // The answer is the whole paramset: a member that is missing has no value.
      const missing = deps.readable(channelAddress).filter((parameter) => !Object.hasOwn(answer, parameter));
      return [...told, ...missing.map((parameter) => ({ channelAddress, parameter, value: null }))];
    } catch (error) {
      if (!isCcuError(error) || error.code !== 'fault') throw error;
      return [];
    }
  }

  return {
    async load(signal) {
      const mine = new Set<string>();
      spoken = mine;
      try {
        for (const { ADDRESS, PARAMSETS } of deps.channels()) {
          if (PARAMSETS?.includes('VALUES') !== true) continue;
          const values = await valuesOf(ADDRESS, signal);
          const news = values.filter(
            (value) => !mine.has(`${value.channelAddress}.${value.parameter}`) && deps.accepts?.(value) !== false,
          );
          if (news.length > 0) deps.publish(news);
          await turn();
        }
      } catch (error) {
        // A server without this method sends its values by events alone.
        if (!isCcuError(error) || error.code !== 'unsupported') throw error;
      } finally {
        if (spoken === mine) spoken = undefined;
      }
    },
    spoke(channelAddress, parameter) {
      spoken?.add(`${channelAddress}.${parameter}`);
    },
  };
}

const isSimple = (value: WireValue): boolean => typeof value !== 'object';

/** Decides the time and the source of each reading of all values of an interface. */
export interface ValueLoader {
  /** Reads them now, after any reading that is under way. Rejects only when aborted: a failed reading is due again. */
  load(signal: AbortSignal): Promise<Reading>;
  loadIfDue(signal: AbortSignal): Promise<void>;
  /** Makes a reading due: known values may be out of date. */
  due(): void;
}

/** Readings that may fail in a row before the interface process itself is asked. */
const PATIENCE = 3;
/** The logic layer does not give the values to this account, however often it is asked. */
const FINAL: ReadonlySet<string> = new Set<CcuErrorCode>([
  'unsupported',
  'login_refused',
  'level_too_low',
  'forbidden_by_firewall',
]);

export function createValueLoader(deps: {
  readonly bulk: Pick<BulkValues, 'load'>;
  /** Reads the memory of the interface process, channel by channel; absent where the process gives no paramset of values. */
  readonly caches?: Pick<BulkValues, 'load'>;
  /** Milliseconds between two comparisons of the known values with the CCU; 0: never. */
  readonly reconcileMs: number;
  readonly elapsed: Now;
  readonly complain: (event: string, message: string) => void;
}): ValueLoader {
  const { bulk, caches, reconcileMs, elapsed } = deps;
  const gate = createGate(1);
  let isDue = false;
  let reconcileAt = Number.POSITIVE_INFINITY;
  let failures = 0;
  let wasRead = false;

  /** Reads from one source; returns the code of a failure. */
  async function readFrom(place: Pick<BulkValues, 'load'>, signal: AbortSignal): Promise<string | undefined> {
    try {
      await place.load(signal);
      return undefined;
    } catch (error) {
      if (signal.aborted) throw error;
      return isCcuError(error) ? error.code : 'unknown';
    }
  }

  function done(): Reading {
    wasRead = true;
    if (reconcileMs > 0) reconcileAt = elapsed() + reconcileMs;
    return 'read';
  }

  /** Reads once. `withCaches`: false for a comparison now and then, which does not ask the interface process about each channel. */
  async function load(signal: AbortSignal, withCaches: boolean): Promise<Reading> {
    // A reading that becomes due from now on is due once more afterwards.
    isDue = false;
    const failure = await readFrom(bulk, signal);
    if (failure === undefined) {
      failures = 0;
      return done();
    }
    failures += 1;
    isDue = true;
    // The logic layer of a CCU is often behind its interfaces: events count already, the rest is read later.
    deps.complain(`values.${failure}`, 'the values cannot be read in bulk; they come with their next events');
    const isFinal = FINAL.has(failure);
    if (withCaches && caches !== undefined && (isFinal || failures >= PATIENCE)) {
      if ((await readFrom(caches, signal)) === undefined) return done();
    }
    // Before the first reading nothing was shown that could be wrong.
    return !wasRead || (isFinal && caches === undefined) ? 'later' : 'failed';
  }

  return {
    load: (signal) => gate.run(() => load(signal, true)),
    async loadIfDue(signal) {
      if (isDue || elapsed() >= reconcileAt) await gate.run(() => load(signal, false));
    },
    due() {
      isDue = true;
    },
  };
}
