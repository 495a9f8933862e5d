import type { CountedEntry } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { AreaControl } from '../../ports/areas.js';
import type { House, HubView } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentral, knownScope } from '../../use-case/choose.js';
import { GatewayError, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { refuseUnread } from '../../use-case/unread.js';
import { reading, useCase } from '../../use-case/use-case.js';

/**
 * Changes of rooms and functions. Rejects with `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface GroupControl {
  /** Answers the name that the CCU made of it. Rejects with `conflict` when the name exists. */
  createGroup(central: string, kind: GroupKind, name: string): Promise<string>;
  /** Answers as `createGroup`. Rejects with `not_found` or `conflict`. */
  renameGroup(central: string, kind: GroupKind, name: string, newName: string): Promise<string>;
  removeGroup(central: string, kind: GroupKind, name: string): Promise<void>;
}

/** The two kinds of groups that the logic layer keeps. */
export type GroupKind = 'room' | 'function';

/** Ports of the use case that lists rooms and functions. */
export interface GroupReading {
  readonly house: House;
  readonly hub: HubView;
}

/** Ports of the use cases that change rooms and functions. */
export interface GroupWriting extends GroupReading, Recording {
  readonly groups: GroupControl;
  /** Rooms of areas follow a rename. */
  readonly areas: AreaControl;
}

/**
 * The rooms or the functions, each with the number of its channels, as last read. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` (reason `not_read`) where none was read
 * yet
 * @example
 * const rooms = core.as(caller).groups.list('room', {});
 */
export function listGroups(ports: GroupReading, kind: GroupKind, scope: Scope): readonly CountedEntry[] {
  const { house, hub } = ports;
  const known = knownScope(house, scope);
  refuseUnread(ports, kind === 'room' ? 'rooms' : 'functions', scope);
  return kind === 'room' ? hub.rooms(known) : hub.functions(known);
}

/**
 * Makes a room or a function at the CCU; the central may be left out where there is only one. Resolves with the name
 * that the CCU made of it, when it has made it; the model shows it when names were read again. Role `operator`; audited
 * as `room_create` or `function_create`.
 *
 * @throws GatewayError as `chooseCentral`; `conflict` (reason `name_taken`), `service_unready` (reason `not_read`)
 * before the list was read, `upstream_unavailable`
 * @example
 * await core.as(caller).groups.create('room', { name: 'Attic' });
 */
export const createGroup = useCase(
  'operator',
  async (
    ports: GroupWriting,
    caller: Caller,
    kind: GroupKind,
    request: Scope & { readonly name: string },
  ): Promise<string> => {
    const central = chooseCentral(ports.house, request.central);
    refuseTaken(ports, kind, central, request.name);
    const became = await ports.groups.createGroup(central, kind, request.name);
    recordChange(ports, caller, { action: `${kind}_create`, central, note: became });
    return became;
  },
);

/**
 * Renames a room or a function at the CCU, and resolves with the name that the CCU made of it. Role `operator`; audited as `room_rename` or `function_rename`, with both
 * names.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `name_taken`, or `central_required`), `service_unready`,
 * `upstream_unavailable`
 * @example
 * await core.as(caller).groups.rename('room', { name: 'Attic', newName: 'Studio' });
 */
export const renameGroup = useCase(
  'operator',
  async (
    ports: GroupWriting,
    caller: Caller,
    kind: GroupKind,
    request: Scope & { readonly name: string; readonly newName: string },
  ): Promise<string> => {
    const central = groupCentral(ports, kind, request);
    if (request.newName !== request.name) refuseTaken(ports, kind, central, request.newName);
    const became = await ports.groups.renameGroup(central, kind, request.name, request.newName);
    recordChange(ports, caller, {
      action: `${kind}_rename`,
      central,
      changes: [{ parameter: 'name', before: request.name, after: became }],
    });
    if (kind === 'room') await followInAreas(ports, central, { from: request.name, to: became });
    return became;
  },
);

/**
 * Removes a room or a function at the CCU; its channels stay. Role `operator`; audited as `room_delete` or
 * `function_delete`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`) where several CCUs have the name,
 * `service_unready`, `upstream_unavailable`
 * @example
 * await core.as(caller).groups.delete('room', { name: 'Attic' });
 */
export const deleteGroup = useCase(
  'operator',
  async (
    ports: GroupWriting,
    caller: Caller,
    kind: GroupKind,
    request: Scope & { readonly name: string },
  ): Promise<void> => {
    const central = groupCentral(ports, kind, request);
    await ports.groups.removeGroup(central, kind, request.name);
    recordChange(ports, caller, { action: `${kind}_delete`, central, note: request.name });
    if (kind === 'room') await followInAreas(ports, central, { from: request.name });
  },
);

/** The CCU that has this room or function. A name that several CCUs have requires the CCU. */
function groupCentral(ports: GroupReading, kind: GroupKind, request: Scope & { readonly name: string }): string {
  const asked =
    request.central === undefined ? ports.house.centralNames() : [chooseCentral(ports.house, request.central)];
  const having = asked.filter((central) =>
    listGroups(ports, kind, { central }).some(({ name }) => name === request.name),
  );
  const [only, ...others] = having;
  if (only === undefined) throw notFound(`${kind === 'room' ? 'Room' : 'Function'} ${request.name}`);
  if (others.length === 0) return only;
  throw new GatewayError('conflict', `Several CCUs have ${request.name}: say which one with \`central\``, {
    reason: 'central_required',
    members: { centrals: having },
  });
}

/**
 * Renames or removes the room in its area. Another CCU with a room of that name keeps the name there. A failure of the
 * storage is no failure of the change at the CCU: the area keeps a name without a room.
 */
async function followInAreas(
  { areas, house, hub }: GroupWriting,
  central: string,
  { from, to }: { readonly from: string; readonly to?: string },
): Promise<void> {
  const others = house.centralNames().filter((name) => name !== central);
  if (others.some((name) => hub.rooms({ central: name }).some((room) => room.name === from))) return;
  try {
    const area = (await areas.list()).find(({ rooms }) => rooms.includes(from));
    if (area === undefined) return;
    await areas.change((kept) =>
      kept.map((each) => ({
        ...each,
        rooms: each.rooms
          .filter((room) => to === undefined || room !== to)
          .flatMap((room) => (room === from ? (to ?? []) : [room])),
      })),
    );
    areas.changed(area.id);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
  }
}

function refuseTaken(ports: GroupReading, kind: GroupKind, central: string, wanted: string): void {
  if (!listGroups(ports, kind, { central }).some(({ name }) => name === wanted)) return;
  throw new GatewayError('conflict', `${wanted} exists already`, { reason: 'name_taken' });
}

/** Use cases of the family `groups`, by their names for a caller of the core. */
export const groupsUseCases = {
  list: reading('viewer', listGroups),
  create: createGroup,
  rename: renameGroup,
  delete: deleteGroup,
} as const;
