import { z } from 'zod';
import { durationMs } from '../../config/values/duration.js';
import * as f from '../../config/values/fields.js';

const MIB = 1024 * 1024;

const server = z
  .string()
  .max(512)
  .regex(/^(nats|tls):\/\/[^\s/@?#]+$/)
  .meta({ description: 'nats://HOST:PORT or tls://HOST:PORT, without a login' });

/** Where the events of a fleet are numbered and kept; without `servers` this gateway is alone. */
const nats = z
  .strictObject({
    servers: z.array(server).max(16).default([]),
    user: z.string().max(256).default(''),
    password: f.secret.optional(),
    token: f.secret.optional(),
    credentials_file: z.string().max(4096).default(''),
    tls: z
      .strictObject({
        ca_file: z.string().max(4096).default(''),
        cert_file: z.string().max(4096).default(''),
        key_file: z.string().max(4096).default(''),
      })
      .prefault({}),
    replicas: f.count(1, 5).default(1),
    max_events: f.count(1000, 1_000_000_000).default(1_000_000),
    max_bytes: f.count(MIB, 1024 * 1024 * MIB).default(1024 * MIB),
    max_age: f.duration.default('0'),
  })
  .superRefine(({ user, password, token, credentials_file: credentials, tls }, context) => {
    const refuse = (path: readonly string[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    const isSet = (secret: { reveal(): string } | undefined) => (secret?.reveal() ?? '') !== '';
    const ways = [user !== '', isSet(token), credentials !== ''].filter(Boolean).length;
    if (ways > 1) refuse(['user'], 'user, token and credentials_file are three ways to sign in: keep one of them');
    if (isSet(password) && user === '') refuse(['user'], 'expected with a password');
    for (const [key, other] of [
      ['cert_file', 'key_file'],
      ['key_file', 'cert_file'],
    ] as const) {
      if (tls[key] !== '' && tls[other] === '') refuse(['tls', other], `expected with ${key}`);
    }
  });

const leaseTtl = f.duration
  .refine((text) => durationMs(text) >= 500 && durationMs(text) <= 60_000)
  .meta({ description: 'a duration from 500ms to 1m' })
  .default('10s');

/** Several gateways that are one to their clients. */
const fleet = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,32}$/)
      .meta({ description: 'at most 32 letters, digits, "-" and "_"; the same for all gateways of the fleet' })
      .default('ccu-gateway'),
    role: z.enum(['all', 'link', 'serve']).default('all'),
    lease_ttl: leaseTtl,
    nats: nats.prefault({}),
    buffer_events: f.count(1, 1_000_000).default(10_000),
    buffer_bytes: f.count(64 * 1024, 1024 * MIB).default(16 * MIB),
  })
  .superRefine(({ role, nats: { servers } }, context) => {
    if (role === 'all' || servers.length > 0) return;
    const message = `${role} needs nats.servers: a gateway that is alone does all of it`;
    context.addIssue({ code: 'custom', path: ['role'], message });
  });

/** The database that gateways of a fleet share; without `url` and `host` it is the file of this machine. */
const postgres = z
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

/** The section of the configuration for several gateways. */
export const siteSection = { fleet: fleet.prefault({}) };

/** The section of a shared database, as a part of `persistence`. */
export const sharedDatabase = { postgres: postgres.prefault({}) };

/** The key of a shared database. */
export const SHARED_KEY = 'persistence.postgres';

/** Keys that are read before the database, and so never from it. */
export const SITE_KEYS: readonly string[] = [SHARED_KEY, 'fleet'];

/** Secrets of these keys. */
export const SITE_SECRETS: readonly string[] = [
  'persistence.postgres.url',
  'persistence.postgres.password',
  'fleet.nats.password',
  'fleet.nats.token',
];

/** Environment variables for these secrets. */
export const SITE_VARIABLES = {
  SERVICE_POSTGRES_URL: { path: 'persistence.postgres.url' },
  SERVICE_POSTGRES_PASSWORD: { path: 'persistence.postgres.password' },
  SERVICE_NATS_PASSWORD: { path: 'fleet.nats.password' },
  SERVICE_NATS_TOKEN: { path: 'fleet.nats.token' },
} as const;

/** The code of an error that ends a start because servers of the fleet do not answer. */
export const SITE_UNAVAILABLE = 'fleet_unavailable';
