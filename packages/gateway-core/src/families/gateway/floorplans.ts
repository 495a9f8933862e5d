import type { Floorplan, FloorplanUpdate } from '@ccu-gateway/contract/types';
import type { AreaControl } from '../../ports/areas.js';
import type { FloorplanControl, FloorplanPicture, FloorplanPlace, StoredFloorplan } from '../../ports/floorplans.js';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { reading, useCase } from '../../use-case/use-case.js';
import { pictureSize } from './picture-size.js';

/** Ports of the use cases that read floor plans. */
export interface FloorplanReading {
  readonly floorplans: FloorplanControl;
  readonly house: Pick<House, 'devices'>;
}

/** Ports of the use cases that change floor plans. */
export interface FloorplanWriting extends FloorplanReading, Recording {
  readonly areas: Pick<AreaControl, 'list'>;
}

/** Most floor plans of a gateway. */
const MOST = 16;
const MOST_BYTES = 2 * 1024 * 1024;
/** Pixels of a side: a browser decodes the picture whole. */
const SIDE = { least: 16, most: 6_000 } as const;

/** Picture of a floor plan with its media type. */
export interface FloorplanFile {
  readonly type: FloorplanPicture['type'];
  readonly bytes: Uint8Array;
}

/**
 * Floor plans with the places of devices, without their pictures. A device that replaced another one has its place; a
 * removed one keeps its own until a caller takes it off. Role `viewer`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * const [ground] = await core.as(caller).floorplans.list();
 */
export async function listFloorplans({ floorplans, house }: FloorplanReading): Promise<readonly Floorplan[]> {
  const successors = successorsIn(house);
  return (await floorplans.list()).map((plan) => withSuccessors(plan, successors));
}

/**
 * Picture of a floor plan. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `service_unready` without storage
 * @example
 * const { type, bytes } = await core.as(caller).floorplans.picture('5f0c');
 */
export async function readFloorplanPicture(
  { floorplans }: Pick<FloorplanReading, 'floorplans'>,
  id: string,
): Promise<FloorplanFile> {
  const plan = await existing(floorplans, id);
  const bytes = await floorplans.picture(id);
  if (bytes === undefined) throw notFound(`Floor plan ${id}`);
  return { type: plan.picture.type, bytes };
}

/**
 * Makes a floor plan of a PNG, JPEG or WebP picture of at most 2 MiB and 6000 pixels a side. An SVG is refused, because it
 * can have scripts. Role `admin`; audited as `floorplan_create`.
 *
 * @throws GatewayError `validation` for another file or an unknown area, `payload_too_large`, `conflict` (reason `too_many_floorplans`),
 * `service_unready` without storage
 * @example
 * const { id } = await core.as(caller).floorplans.create({ name: 'Ground floor', content: createReadStream('plan.png') });
 */
export const createFloorplan = useCase(
  'admin',
  async (
    ports: FloorplanWriting,
    caller: Caller,
    request: {
      readonly name: string;
      readonly area?: string | undefined;
      readonly content: AsyncIterable<Uint8Array>;
    },
  ): Promise<Floorplan> => {
    const { name, area, content } = request;
    await refuseUnknownArea(ports, area);
    const bytes = await contentOf(content);
    const id = ports.floorplans.newId();
    const made = { id, name, ...withArea(area), picture: checkedPicture(bytes), places: [], revision: 1 };
    if (!(await ports.floorplans.add(made, bytes, MOST))) {
      throw new GatewayError('conflict', `There are ${MOST} floor plans; no more are allowed`, {
        reason: 'too_many_floorplans',
      });
    }
    ports.floorplans.changed(id);
    recordChange(ports, caller, { action: 'floorplan_create', note: name });
    return made;
  },
);

/**
 * Replaces the picture of a floor plan; its places stay. Role `admin`; audited as `floorplan_picture`.
 *
 * @throws GatewayError `not_found`, `validation` for another file, `payload_too_large`, `conflict` (reason
 * `revision_changed`), `service_unready` without storage
 * @example
 * await core.as(caller).floorplans.replacePicture({ id: '5f0c', content: createReadStream('plan.png') });
 */
export const replaceFloorplanPicture = useCase(
  'admin',
  async (
    ports: FloorplanWriting,
    caller: Caller,
    { id, content }: { readonly id: string; readonly content: AsyncIterable<Uint8Array> },
  ): Promise<Floorplan> => {
    const before = await existing(ports.floorplans, id);
    const bytes = await contentOf(content);
    const after = { ...before, picture: checkedPicture(bytes), revision: before.revision + 1 };
    if (!(await ports.floorplans.replace(after, bytes))) throw changed();
    ports.floorplans.changed(id);
    recordChange(ports, caller, { action: 'floorplan_picture', note: before.name });
    return withSuccessors(after, successorsIn(ports.house));
  },
);

/**
 * Replaces name, area and places of a floor plan. `revision` is the one that the caller has read. An area that was deleted
 * may stay until another one is chosen. Role `admin`; audited as `floorplan_update`.
 *
 * @throws GatewayError `not_found`, `validation` for a device with two places or an unknown area, `conflict` (reason `revision_changed`) after
 * another change, `service_unready` without storage
 * @example
 * await core.as(caller).floorplans.update({ ...plan, places: [{ central: 'home', device_address: '000A', x: 0.2, y: 0.5 }] });
 */
