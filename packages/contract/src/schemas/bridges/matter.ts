import { z } from 'zod';
import { documentedAs } from '../common.js';

const port16 = z.int().min(0).max(65_535);
const discriminator = z.int().min(0).max(4095);
const passcode = z.int().min(1).max(99_999_998);
const fabricIndex = z.int().min(1).max(254);
/** As a number it is exact up to 2^53 only; the member that ends in `_hex` is always exact. */
const id64 = documentedAs(z.number(), { type: 'integer', format: 'int64' });
const hex64 = z.string().regex(/^[0-9A-F]{16}$/);
const seconds = z.int().min(180).max(900);
const codes = {
  qr_code: z.string().describe('Text of the QR code: `MT:…`.'),
  manual_code: z.string().describe('To be typed instead of the QR code: 11 digits.'),
} as const;

/** State of the Matter bridge. */
export const matterStatus = z
  .object({
    enabled: z.boolean(),
    listening: z.boolean(),
    listen_addr: z.string().optional(),
    endpoint_count: z.int().describe('Things that are shown.'),
    fabric_count: z.int().describe('Homes that the bridge belongs to.'),
    enabled_count: z.int().describe('Things that are chosen to be shown.'),
    advertising: z.boolean().describe('Whether the bridge announces itself in the network.'),
    commissioning_window_open: z.boolean(),
    commissioning_window_duration_seconds: z.int().min(0).max(900).optional(),
    profile: z
      .enum(['all', 'alexa', 'apple', 'google', 'homeassistant'])
      .optional()
      .describe('The system that the bridge is shown to. Absent while it does not run.'),
    endpoints_used: z
      .int()
      .optional()
      .describe('Endpoints that the shown things take, those of their functions among them.'),
    endpoint_limit: z.int().optional().describe('Endpoints that the system takes. Absent where no limit is known.'),
    warnings: z
      .array(
        z.object({ code: z.string(), message: z.string(), things: z.int().describe('How many things it concerns.') }),
      )
      .optional()
      .describe(
        'Limits of the system for the chosen things: `limit_passed`, `unlock_needs_pin`. Absent where there is nothing to say.',
      ),
    problems: z
      .array(z.object({ code: z.string(), message: z.string(), remedy: z.string() }))
      .optional()
      .describe('Faults of the bridge, and their remedies. Absent where nothing does.'),
  })
  .meta({ id: 'MatterStatus' });

/** A home that the bridge belongs to. */
export const matterFabric = z
  .object({
    fabric_index: fabricIndex,
    fabric_id: id64,
    fabric_id_hex: hex64,
    node_id: id64,
    node_id_hex: hex64,
    vendor_id: port16,
    vendor_name: z.string().optional(),
    label: z.string().optional(),
    compressed_id: z.string(),
    root_public_key: z.string(),
  })
  .meta({ id: 'MatterFabric' });

/** The homes that the bridge belongs to. */
export const matterFabricList = z.object({ fabrics: z.array(matterFabric) }).meta({ id: 'MatterFabricList' });

/** The codes to add the bridge with. */
export const matterSetupPayload = z
  .object({ discriminator, passcode, vendor_id: port16, product_id: port16, ...codes })
  .meta({ id: 'MatterSetupPayload' });

/** Duration of the commissioning window. */
export const matterWindowRequest = z
  .strictObject({ duration_seconds: seconds.optional().describe('900 where it is left out.') })
  .meta({ id: 'MatterCommissioningWindowRequest' });

/** An open commissioning window, and the codes to use it. */
export const matterWindow = z
  .object({ discriminator, passcode, duration_seconds: seconds, ...codes })
  .meta({ id: 'MatterCommissioningWindowResponse' });

const thing = {
  central_name: z.string().min(1),
  device_address: z.string().min(1),
  channel_no: z.int().min(0),
  dp_kind: z.enum(['custom', 'generic', 'calculated', 'combined', 'measurement']),
  dp_key: z.string().min(1).describe('Name of the custom data point, or of the parameter.'),
} as const;

const switchKind = z.enum(['plug', 'light']);

/** Something that the bridge could show. */
export const matterExposure = z
  .object({
    ...thing,
    parameter_label: z.string().optional(),
    display_name: z.string().optional(),
    enabled: z.boolean(),
    friendly_name: z.string().optional().describe('The name that was chosen for it.'),
    mappable: z.enum(['mappable', 'partially_mappable', 'unmappable']),
    device_type: port16.optional(),
    device_type_label: z.string().optional(),
    clusters: z.array(z.int()).optional(),
    reason: z.string().optional().describe('Why it cannot be shown, or its left out parts.'),
    reason_code: z
      .string()
      .optional()
      .describe('The same as a word that never changes, such as `partly` or `over_limit`.'),
    left_out: z
      .array(z.string())
      .optional()
      .describe('Capabilities that are not shown, by names of capabilities, parameters and functions.'),
    shown: z
      .boolean()
      .describe('Whether it is shown just now: a chosen thing is not where the system takes no more endpoints.'),
    room: z.string().optional(),
    kind: switchKind.optional().describe('The kind it is shown as, where that can be chosen.'),
    held_back: z
      .string()
      .optional()
      .describe(
        'Why it is not shown unless it is chosen: `security`, `loud`, `water`, `hidden`, `key_of_actor`, `virtual_key`.',
      ),
    ecosystems: z
      .array(z.string())
      .describe('Systems that know its type: `alexa`, `apple`, `google`, `homeassistant`.'),
    endpoints: z.int().optional().describe('Endpoints that it takes: its own and those of its functions.'),
  })
  .meta({ id: 'MatterExposure' });

/** All that the bridge could show. */
export const matterExposureList = z.object({ items: z.array(matterExposure) }).meta({ id: 'MatterExposureList' });

/** Exposure of one device by the bridge, and its name there. */
export const matterExposureUpdate = z
  .strictObject({
    ...thing,
    enabled: z.boolean(),
    friendly_name: z.string().max(32).optional().describe('Empty: its own name again.'),
    kind: switchKind.optional().describe('Kind of a shown switch. As before where it is left out.'),
  })
  .meta({ id: 'MatterExposureUpdate' });

/** The same for several things. */
export const matterExposureBulkUpdate = z
  .strictObject({ items: z.array(matterExposureUpdate).max(1000) })
  .meta({ id: 'MatterExposureBulkUpdate' });

/** Number of accepted entries. */
export const matterExposureBulkResult = z.object({ applied: z.int() });
