import { z } from 'zod';

/** A room or a function, and how many devices are in it. */
const counted = z.object({ name: z.string(), device_count: z.int().min(0) });

export const roomEntry = counted.meta({ id: 'RoomEntry' });

export const functionEntry = counted.meta({ id: 'FunctionEntry' });
