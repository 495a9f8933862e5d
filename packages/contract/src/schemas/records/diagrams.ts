import { z } from 'zod';
import { objectName } from '../hub/sysvars.js';

const SERIES = 16;

const visibility = z.enum(['private', 'shared']).describe('`shared`: all users see it.');

const series = z
  .looseObject({ central: z.string().min(1).max(256).describe('CCU of the series.') })
  .describe('Other members belong to the pages.');

const definition = z
  .looseObject({ series: z.array(series).max(SERIES).optional() })
  .describe('Series and settings; the gateway keeps members that it does not know. At most 8 KiB as JSON.');

/** A diagram that a user has saved. */
export const diagram = z
  .object({
    id: z.string(),
    name: z.string(),
    visibility,
    owner: z.string().describe('Subject that saved it.'),
    is_own: z.boolean().describe('Whether the caller saved it.'),
    config: definition,
    created_at_ms: z.int(),
    updated_at_ms: z.int(),
  })
  .meta({ id: 'DiagramConfig' });

/** Diagrams that a user sees. */
export const diagramList = z
  .object({ diagrams: z.array(diagram).describe('Own ones and shared ones of others, by name.') })
  .meta({ id: 'DiagramList' });

/** A diagram in full. */
export const diagramWrite = z
  .strictObject({ name: objectName, visibility: visibility.default('private'), config: definition.default({}) })
  .meta({ id: 'DiagramWriteRequest' });
