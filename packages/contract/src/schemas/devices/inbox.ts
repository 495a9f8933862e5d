import { z } from 'zod';
import { alwaysSent } from '../common.js';
import { objectName } from '../hub/sysvars.js';

/** A device that waits to be accepted. */
export const inboxDevice = z
  .object({
    address: z.string(),
    model: z.string(),
    central: alwaysSent(z.string()),
    interface: z.string().optional(),
    serial: z.string().optional(),
    manufacturer: z.string().optional(),
    first_seen: z.int().optional().describe('Seconds since the Unix epoch.'),
    pending_creation: z.boolean().optional().describe('True: it is in no other list of the gateway so far.'),
    awaiting_release: z.boolean().optional().describe('True: the gateway holds it back until it is released.'),
  })
  .meta({ id: 'InboxDevice' });

/** Name, rooms and functions for a device from the inbox. */
export const acceptRequest = z
  .strictObject({
    name: objectName.optional(),
    include_channels: z.boolean().default(false).describe('Also name the channels, `<name>:<number>`.'),
    rooms: z.array(objectName).max(64).optional(),
    functions: z.array(objectName).max(64).optional(),
  })
  .meta({ id: 'AcceptDeviceRequest' });
