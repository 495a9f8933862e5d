import { z } from 'zod';
import { timestamp } from '../common.js';

/** The part of the configuration that every user may read. */
export const configSummary = z
  .object({
    locale: z.string().optional(),
    centrals: z
      .array(
        z.object({
          name: z.string(),
          host: z.string().describe('Empty for all but admins.'),
          interfaces: z.array(z.string()),
        }),
      )
      .optional(),
    callback_ports: z.object({ xmlrpc: z.int().optional(), binrpc: z.int().optional() }).optional(),
    features: z.record(z.string(), z.boolean()).optional(),
    policies: z.record(z.string(), z.boolean()).optional(),
  })
  .meta({ id: 'ConfigSnapshot' });

/** Every setting with its kind, type and default. */
export const configSchema = z
  .object({
    sections: z.array(z.string()),
    fields: z.array(
      z.object({
        path: z.string(),
        class: z.enum(['basic', 'expert', 'secret']),
        type: z.string(),
        restart_required: z.boolean(),
        default: z.unknown().optional(),
        allowed: z.string().optional().describe('Allowed values, in words.'),
        values: z.array(z.string()).optional().describe('The values there are, where they are few.'),
        minimum: z.number().optional(),
        maximum: z.number().optional(),
        variable: z.string().optional().describe('Environment variable that pins this setting where it is set.'),
        section: z.string().optional().describe('Section it is changed with; absent: only in the file.'),
      }),
    ),
  })
  .meta({ id: 'ConfigSchema' });

/** The configuration in force, and where each value came from. */
export const effectiveConfig = z
  .object({
    config: z.record(z.string(), z.unknown()).describe('Secrets show as `***`.'),
    sources: z
      .record(z.string(), z.enum(['bootstrap', 'db', 'env', 'default']))
      .describe('Where each value came from. Those from `env` cannot be changed here.'),
  })
  .meta({ id: 'EffectiveConfig' });

/** The settings of one section. */
export const sectionBody = z.record(z.string(), z.json());

/** Result of saving a section. */
export const savedSection = z
  .object({
    section: z.string(),
    version: z.int(),
    updated_at: timestamp,
    restart_required: z.boolean(),
    applied: z.boolean().describe('Whether changes at run time are in force.'),
    apply_error: z.string().optional(),
  })
  .meta({ id: 'SavedConfigSection' });

/** Settings to try, as they would be saved. */
export const configTestBody = z.object({
  settings: sectionBody.describe('The whole section. `***` stands for the stored secret.'),
  name: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Which broker, webhook or channel, in a section with several of them.'),
});

/** Outcome of a test of settings. */
export const configTest = z
  .object({
    ok: z.boolean(),
    message: z.string().describe('One sentence for people: what works, or the fault with a remedy.'),
    kind: z
      .enum([
        'name',
        'unreachable',
        'timeout',
        'tls',
        'credentials',
        'protocol',
        'refused',
        'closed',
        'forbidden',
        'redirect',
        'unusable',
        'internal',
      ])
      .optional()
      .describe('Kind of the fault; absent where the settings work.'),
  })
  .meta({ id: 'ConfigTest' });

const fieldList = z.array(z.string()).describe('Dotted paths of the fields.');

/** Saved settings that wait for a restart. */
export const restartPending = z.object({ pending: z.boolean(), fields: fieldList }).meta({ id: 'RestartPending' });

/** The settings that differ from those the gateway was started with. */
export const configChanges = z.object({ fields: fieldList }).meta({ id: 'ConfigChanges' });
