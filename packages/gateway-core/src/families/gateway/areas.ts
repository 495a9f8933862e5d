import type { Area } from '@ccu-gateway/contract/types';
import type { AreaControl, StoredArea } from '../../ports/areas.js';
import type { House, HubView } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { notReadFrom } from '../../use-case/unread.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** Ports of the use case that lists areas. */
export interface AreaReading {
  readonly areas: AreaControl;
}

/** Ports of the use cases that change areas. */
export interface AreaWriting extends AreaReading, Recording {
  readonly house: House;
  readonly hub: HubView;
}

const MAX_AREAS = 64;

/**
 * The areas in their order. Role `viewer`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * const areas = await core.as(caller).areas.list();
 */
export async function listAreas({ areas }: AreaReading): Promise<readonly Area[]> {
  return shown(await areas.list());
}

/**
 * Makes an area behind the others. Rooms of another area leave that one. Role `operator`; audited as `area_create`.
 *
 * @throws GatewayError `conflict` (reason `name_taken` or `too_many_areas`), `validation` with an unknown room,
 * `service_unready` without storage
 * @example
 * const { id } = await core.as(caller).areas.create({ name: 'Ground floor', rooms: ['Kitchen'] });
 */
export const createArea = useCase(
  'operator',
  async (
    ports: AreaWriting,
    caller: Caller,
    request: { readonly name: string; readonly rooms: readonly string[] },
  ): Promise<Area> => {
    const made = { id: ports.areas.newId(), name: request.name, rooms: distinct(request.rooms) };
    const kept = await ports.areas.change((areas) => {
      if (areas.length >= MAX_AREAS) {
        throw new GatewayError('conflict', `There are ${MAX_AREAS} areas; no more are allowed`, {
          reason: 'too_many_areas',
        });
      }
      refuseTaken(areas, made.name);
      refuseUnknownRooms(ports, areas, made.rooms);
      return [...withoutRooms(areas, made.rooms), made];
    });
    ports.areas.changed(made.id);
    recordChange(ports, caller, { action: 'area_create', note: made.name });
    return areaOf(kept, made.id);
  },
);

/**
 * Gives an area another name or position. Role `operator`; audited as `area_update` with the names.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `name_taken`), `service_unready` without storage
 * @example
 * await core.as(caller).areas.update({ id: '5f0c', position: 0 });
 */
export const updateArea = useCase(
  'operator',
  async (
    ports: AreaWriting,
    caller: Caller,
    { id, name, position }: { readonly id: string; readonly name?: string; readonly position?: number },
  ): Promise<Area> => {
    let before = '';
    const kept = await ports.areas.change((areas) => {
      const area = existing(areas, id);
      before = area.name;
      const others = areas.filter((each) => each !== area);
      if (name !== undefined) refuseTaken(others, name);
      const index = position ?? areas.indexOf(area);
      return others.toSpliced(index, 0, { ...area, name: name ?? area.name });
    });
    ports.areas.changed(id);
    const area = areaOf(kept, id);
    recordChange(ports, caller, {
      action: 'area_update',
      note: area.name,
      changes: [
        ...(name === undefined ? [] : [{ parameter: 'name', before, after: area.name }]),
        ...(position === undefined ? [] : [{ parameter: 'position', after: area.position }]),
      ],
    });
    return area;
  },
);

/**
 * Gives an area exactly these rooms; those of another area leave that one. A room that no CCU has is refused, unless an
 * area has it already. Role `operator`; audited as `area_rooms`.
 *
 * @throws GatewayError `not_found`, `validation` with an unknown room, `service_unready` without storage
 * @example
 * await core.as(caller).areas.setRooms({ id: '5f0c', rooms: ['Kitchen', 'Hall'] });
 */
export const setAreaRooms = useCase(
  'operator',
  async (
    ports: AreaWriting,
    caller: Caller,
    request: { readonly id: string; readonly rooms: readonly string[] },
  ): Promise<Area> => {
    const rooms = distinct(request.rooms);
    let before: readonly string[] = [];
    const kept = await ports.areas.change((areas) => {
      const area = existing(areas, request.id);
      before = area.rooms;
      refuseUnknownRooms(ports, areas, rooms);
      return withoutRooms(areas, rooms).map((each) => (each.id === area.id ? { ...each, rooms } : each));
    });
    ports.areas.changed(request.id);
    const area = areaOf(kept, request.id);
    recordChange(ports, caller, {
      action: 'area_rooms',
      note: area.name,
      changes: [{ parameter: 'rooms', before, after: rooms }],
    });
    return area;
  },
);

/**
 * Deletes an area; its rooms stay. Role `operator`; audited as `area_delete`.
 *
 * @throws GatewayError `not_found`, `service_unready` without storage
 * @example
 * await core.as(caller).areas.delete('5f0c');
 */
export const deleteArea = useCase('operator', async (ports: AreaWriting, caller: Caller, id: string): Promise<void> => {
  let name = '';
  await ports.areas.change((areas) => {
    const area = existing(areas, id);
    name = area.name;
    return areas.filter((each) => each !== area);
  });
  ports.areas.changed(id);
  recordChange(ports, caller, { action: 'area_delete', note: name });
});

function shown(areas: readonly StoredArea[]): readonly Area[] {
  return areas.map((area, position) => ({ ...area, position }));
}

function areaOf(areas: readonly StoredArea[], id: string): Area {
  const found = shown(areas).find((each) => each.id === id);
  if (found === undefined) throw notFound(`Area ${id}`);
  return found;
}

function existing(areas: readonly StoredArea[], id: string): StoredArea {
  const found = areas.find((each) => each.id === id);
  if (found === undefined) throw notFound(`Area ${id}`);
  return found;
}

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];

function withoutRooms(areas: readonly StoredArea[], rooms: readonly string[]): readonly StoredArea[] {
  return areas.map((each) => ({ ...each, rooms: each.rooms.filter((room) => !rooms.includes(room)) }));
}

function refuseTaken(areas: readonly StoredArea[], name: string): void {
  if (!areas.some((each) => each.name === name)) return;
  throw new GatewayError('conflict', `${name} exists already`, { reason: 'name_taken' });
}

/** While the rooms of a CCU were not read, each name may be one of its rooms. */
function refuseUnknownRooms(ports: AreaWriting, areas: readonly StoredArea[], rooms: readonly string[]): void {
  if (notReadFrom(ports, 'rooms', {}).length > 0) return;
  const known = new Set([...ports.hub.rooms({}).map(({ name }) => name), ...areas.flatMap((each) => each.rooms)]);
  const errors = rooms.flatMap((room, index) =>
    known.has(room) ? [] : [{ field: `rooms[${index}]`, reason: `no CCU has a room named ${room}` }],
  );
  if (errors.length > 0) throw invalid(errors);
}

/** Use cases of the family `areas`, by their names for a caller of the core. */
export const areasUseCases = {
  list: reading('viewer', listAreas),
  create: createArea,
  update: updateArea,
  setRooms: setAreaRooms,
  delete: deleteArea,
} as const;
