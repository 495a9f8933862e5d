import { z } from 'zod';

/** A room or a function, and how many devices are in it. */
const counted = z.object({ name: z.string(), device_count: z.int().min(0) });

/** A room, and how many devices are in it. */
export const roomEntry = counted.meta({ id: 'RoomEntry' });

/** A function, and how many devices are in it. */
export const functionEntry = counted.meta({ id: 'FunctionEntry' });
