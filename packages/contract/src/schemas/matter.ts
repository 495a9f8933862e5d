import { z } from 'zod';

/** How the Matter bridge is doing. */
export const matterStatus = z
  .object({
    enabled: z.boolean(),
    listening: z.boolean(),
    endpoint_count: z.int(),
    fabric_count: z.int(),
    enabled_count: z.int(),
    advertising: z.boolean(),
    commissioning_window_open: z.boolean(),
  })
  .meta({ id: 'MatterStatus' });
