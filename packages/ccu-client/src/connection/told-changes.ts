import type { Inventory } from '../inventory/inventory.js';
import { deviceOf, isAddress } from '../model/address.js';
import { isCcuError } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import type { Now, Timers } from '../model/ports.js';
import { readDevicesInSlices } from '../rpc/descriptions.js';
import { createGate } from '../time/gate.js';
import { turn } from '../time/system.js';
import { pause } from '../time/wait.js';

/** Work on the list of devices, one piece after the other. */
export interface DeviceWork {
  run(work: () => Promise<void>): Promise<void>;
  /** The same, with trouble logged instead of thrown. */
  background(work: () => Promise<void>): void;
  /** Compares with the CCU's own list now. */
  rescan(): Promise<void>;
  /** An address that was not announced is probably a new device: compares soon, at most once per `rescanMinMs`. */
  planRescan(): void;
}

export function createDeviceWork(deps: {
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  readonly rescanMinMs: number;
  readonly elapsed: Now;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  readonly complain: (event: string, message: string) => void;
}): DeviceWork {
  const { signal, elapsed } = deps;
  const gate = createGate(1);
  let rescannedAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;

  function background(work: () => Promise<void>): void {
    gate.run(work).catch((error: unknown) => {
      if (signal.aborted) return;
      deps.complain(`inventory.${isCcuError(error) ? error.code : 'failed'}`, 'a change of devices could not be read');
    });
  }

  async function refresh(): Promise<void> {
    rescannedAt = elapsed();
    await deps.refresh(signal);
  }

  return {
    run: (work) => gate.run(work),
    background,
    rescan: () => gate.run(refresh),
    planRescan() {
      if (isPlanned) return;
      isPlanned = true;
      const wait = Math.max(0, rescannedAt + deps.rescanMinMs - elapsed());
      void pause(deps.timers, wait, signal).then(() => {
        isPlanned = false;
        if (!signal.aborted) background(refresh);
      });
    },
  };
}

/** Changes of devices that the CCU reports, gathered in their order while others are worked on. */
export interface ToldChanges {
  /** Descriptions as they were sent. */
  described(list: readonly WireValue[]): void;
  /** Addresses as they were sent. */
  removed(list: readonly WireValue[]): void;
  changed(address: string): void;
  /** Addresses as they were sent, of devices that were paired once more. */
  readded(list: readonly WireValue[]): void;
}

type Change =
  | { readonly kind: 'described' | 'removed' | 'readded'; readonly list: WireValue[] }
  | { readonly kind: 'changed'; readonly devices: Set<string> };

/** Devices that are read again one by one; more of them are compared in one list instead. */
const MAX_REREAD = 100;
/** Changes that wait; beyond them the list of the CCU shows the rest. */
const MAX_WAITING = 1_000;
/** Entries beyond which a waiting change takes no more. */
const MAX_ENTRIES = 100_000;
/** Addresses that are read in one turn. */
const READ_AT_ONCE = 5_000;

/**
 * A CCU may report thousands of changes in one multicall. Changes of one kind that follow each other become one piece of work, so
 * that the list of devices is searched and saved once for all.
 */
export function createToldChanges(deps: {
  readonly work: Pick<DeviceWork, 'background' | 'planRescan'>;
  readonly inventory: Pick<Inventory, 'take' | 'remove' | 'reread'>;
  readonly signal: AbortSignal;
  /** An entry of a list was no description, or no address. */
  readonly onLeftOut?: (kind: 'description' | 'address', name: WireValue | undefined) => void;
}): ToldChanges {
  const { work, inventory, signal, onLeftOut = () => {} } = deps;
  let waiting: Change[] = [];

  async function carryOut(change: Change): Promise<void> {
    switch (change.kind) {
      case 'described': {
        const noteLeftOut = (address: WireValue | undefined) => onLeftOut('description', address);
        return await inventory.take(await readDevicesInSlices(change.list, turn, noteLeftOut), signal);
      }
      case 'removed':
        return await inventory.remove([...(await addressesOf(change.list, (address) => address))]);
      case 'readded':
        return await readAgain(await addressesOf(change.list, deviceOf), true);
      case 'changed':
        return await readAgain(change.devices, false);
    }
  }

  async function readAgain(devices: ReadonlySet<string>, isAgain: boolean): Promise<void> {
    if (devices.size <= MAX_REREAD) return await inventory.reread([...devices], signal, isAgain);
    work.planRescan();
  }

  /** Reads a long list in slices, with a turn for other work between them. */
  async function addressesOf(list: readonly WireValue[], take: (address: string) => string): Promise<Set<string>> {
    const taken = new Set<string>();
    for (const [index, entry] of list.entries()) {
      if (index > 0 && index % READ_AT_ONCE === 0) await turn();
      if (isAddress(entry)) taken.add(take(entry));
      else onLeftOut('address', entry);
    }
    return taken;
  }

  function gather(kind: 'described' | 'removed' | 'readded', list: readonly WireValue[]): void {
    const last = waiting.at(-1);
    if (last?.kind !== kind) add({ kind, list: [...list] });
    else if (last.list.length > MAX_ENTRIES) work.planRescan();
    else for (const entry of list) last.list.push(entry);
  }

  function add(change: Change): void {
    if (waiting.length >= MAX_WAITING) {
      work.planRescan();
      return;
    }
    waiting.push(change);
    work.background(async () => {
      // A later change must not join one that is under way.
      waiting = waiting.filter((other) => other !== change);
      await carryOut(change);
    });
  }

  return {
    described: (list) => gather('described', list),
    removed: (list) => gather('removed', list),
    readded: (list) => gather('readded', list),
    changed(address) {
      const last = waiting.at(-1);
      const device = deviceOf(address);
      if (last?.kind !== 'changed') add({ kind: 'changed', devices: new Set([device]) });
      else if (last.devices.size <= MAX_REREAD) last.devices.add(device);
    },
  };
}