export const updateFloorplan = useCase(
  'admin',
  async (
    ports: FloorplanWriting,
    caller: Caller,
    { id, ...request }: FloorplanUpdate & { readonly id: string },
  ): Promise<Floorplan> => {
    refuseTwice(request.places);
    const before = await existing(ports.floorplans, id);
    if (before.revision !== request.revision) throw changed();
    if (request.area !== before.area) await refuseUnknownArea(ports, request.area);
    const { picture } = before;
    const { name, area, places, revision } = request;
    const after = { id, name, ...withArea(area), picture, places, revision: revision + 1 };
    if (!(await ports.floorplans.replace(after))) throw changed();
    ports.floorplans.changed(id);
    recordChange(ports, caller, {
      action: 'floorplan_update',
      note: name,
      changes: [{ parameter: 'places', before: before.places.length, after: places.length }],
    });
    return withSuccessors(after, successorsIn(ports.house));
  },
);

/**
 * Deletes a floor plan with its picture. Role `admin`; audited as `floorplan_delete`.
 *
 * @throws GatewayError `not_found`, `service_unready` without storage
 * @example
 * await core.as(caller).floorplans.delete('5f0c');
 */
export const deleteFloorplan = useCase('admin', async (ports: FloorplanWriting, caller: Caller, id: string) => {
  const { name } = await existing(ports.floorplans, id);
  if (!(await ports.floorplans.remove(id))) throw notFound(`Floor plan ${id}`);
  ports.floorplans.changed(id);
  recordChange(ports, caller, { action: 'floorplan_delete', note: name });
});

const withArea = (area: string | undefined) => (area === undefined ? {} : { area });

async function existing(floorplans: FloorplanControl, id: string): Promise<StoredFloorplan> {
  const found = (await floorplans.list()).find((each) => each.id === id);
  if (found === undefined) throw notFound(`Floor plan ${id}`);
  return found;
}

async function refuseUnknownArea({ areas }: Pick<FloorplanWriting, 'areas'>, area: string | undefined): Promise<void> {
  if (area === undefined || (await areas.list()).some(({ id }) => id === area)) return;
  throw invalid([{ field: 'area', reason: 'is no area; `GET /areas` lists them' }]);
}

const keyOf = (central: string, address: string) => `${central}/${address}`;

/** Addresses of the devices that stand for replaced ones, by CCU and old address. One that is there again stands for itself. */
function successorsIn(house: FloorplanReading['house']): ReadonlyMap<string, string> {
  const devices = house.devices({});
  const found = new Map<string, string>();
  for (const { central = '', address, replaced = [] } of devices) {
    for (const before of replaced) found.set(keyOf(central, before.address), address);
  }
  for (const { central = '', address } of devices) found.delete(keyOf(central, address));
  return found;
}

/** A successor that has a place of its own keeps that one. */
function withSuccessors(plan: StoredFloorplan, successors: ReadonlyMap<string, string>): Floorplan {
  const own = new Set(plan.places.map((each) => keyOf(each.central, each.device_address)));
  const places = plan.places.flatMap((place): FloorplanPlace[] => {
    const address = successors.get(keyOf(place.central, place.device_address));
    if (address === undefined) return [place];
    return own.has(keyOf(place.central, address)) ? [] : [{ ...place, device_address: address }];
  });
  return { ...plan, places };
}

function changed(): GatewayError {
  return new GatewayError('conflict', 'The floor plan was changed meanwhile: read it again', {
    reason: 'revision_changed',
  });
}

/** The whole file; reading ends at the limit. */
async function contentOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.byteLength;
    if (size > MOST_BYTES) {
      throw new GatewayError('payload_too_large', `A picture has at most ${MOST_BYTES} bytes`, {
        reason: 'picture_too_large',
      });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function checkedPicture(bytes: Uint8Array): FloorplanPicture {
  const found = pictureSize(bytes);
  if (found === undefined) {
    throw invalid([{ field: 'file', reason: 'must be a PNG, JPEG or WebP picture; an SVG can have scripts' }]);
  }
  const { width, height } = found;
  if (Math.min(width, height) < SIDE.least || Math.max(width, height) > SIDE.most) {
    const reason = `has ${width} × ${height} pixels; a side has ${SIDE.least} to ${SIDE.most}`;
    throw invalid([{ field: 'file', reason, max: SIDE.most }]);
  }
  return { ...found, bytes: bytes.byteLength };
}

function refuseTwice(places: readonly FloorplanPlace[]): void {
  const seen = new Set<string>();
  const errors = places.flatMap(({ central, device_address: address }, index) => {
    const key = `${central}/${address}`;
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ field: `places[${index}]`, reason: 'a device has one place on a floor plan' }];
  });
  if (errors.length > 0) throw invalid(errors);
}

/** Use cases of the family `floorplans`, by their names for a caller of the core. */
export const floorplansUseCases = {
  list: reading('viewer', listFloorplans),
  picture: reading('viewer', readFloorplanPicture),
  create: createFloorplan,
  update: updateFloorplan,
  replacePicture: replaceFloorplanPicture,
  delete: deleteFloorplan,
} as const;
