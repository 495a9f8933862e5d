import { z } from 'zod';
import { objectName } from '../hub/sysvars.js';

const PLACES = 200;

const share = z.number().min(0).max(1);

const place = z.strictObject({
  central: z.string().min(1).max(256),
  device_address: z.string().min(1).max(64),
  x: share.describe('Share of the width, from the left.'),
  y: share.describe('Share of the height, from the top.'),
});

const members = {
  name: objectName,
  area: z.string().min(1).max(64).optional().describe('Id of its area; it may be deleted meanwhile.'),
  places: z.array(place).max(PLACES).describe('Each device once; a device may be gone meanwhile.'),
  revision: z.int().min(1).describe('Rises with each change.'),
} as const;

/** A picture of a floor with the places of devices. */
export const floorplan = z
  .object({
    id: z.string(),
    ...members,
    picture: z.object({
      type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      width: z.int().describe('Pixels.'),
      height: z.int().describe('Pixels.'),
      bytes: z.int(),
    }),
  })
  .meta({ id: 'Floorplan' });

/** A floor plan in full, with the revision that the caller has read. */
export const floorplanUpdate = z.strictObject(members).meta({ id: 'FloorplanUpdate' });

/** A new floor plan, beside its picture. */
export const newFloorplan = z.object({ name: objectName, area: members.area });
