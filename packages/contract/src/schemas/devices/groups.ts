import { z } from 'zod';
import { translatedText } from '../common.js';

/** A room or a function, and how many devices are in it. */
const counted = z.object({ name: z.string(), translated_name: translatedText, device_count: z.int().min(0) });

/** A room, and how many devices are in it. */
export const roomEntry = counted.meta({ id: 'RoomEntry' });

/** A function, and how many devices are in it. */
export const functionEntry = counted.meta({ id: 'FunctionEntry' });
