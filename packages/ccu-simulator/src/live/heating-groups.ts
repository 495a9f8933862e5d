import { place } from '../house/blueprint.js';
import * as bidcos from '../house/kinds-bidcos.js';
import * as hmip from '../house/kinds-hmip.js';
import type { DefinedDevice, DefinedHeatingGroup } from '../house/types.js';
import type { LiveDevice } from './types.js';

/** A kind of heating group: its virtual device, and the types of devices that it takes. */
const GROUP_TYPES = [
  {
    id: 'HomeMatic.heating',
    label: 'Heating_Control',
    kind: bidcos.heatingGroup,
    interfaceName: 'BidCos-RF',
    members: /^(HM-CC-RT-DN|HM-TC-IT-WM-W-EU|HM-Sec-(SC|RHS)|HM-PB-2)/,
  },
  {
    id: 'hmip.heating',
    label: 'Hmip_Heating_Control',
    kind: hmip.heatingGroup,
    interfaceName: 'HmIP-RF',
    members: /^HmIP-(eTRV|WTH|STH|SWDO|SRH)/,
  },
] as const;

/** A heating group of the CCU. */
export interface HeatingGroup {
  readonly id: number;
  readonly name: string;
  readonly typeId: string;
  readonly typeLabel: string;
  readonly forbidSingleOperation: boolean;
  /** Addresses of devices. */
  readonly members: readonly string[];
}

/** A group as the pages of the CCU save it; a new one without an id. */
export type SavedGroup = Omit<HeatingGroup, 'id' | 'typeLabel'> & { readonly id: number | undefined };

/** Heating groups, and the devices that they may have. */
export interface HeatingGroupBook {
  all(): readonly HeatingGroup[];
  readonly types: readonly { readonly id: string; readonly label: string }[];
  /** Devices of the right types: free ones, and members of other groups; undefined for an unknown type. */
  suitable(typeId: string): { readonly free: readonly LiveDevice[]; readonly taken: readonly LiveDevice[] } | undefined;
  /** The id; undefined for an unknown type or group, or a device that does not fit or is in another group. */
  save(group: SavedGroup): number | undefined;
  /** The members that it had; undefined for an unknown group. */
  remove(id: number): readonly string[] | undefined;
}

interface Ports {
  readonly devices: () => readonly LiveDevice[];
  readonly addDevice: (device: DefinedDevice) => void;
  readonly removeDevice: (address: string) => void;
}

/** Address of the virtual device of a group. */
const groupAddress = (id: number): string => `INT${String(id).padStart(7, '0')}`;

export function createHeatingGroups(
  seed: readonly DefinedHeatingGroup[],
  { devices, addDevice, removeDevice }: Ports,
): HeatingGroupBook {
  const typeOf = (id: string) => GROUP_TYPES.find((type) => type.id === id);
  const groups = new Map<number, HeatingGroup>(
    seed.map((each) => [
      each.id,
      { ...each, typeLabel: typeOf(each.typeId)?.label ?? '', forbidSingleOperation: false },
    ]),
  );
  const takenBy = (address: string) => [...groups.values()].find(({ members }) => members.includes(address))?.id;

  function suitable(typeId: string) {
    const type = typeOf(typeId);
    if (type === undefined) return undefined;
    const fitting = devices().filter(
      ({ interfaceName, description }) => interfaceName === type.interfaceName && type.members.test(description.TYPE),
    );
    const isTaken = ({ description }: LiveDevice) => takenBy(description.ADDRESS) !== undefined;
    return { free: fitting.filter((each) => !isTaken(each)), taken: fitting.filter(isTaken) };
  }

  /** The virtual devices of the installation take ids, too. */
  function nextId(): number {
    const used = new Set(devices().map(({ description }) => description.ADDRESS));
    let id = 1;
    while (groups.has(id) || used.has(groupAddress(id))) id += 1;
    return id;
  }

  return {
    all: () => [...groups.values()],
    types: GROUP_TYPES.map(({ id, label }) => ({ id, label })),
    suitable,
    save({ id, ...group }) {
      const type = typeOf(group.typeId);
      const fitting = suitable(group.typeId);
      if (type === undefined || fitting === undefined || (id !== undefined && !groups.has(id))) return undefined;
      const known = [...fitting.free, ...fitting.taken].map(({ description }) => description.ADDRESS);
      const isFree = (address: string) => [undefined, id].includes(takenBy(address));
      if (!group.members.every((address) => known.includes(address) && isFree(address))) return undefined;
      const now = id ?? nextId();
      groups.set(now, { ...group, id: now, typeLabel: type.label });
      if (id === undefined)
        addDevice(place(type.kind, { address: groupAddress(now), name: group.name, inInbox: false }));
      return now;
    },
    remove(id) {
      const group = groups.get(id);
      if (group === undefined) return undefined;
      groups.delete(id);
      removeDevice(groupAddress(id));
      return group.members;
    },
  };
}
