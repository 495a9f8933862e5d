import { z } from 'zod';
import { objectName } from '../hub/sysvars.js';

const AREAS = 64;
const ROOMS = 256;

const roomNames = z.array(z.string().min(1).max(256)).max(ROOMS);

/** A floor or another part of the building: rooms of all CCUs under one name, kept by the gateway. */
export const area = z
  .object({
    id: z.string(),
    name: z.string(),
    position: z.int().min(0).describe('In the order of the areas, from 0.'),
    rooms: z.array(z.string()).describe('Names of rooms; a room is in one area at most.'),
  })
  .meta({ id: 'Area' });

/** A new area. */
export const newArea = z
  .strictObject({ name: objectName, rooms: roomNames.default([]).describe('Rooms of another area leave that one.') })
  .meta({ id: 'NewArea' });

/** Changes of an area; absent members stay. */
export const areaUpdate = z
  .strictObject({
    name: objectName.optional(),
    position: z
      .int()
      .min(0)
      .max(AREAS - 1)
      .optional()
      .describe('Moves the area; a number beyond the last area is the last.'),
  })
  .meta({ id: 'AreaUpdate' });

/** The rooms of an area, in full. */
export const areaRooms = z
  .strictObject({ rooms: roomNames.describe('Replaces the rooms; those of another area leave that one.') })
  .meta({ id: 'AreaRooms' });
