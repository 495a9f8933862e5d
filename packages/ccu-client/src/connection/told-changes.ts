import { deviceOf } from '../model/address.js';
import type { WireValue } from '../model/model.js';
import { readDevicesInSlices } from '../rpc/descriptions.js';
import { turn } from '../time/system.js';
import type { DeviceWork } from './device-work.js';
import type { Inventory } from './inventory.js';

/** Changes of devices that the CCU tells, gathered while others are worked on, in their order. */
export interface ToldChanges {
  /** Descriptions as they were sent. */
  described(list: readonly WireValue[]): void;
  removed(addresses: readonly string[]): void;
  changed(addresses: readonly string[]): void;
  /** Devices that were paired once more. */
  readded(addresses: readonly string[]): void;
}

type Change =
  | { readonly kind: 'described'; readonly list: WireValue[] }
  | { readonly kind: 'removed'; readonly addresses: Set<string> }
  | { readonly kind: 'changed' | 'readded'; readonly devices: Set<string> };

/** Devices that are read again one by one; more of them are compared in one list instead. */
const MAX_REREAD = 100;
/** Changes that wait; beyond them the list of the CCU tells the rest. */
const MAX_WAITING = 1_000;
/** Entries of one of them. */
const MAX_ENTRIES = 100_000;

/**
 * A CCU may tell thousands of changes in one multicall: changes of one kind that follow each other become one piece of work,
 * so that the list of devices is searched and saved once for all of them.
 */
export function createToldChanges(deps: {
  readonly work: Pick<DeviceWork, 'background' | 'planRescan'>;
  readonly inventory: Pick<Inventory, 'take' | 'remove' | 'reread'>;
  readonly signal: AbortSignal;
  /** An entry of a list was no description. */
  readonly onLeftOut?: (address: WireValue | undefined) => void;
}): ToldChanges {
  const { work, inventory, signal } = deps;
  let waiting: Change[] = [];

  async function carryOut(change: Change): Promise<void> {
    switch (change.kind) {
      case 'described':
        return await inventory.take(await readDevicesInSlices(change.list, turn, deps.onLeftOut), signal);
      case 'removed':
        return await inventory.remove([...change.addresses]);
      case 'changed':
      case 'readded': {
        const isAgain = change.kind === 'readded';
        if (change.devices.size <= MAX_REREAD) return await inventory.reread([...change.devices], signal, isAgain);
        work.planRescan();
      }
    }
  }

  function addDevices(kind: 'changed' | 'readded', addresses: readonly string[]): void {
    const last = waiting.at(-1);
    const devices = addresses.map(deviceOf);
    if (last?.kind !== kind) add({ kind, devices: new Set(devices) });
    else if (last.devices.size <= MAX_REREAD) for (const device of devices) last.devices.add(device);
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
    described(list) {
      const last = waiting.at(-1);
      if (last?.kind !== 'described') add({ kind: 'described', list: [...list] });
      else if (last.list.length > MAX_ENTRIES) work.planRescan();
      else for (const entry of list) last.list.push(entry);
    },
    removed(addresses) {
      const last = waiting.at(-1);
      if (last?.kind !== 'removed') add({ kind: 'removed', addresses: new Set(addresses) });
      else if (last.addresses.size > MAX_ENTRIES) work.planRescan();
      else for (const address of addresses) last.addresses.add(address);
    },
    changed: (addresses) => addDevices('changed', addresses),
    readded: (addresses) => addDevices('readded', addresses),
  };
}
