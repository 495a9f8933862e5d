import { z } from 'zod';
import { alwaysSent } from '../common.js';

/** The install mode of an interface. */
export const installModeEntry = z
  .object({
    interface: z.string().describe('`<central>-<interface>`'),
    central: alwaysSent(z.string()),
    active: z.boolean(),
    seconds: z.int().min(0).describe('Seconds left.'),
    observed: z.boolean().describe('False until the CCU was asked.'),
  })
  .meta({ id: 'InstallModeInterfaceEntry' });

const interfaceName = z.string().min(1).max(128).describe('Such as `HmIP-RF`, or `<central>-<interface>`.');
/** Duration of install mode, in seconds. */
export const installSeconds = z.int().min(0).max(600);

/** Install mode to be switched on or off. */
export const installModeRequest = z
  .strictObject({
    interface: interfaceName,
    active: z.boolean(),
    seconds: installSeconds.optional().describe('How long, 60 when absent.'),
    central: z.string().min(1).optional(),
    device_address: z.string().min(1).max(64).optional().describe('Pair only this device (BidCos-RF).'),
    sgtin: z
      .string()
      .regex(/^[0-9A-Fa-f-]{24,32}$/, 'must be the SGTIN printed on the device')
      .optional()
      .describe('Pair only this device (HmIP-RF), together with `key`.'),
    key: z
      .string()
      .regex(/^[0-9A-Za-z-]{16,64}$/, 'must be the key printed on the device')
      .optional()
      .describe('The key printed on the device. It is never logged.'),
  })
  .meta({ id: 'InstallModeInterfaceRequest' });

/** The interface on which wired devices are to be searched for. */
export const searchRequest = z.strictObject({ interface: interfaceName, central: z.string().min(1).optional() });

/** Number of devices that a search found. */
export const searchResult = z
  .object({ central: z.string().optional(), interface: z.string(), found: z.int().min(0) })
  .meta({ id: 'DeviceSearchResult' });
