import type {
  HeatingGroup,
  HeatingGroupsOfCentral,
  HeatingGroupType,
  SuitableMembers,
} from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentral } from '../../use-case/choose.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { makeChange, type Recording } from '../../use-case/record.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** A heating group as its CCU has it; addresses of members are those of devices or channels. */
export interface GroupFacts {
  readonly id: number;
  readonly name: string;
  readonly typeId: string;
  readonly typeLabel: string;
  readonly forbidSingleOperation: boolean;
  readonly members: readonly { readonly address: string; readonly type: string }[];
}

interface Candidate {
  readonly address: string;
  readonly serial: string;
  readonly type: string;
}

/** Heating groups at the CCU. Rejects with a `GatewayError`; the model receives each list that was read. */
export interface HeatingGroupControl {
  list(central: string): Promise<readonly GroupFacts[]>;
  types(central: string): Promise<readonly { readonly id: string; readonly label: string }[]>;
  suitable(
    central: string,
    typeId: string,
  ): Promise<{ readonly assignable: readonly Candidate[]; readonly leftover: readonly Candidate[] }>;
  /** Answers the id. */
  save(
    central: string,
    group: Omit<GroupFacts, 'id' | 'typeLabel' | 'members'> & {
      readonly id?: number;
      readonly members: readonly string[];
    },
  ): Promise<number>;
  remove(central: string, id: number): Promise<void>;
}

/**
 * Address of the virtual device of a heating group, as every CCU makes it.
 *
 * @example
 * groupDevice(3); // 'INT0000003'
 */
export const groupDevice = (id: number): string => `INT${String(id).padStart(7, '0')}`;

/** Ports of the use cases that read heating groups. */
export interface HeatingGroupReading {
  readonly house: House;
  readonly heatingGroups: HeatingGroupControl;
}

/** Ports of the use cases that change heating groups. */
export interface HeatingGroupWriting extends HeatingGroupReading, Recording {}

/**
 * The heating groups of each CCU. One that cannot be read contributes none; with `central` it is refused. Role `viewer`.
 *
 * @throws GatewayError with `central`: `not_found`, `upstream_unavailable`, `service_unready`
 * @example
 * const [{ groups }] = await core.as(caller).heatingGroups.list({ central: 'home' });
 */
export async function listHeatingGroups(
  ports: HeatingGroupReading,
  scope: Scope,
): Promise<readonly HeatingGroupsOfCentral[]> {
  const { house } = ports;
  if (scope.central !== undefined) {
    const central = chooseCentral(house, scope.central);
    return [{ central, groups: await groupsOf(ports, central) }];
  }
  const entries: HeatingGroupsOfCentral[] = [];
  for (const central of house.centralNames()) {
    const groups = await groupsOf(ports, central).catch((error: unknown) => {
      if (error instanceof GatewayError) return [];
      throw error;
    });
    entries.push({ central, groups });
  }
  return entries;
}

async function groupsOf(ports: HeatingGroupReading, central: string): Promise<readonly HeatingGroup[]> {
  return (await ports.heatingGroups.list(central)).map((group) => bodyOf(ports, central, group));
}

function bodyOf({ house }: HeatingGroupReading, central: string, group: GroupFacts): HeatingGroup {
  const { id, name, typeId, typeLabel, forbidSingleOperation, members } = group;
  const device_address = groupDevice(id);
  const device = house.device(device_address, { central });
  return {
    id,
    name,
    ...(device.ok ? { group_device_name: device.value.name } : {}),
    device_address,
    forbid_single_operation: forbidSingleOperation,
    type_id: typeId,
    ...(typeLabel === '' ? {} : { type_label: typeLabel }),
    members: members.map(({ address, type }) => ({
      address,
      ...(type === '' ? {} : { type_id: type }),
      ...aboutDevice(house, central, address),
    })),
  };
}

function aboutDevice(house: House, central: string, address: string) {
  const device = house.device(deviceOf(address), { central });
  if (!device.ok) return {};
  const { name, model, rooms, available } = device.value;
  return { device_name: name, device_model: model, available, ...(rooms === undefined ? {} : { rooms }) };
}

const deviceOf = (address: string): string => address.split(':', 1)[0] ?? address;

