import { z } from 'zod';
import { alwaysSent } from '../common.js';

/** A channel that can have the same settings. */
export const applyTarget = z
  .object({ address: z.string(), name: z.string(), device_address: z.string(), device_name: z.string() })
  .meta({ id: 'ApplyTarget' });

/** Channels that get the settings of another one. */
export const applySettingsRequest = z
  .strictObject({
    targets: z.array(z.string().min(3).max(64)).min(1).max(64).describe('Channels of `apply-targets`.'),
    parameters: z
      .array(z.string().min(1).max(128))
      .min(1)
      .max(512)
      .optional()
      .describe('Only these; all that can be written where it is left out.'),
    dry_run: z.boolean().default(false).describe('Only compare.'),
  })
  .meta({ id: 'ApplySettingsRequest' });

const value = z.union([z.number(), z.boolean(), z.string()]);

/** The differences of each channel, and its outcome. */
export const applySettingsResult = z
  .object({
    results: z.array(
      z.object({
        address: z.string(),
        state: z
          .enum(['planned', 'unchanged', 'written', 'failed', 'skipped'])
          .describe('`planned`: differs, in a dry run. `skipped`: the caller went away before its turn.'),
        changes: alwaysSent(
          z
            .array(z.object({ parameter: z.string(), from: value.optional(), to: value }))
            .describe('Empty for `skipped`.'),
        ),
        code: z.string().optional().describe('Of the error, for `failed`.'),
        message: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'ApplySettingsResult' });
