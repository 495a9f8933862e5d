import { z } from 'zod';
import * as f from './fields.js';

/** What a fleet of gateways shares is in PostgreSQL; without `url` and `host` it is in the file of this machine. */
export const postgres = z
  .strictObject({
    url: f.secret.optional(),
    host: z.string().max(253).default(''),
    port: f.port.default(5432),
    database: z.string().min(1).max(63).default('ccu_gateway'),
    user: z.string().min(1).max(63).default('ccu_gateway'),
    password: f.secret.optional(),
    schema: z
      .string()
      .regex(/^[a-z_][a-z0-9_]{0,47}$/)
      .meta({ description: 'lower-case letters, digits and "_"; one for each fleet in the database' })
      .default('ccu_gateway'),
    pool_size: f.count(1, 100).default(10),
    tls: z
      .strictObject({
        mode: z.enum(['none', 'unverified', 'verify']).default('none'),
        ca_file: z.string().max(4096).default(''),
      })
      .prefault({}),
  })
  .superRefine(({ url, host, tls }, context) => {
    const refuse = (path: readonly string[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    if ((url?.reveal() ?? '') !== '' && host !== '') refuse(['host'], 'not used with url: leave one of them out');
    if (tls.ca_file !== '' && tls.mode !== 'verify') refuse(['tls', 'ca_file'], 'expected with mode: verify');
  });
