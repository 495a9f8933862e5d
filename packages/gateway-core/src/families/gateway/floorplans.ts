import type { Floorplan, FloorplanUpdate } from '@ccu-gateway/contract/types';
import type { FloorplanControl, FloorplanPicture, FloorplanPlace, StoredFloorplan } from '../../ports/floorplans.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { reading, useCase } from '../../use-case/use-case.js';
import { pictureSize } from './picture-size.js';

/** Ports of the use cases that read floor plans. */
export interface FloorplanReading {
  readonly floorplans: FloorplanControl;
}

/** Ports of the use cases that change floor plans. */
export interface FloorplanWriting extends FloorplanReading, Recording {}

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
 * Floor plans with the places of devices, without their pictures. Role `viewer`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * const [ground] = await core.as(caller).floorplans.list();
 */
export async function listFloorplans({ floorplans }: FloorplanReading): Promise<readonly Floorplan[]> {
  return (await floorplans.list()).map(shown);
}

/**
 * Picture of a floor plan. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `service_unready` without storage
 * @example
 * const { type, bytes } = await core.as(caller).floorplans.picture('5f0c');
 */
export async function readFloorplanPicture({ floorplans }: FloorplanReading, id: string): Promise<FloorplanFile> {
  const plan = await existing(floorplans, id);
  const bytes = await floorplans.picture(id);
  if (bytes === undefined) throw notFound(`Floor plan ${id}`);
  return { type: plan.picture.type, bytes };
}

/**
 * Makes a floor plan of a PNG, JPEG or WebP picture of at most 2 MiB and 6000 pixels a side. An SVG is refused, because it
 * can have scripts. Role `admin`; audited as `floorplan_create`.
 *
 * @throws GatewayError `validation` for another file, `payload_too_large`, `conflict` (reason `too_many_floorplans`),
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
    const bytes = await contentOf(content);
    const id = ports.floorplans.newId();
    const made = { id, name, ...withArea(area), picture: checkedPicture(bytes), places: [], revision: 1 };
    if (!(await ports.floorplans.add(made, bytes, MOST))) {
      throw new GatewayError('conflict', `There are ${MOST} floor plans; no more are allowed`, {
        reason: 'too_many_floorplans',
      });
    }
    recordChange(ports, caller, { action: 'floorplan_create', note: name });
    return shown(made);
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
    recordChange(ports, caller, { action: 'floorplan_picture', note: before.name });
    return shown(after);
  },
);

/**
 * Replaces name, area and places of a floor plan. `revision` is the one that the caller has read. Role `admin`; audited as
 * `floorplan_update`.
 *
 * @throws GatewayError `not_found`, `validation` for a device with two places, `conflict` (reason `revision_changed`) after
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
    const { picture } = before;
    const { name, area, places, revision } = request;
    const after = { id, name, ...withArea(area), picture, places, revision: revision + 1 };
    if (!(await ports.floorplans.replace(after))) throw changed();
    recordChange(ports, caller, {
      action: 'floorplan_update',
      note: name,
      changes: [{ parameter: 'places', before: before.places.length, after: places.length }],
    });
    return shown(after);
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
  recordChange(ports, caller, { action: 'floorplan_delete', note: name });
});

const withArea = (area: string | undefined) => (area === undefined ? {} : { area });

const shown = (plan: StoredFloorplan): Floorplan => plan;

async function existing(floorplans: FloorplanControl, id: string): Promise<StoredFloorplan> {
  const found = (await floorplans.list()).find((each) => each.id === id);
  if (found === undefined) throw notFound(`Floor plan ${id}`);
  return found;
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