/**
 * The kinds of heating groups that a CCU makes. Role `viewer`.
 *
 * @throws GatewayError as `chooseCentral`; `upstream_unavailable`, `service_unready`
 * @example
 * const [{ id }] = await core.as(caller).heatingGroups.types({});
 */
export async function listHeatingGroupTypes(
  { house, heatingGroups }: HeatingGroupReading,
  scope: Scope,
): Promise<readonly HeatingGroupType[]> {
  const types = await heatingGroups.types(chooseCentral(house, scope.central));
  return types.map(({ id, label }) => ({ id, ...(label === '' ? {} : { label_key: label }) }));
}

/**
 * The devices that a heating group of a kind may have. Role `viewer`.
 *
 * @throws GatewayError as `listHeatingGroupTypes`; `validation` naming `type_id` and the known ones
 * @example
 * const { assignable } = await core.as(caller).heatingGroups.suitable({ typeId: 'HomeMatic.heating' });
 */
export async function listSuitableMembers(
  ports: HeatingGroupReading,
  { typeId, central: asked }: Scope & { readonly typeId: string },
): Promise<SuitableMembers> {
  const { house, heatingGroups } = ports;
  const central = chooseCentral(house, asked);
  await refuseType(ports, central, typeId);
  const { assignable, leftover } = await heatingGroups.suitable(central, typeId);
  const shown = ({ address, serial, type }: Candidate) => {
    const { available: _, ...device } = { available: undefined, ...aboutDevice(house, central, address) };
    const pending = house.reading({ central, address: deviceOf(address), channel: 0, parameter: 'CONFIG_PENDING' });
    return {
      address,
      ...(serial === '' ? {} : { serial }),
      ...(type === '' ? {} : { type }),
      device_address: deviceOf(address),
      ...device,
      ...(pending.ok && pending.value.value === true ? { config_pending: true } : {}),
    };
  };
  return { assignable: assignable.map(shown), leftover: leftover.map(shown) };
}

async function refuseType({ heatingGroups }: HeatingGroupReading, central: string, typeId: string): Promise<void> {
  const types = await heatingGroups.types(central);
  if (types.some(({ id }) => id === typeId)) return;
  const known = types.map(({ id }) => id).join(', ');
  throw invalid([{ field: 'type_id', reason: `must be one of ${known || 'none: the CCU makes no groups'}` }]);
}

/** Refuses members of another kind, and those of other groups, each by its position. */
async function refuseMembers(
  { heatingGroups }: HeatingGroupReading,
  at: { readonly central: string; readonly typeId: string; readonly present: readonly string[] },
  members: readonly string[],
): Promise<void> {
  const { assignable, leftover } = await heatingGroups.suitable(at.central, at.typeId);
  const free = new Set([...assignable.map(({ address }) => address), ...at.present]);
  const taken = new Set(leftover.map(({ address }) => address));
  const allowed = assignable.map(({ address }) => address).slice(0, 20);
  const errors = members.flatMap((member, index) => {
    const field = `members.${index}`;
    if (members.indexOf(member) !== index) return [{ field, reason: 'is named twice' }];
    if (free.has(member)) return [];
    if (taken.has(member)) return [{ field, reason: 'is a member of another group' }];
    return [{ field, reason: `does not fit this kind of group; allowed: ${allowed.join(', ') || 'none'}` }];
  });
  if (errors.length > 0) throw invalid(errors);
}

function refuseName(name: string): void {
  if ([...name].every((unit) => (unit.codePointAt(0) ?? 0) <= 0xff)) return;
  throw invalid([{ field: 'name', reason: 'contains characters that a CCU cannot store' }]);
}

async function existing({ heatingGroups }: HeatingGroupReading, central: string, id: number): Promise<GroupFacts> {
  const group = (await heatingGroups.list(central)).find((each) => each.id === id);
  if (group === undefined) throw notFound(`Heating group ${id}`);
  return group;
}

/** The CCU answers before it has stored a group, and may answer nothing: its list decides. */
async function confirmed(ports: HeatingGroupReading, central: string, id: number): Promise<HeatingGroup> {
  const group = (await ports.heatingGroups.list(central)).find((each) => each.id === id);
  if (group !== undefined) return bodyOf(ports, central, group);
  throw new GatewayError('upstream_unavailable', 'The CCU has not stored the heating group', { reason: 'unconfirmed' });
}

