import { z } from 'zod';
import { alwaysSent, fitsPath, timestamp, translatedText, UNFIT_FOR_PATH } from '../common.js';

/** The CCU keeps names in Latin-1 and shows them in one line. */
const controlFree = /^[^\p{Cc}]*$/u;
const text = (max: number) => z.string().max(max).regex(controlFree, 'must not have control characters');
/** Name of a room, function, variable or device, as a CCU can store it. */
export const objectName = text(128).min(1).refine(fitsPath, UNFIT_FOR_PATH);

/** Name of a system variable in a request. */
export const sysvarName = z.string().min(1).max(256).describe('Name of the system variable.');

/** A system variable with its value. */
export const sysvarSummary = z
  .object({
    name: z.string().describe('As the CCU keeps it: addresses and topics have this one.'),
    translated_name: translatedText,
    unique_id: z.string(),
    value_type: z.enum(['LOGIC', 'ALARM', 'FLOAT', 'INTEGER', 'LIST', 'NUMBER', 'STRING']),
    observed: z.boolean().describe('Whether a value was ever read.'),
    central: alwaysSent(z.string()),
    description: z.string().optional(),
    translated_description: translatedText,
    unit: z.string().optional(),
    value: z.unknown().optional().describe('A LIST is the index into `value_list`.'),
    value_list: z.array(z.string()).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    is_internal: z.boolean().optional(),
    is_visible: z.boolean().optional(),
    is_logged: z.boolean().optional(),
    value_name_0: z.string().optional().describe('Name of false.'),
    value_name_1: z.string().optional().describe('Name of true.'),
    translated_value_name_0: translatedText,
    translated_value_name_1: translatedText,
    is_extended: z.boolean().optional(),
    vid: z.int().optional(),
    enabled_default: z.boolean().optional(),
    channel: z.string().optional(),
    device_address: z.string().optional(),
    last_seen_at: timestamp.optional().describe('When the value was last read; CCUs do not tell when it changes.'),
    modified_at: timestamp.optional(),
  })
  .meta({ id: 'SysvarSummary' });

/** The contract writes bounds as text, people as numbers: both are taken. */
const bound = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/, 'must be a number')
      .transform(Number),
  ])
  .optional();

const details = {
  description: text(1024).optional(),
  unit: text(32).optional(),
  min: bound,
  max: bound,
  value_list: z
    .array(
      text(128)
        .min(1)
        .regex(/^[^;]*$/, 'must not have a semicolon'),
    )
    .min(1)
    .max(255)
    .optional(),
  value_name_0: text(128).optional(),
  value_name_1: text(128).optional(),
} as const;

/** A system variable to be made. */
export const createSysvarRequest = z
  .strictObject({
    name: objectName,
    value_type: z.enum(['BOOL', 'INTEGER', 'FLOAT', 'STRING', 'ENUM', 'ALARM']),
    ...details,
    channel_address: z.string().min(1).max(64).optional().describe('Channel the variable belongs to.'),
  })
  .meta({ id: 'CreateSysvarRequest' });

/** Changes of a system variable. */
export const changeSysvarRequest = z
  .strictObject({
    name: objectName.optional(),
    ...details,
    is_visible: z.boolean().optional(),
    is_logged: z.boolean().optional(),
    channel_address: z.string().max(64).optional().describe('Empty to end the assignment.'),
  })
  .meta({ id: 'ChangeSysvarRequest' });

/** A value for a system variable. */
export const setSysvarRequest = z
  .strictObject({
    value: z.json().describe('As the type of the variable demands; a LIST takes the index or the text of the entry.'),
  })
  .meta({ id: 'SysvarSetRequest' });

/** The programs that use a system variable. */
export const sysvarUsage = z
  .object({
    central: z.string().optional(),
    sysvar: z.string(),
    programs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        active: z.boolean().optional(),
        is_internal: z.boolean().optional(),
      }),
    ),
  })
  .meta({ id: 'SysvarUsage' });
