import { z } from 'zod';

const formParameter = z.object({
  parameter: z.string(),
  label: z.string(),
  type: z.string(),
  operations: z.object({ read: z.boolean(), write: z.boolean(), event: z.boolean() }),
  internal: z.boolean().describe('Meant for the device itself; shown to experts only.'),
  unit: z.string().optional(),
  multiplier: z.number().optional().describe('Factor of a value before people see it.'),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.unknown().optional(),
  value_list: z.array(z.string()).optional(),
  value_translations: z.record(z.string(), z.string()).optional(),
  specials: z
    .array(z.object({ id: z.string(), value: z.number() }))
    .optional()
    .describe('Values outside the bounds that have a meaning of their own.'),
  control: z.string().optional(),
  value: z.unknown().optional().describe('Left out while it is not known.'),
});

/** The parameters of a paramset, as a form shows them. */
export const formSchema = z
  .object({
    central: z.string(),
    interface_id: z.string(),
    device_address: z.string(),
    channel_address: z.string(),
    channel_no: z.int(),
    channel_type: z.string(),
    channel_type_label: z.string().optional(),
    paramset: z.enum(['VALUES', 'MASTER', 'LINK']),
    peer: z.string().optional(),
    parameters: z.array(formParameter).describe('In the order in which a form shows them.'),
  })
  .meta({ id: 'FormSchema' });

/** The same for the MASTER paramset that a device has at its own address. */
export const deviceFormSchema = z
  .object({
    central: z.string(),
    interface_id: z.string(),
    device_address: z.string(),
    model: z.string(),
    paramset: z.literal('MASTER'),
    parameters: formSchema.shape.parameters,
  })
  .meta({ id: 'DeviceFormSchema' });