/**
 * Makes a heating group: its members follow one setpoint, one mode and one schedule, and a window contact lowers all of
 * them. Resolves with the group as the CCU lists it. Role `admin`; audited as `heating_group_create`.
 *
 * @throws GatewayError as `chooseCentral`; `validation` naming `type_id`, `name` or the member, `upstream_unavailable`,
 * `service_unready`
 * @example
 * const group = { typeId: 'HomeMatic.heating', name: 'Bath', members: ['OEQ0000001'], forbidSingleOperation: false };
 * await core.as(caller).heatingGroups.create({}, group);
 */
export const createHeatingGroup = useCase(
  'admin',
  async (
    ports: HeatingGroupWriting,
    caller: Caller,
    scope: Scope,
    group: Omit<GroupFacts, 'id' | 'typeLabel' | 'members'> & { readonly members: readonly string[] },
  ): Promise<HeatingGroup> => {
    const central = chooseCentral(ports.house, scope.central);
    refuseName(group.name);
    await refuseType(ports, central, group.typeId);
    await refuseMembers(ports, { central, typeId: group.typeId, present: [] }, group.members);
    const change = { action: 'heating_group_create', central, note: group.name };
    const id = await makeChange(ports, caller, change, () => ports.heatingGroups.save(central, group));
    return confirmed(ports, central, id);
  },
);

/**
 * Changes the name and the members of a heating group; members left out stay. Role `admin`; audited as
 * `heating_group_update`.
 *
 * @throws GatewayError as `createHeatingGroup`; `not_found`
 * @example
 * await core.as(caller).heatingGroups.update({ id: 3 }, { name: 'Bath', members: ['OEQ0000001'] });
 */
export const updateHeatingGroup = useCase(
  'admin',
  async (
    ports: HeatingGroupWriting,
    caller: Caller,
    at: Scope & { readonly id: number },
    wanted: {
      readonly name: string;
      readonly forbidSingleOperation?: boolean | undefined;
      readonly members?: readonly string[] | undefined;
    },
  ): Promise<void> => {
    const central = chooseCentral(ports.house, at.central);
    refuseName(wanted.name);
    const { typeId, ...before } = await existing(ports, central, at.id);
    const present = before.members.map(({ address }) => address);
    const { name, members = present, forbidSingleOperation = before.forbidSingleOperation } = wanted;
    await refuseMembers(ports, { central, typeId, present }, members);
    const change = {
      action: 'heating_group_update',
      central,
      deviceAddress: groupDevice(at.id),
      note: name,
    };
    const group = { id: at.id, name, typeId, forbidSingleOperation, members };
    await makeChange(ports, caller, change, () => ports.heatingGroups.save(central, group));
    await confirmed(ports, central, at.id);
  },
);

/**
 * Dissolves a heating group; its members stay, each for itself. Role `admin`; audited as `heating_group_delete`.
 *
 * @throws GatewayError as `chooseCentral`; `not_found`, `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).heatingGroups.delete({ id: 3 });
 */
export const deleteHeatingGroup = useCase(
  'admin',
  async (ports: HeatingGroupWriting, caller: Caller, at: Scope & { readonly id: number }): Promise<void> => {
    const central = chooseCentral(ports.house, at.central);
    const { name } = await existing(ports, central, at.id);
    const change = {
      action: 'heating_group_delete',
      central,
      deviceAddress: groupDevice(at.id),
      note: name,
    };
    await makeChange(ports, caller, change, () => ports.heatingGroups.remove(central, at.id));
    await ports.heatingGroups.list(central);
  },
);

/** Use cases of the family `heatingGroups`, by their names for a caller of the core. */
export const heatingGroupsUseCases = {
  list: reading('viewer', listHeatingGroups),
  types: reading('viewer', listHeatingGroupTypes),
  suitable: reading('viewer', listSuitableMembers),
  create: createHeatingGroup,
  update: updateHeatingGroup,
  delete: deleteHeatingGroup,
} as const;
