import { hostname } from 'node:os';
import { z } from 'zod';
import { SITE_KEYS, sharedDatabase, siteSection } from '../../site/settings/settings.js';
import { durationMs } from '../values/duration.js';
import * as f from '../values/fields.js';
import { auth } from './auth.js';
import { centrals } from './centrals.js';
import { mqtt } from './mqtt.js';
import { notify } from './notify.js';
import { PROFILES } from './profile.js';
import { webhooks } from './webhooks.js';

const MIB = 1024 * 1024;

const logging = z.strictObject({
  level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  format: z.enum(['json', 'text', 'text-color']).default('json'),
  overrides: f.named(z.enum(['debug', 'info', 'warn', 'error'])).default({}),
});

const bootstrap = z.strictObject({
  allow_first_run_setup: z.boolean().default(true),
  allow_remote_setup: z.boolean().default(false),
  require_code: z.boolean().default(false),
});

/** How much of the event stream is kept, and how far one client may fall behind. */
const ws = z.strictObject({
  replay_capacity: f.count(0, 16_384).default(1024),
  ring_frames: f.count(64, 1_048_576).default(16_384),
  ring_bytes: f.count(64 * 1024, 1024 * MIB).default(16 * MIB),
  lag_frames: f.count(16, 1_048_576).default(8192),
  lag_bytes: f.count(16 * 1024, 1024 * MIB).default(4 * MIB),
  log_events: f.count(0, 10_000_000).default(100_000),
  log_bytes: f.count(0, 4096 * MIB).default(64 * MIB),
  max_connections: f.count(1, 100_000).default(1024),
  max_connections_per_principal: f.count(1, 100_000).default(64),
});

/** HTTPS of the gateway's own. */
const tls = z
  .strictObject({
    mode: z.enum(['none', 'files', 'self-signed']).default('none'),
    cert_file: f.path.optional(),
    key_file: f.path.optional(),
    redirect_listen: f.listen.optional(),
    hsts: z.boolean().default(false),
  })
  .superRefine(({ mode, ...others }, context) => {
    const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    for (const key of ['cert_file', 'key_file'] as const) {
      if (mode === 'files' && others[key] === undefined)
        refuse(key, 'required with mode "files": the path of a PEM file');
      if (mode !== 'files' && others[key] !== undefined)
        refuse(key, `not used with mode "${mode}": set mode to "files"`);
    }
    if (mode !== 'none') return;
    if (others.redirect_listen !== undefined)
      refuse('redirect_listen', 'leads to HTTPS: set mode to "files" or "self-signed"');
    if (others.hsts) refuse('hsts', 'needs HTTPS: set mode to "files" or "self-signed"');
  });

const rest = z.strictObject({
  listen: f.listen.default(':8119'),
  public_url: f.httpUrl.optional(),
  allowed_hosts: z.array(f.host).max(64).default([]),
  trusted_proxies: z.array(f.cidr).max(16).default([]),
  cors: z.array(f.origin).max(64).default([]),
  csrf_enabled: z.boolean().default(true),
  csrf_secure: z.boolean().default(false),
  tls: tls.prefault({}),
  ws: ws.prefault({}),
  auth: auth.prefault({}),
});

const callback = z.strictObject({
  host: f.host.default('0.0.0.0'),
  port: f.port.default(8120),
  bin_port: f.port.default(8129),
  public_host: f.host.optional(),
  max_connections: f.count(1, 4096).default(64),
  restrict_source_ips: z
    .boolean()
    .meta({
      description:
        'true: only the addresses of the configured CCUs and of this machine may call; false: every address; absent: those of CCUs that call from an address of their own',
    })
    .optional(),
  instance_name: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .meta({ description: 'letters, digits, ".", "_" and "-"; the host name when absent' })
    .optional(),
});

const reliability = z.strictObject({
  command_retry_initial_delay: f.duration.default('250ms'),
  command_throttle_inter_command_delay: f.duration.default('0'),
});

/** Where backups of the gateway are copied to, off this machine. */
const backupTarget = z
  .strictObject({
    kind: z.enum(['none', 'webdav', 's3']).default('none'),
    /** The folder of WebDAV, or the bucket. */
    url: f.httpUrl.or(z.literal('')).default(''),
    region: z.string().min(1).max(64).default('us-east-1'),
    username: z.string().max(256).default(''),
    password: f.secret.optional(),
    keep_last: f.count(0, 10_000).default(7),
  })
  .superRefine(({ kind, url, username }, context) => {
    const missing = kind === 'none' ? [] : url === '' ? ['url'] : kind === 's3' && username === '' ? ['username'] : [];
    for (const key of missing) {
      context.addIssue({ code: 'custom', path: [key], message: `expected with kind: ${kind}` });
    }
  });

const backup = z.strictObject({
  schedule: f.duration.default('0'),
  keep_last: f.count(0, 10_000).default(0),
  dir: z.string().max(4096).default(''),
  own: z
    .strictObject({
      schedule: f.duration.default('0'),
      keep_last: f.count(0, 10_000).default(7),
      dir: z.string().max(4096).default(''),
      history: z.boolean().default(true),
      events: z.boolean().default(false),
      target: backupTarget.prefault({}),
    })
    .prefault({}),
});

const WRITE_INTERVAL_MAX_MS = 60_000;

/** Intervals of writes, and the values shown between a start and the first answer of a CCU. */
const persistence = z.strictObject({
  sqlite_driver: z.enum(['auto', 'better-sqlite3', 'node']).default('auto'),
  write_interval: f.duration
    .refine((text) => durationMs(text) >= 0 && durationMs(text) <= WRITE_INTERVAL_MAX_MS, {
      error: 'expected 0 to 60s',
    })
    .default('10s'),
  journal_bytes: f.count(MIB, 64 * MIB).optional(),
  values_cache: z
    .strictObject({
      enabled: z.boolean().default(true),
      flush_interval: f.duration.default('60s'),
      disabled_centrals: z.array(z.string().min(1).max(64)).max(16).default([]),
    })
    .prefault({}),
  ...sharedDatabase,
});

const HISTORY_PATTERN = /^(?:[A-Za-z0-9_*.-]{1,80}|[^:\p{Cc}\p{Cs}]{1,64}:[0-9*]{1,4}:[A-Za-z0-9_*]{1,80})$/u;

/** A scraper keeps each as a series of its own, and gets no more in one answer. */
const MAX_EXPOSED = 2_000;
const exposedPoints = z
  .array(
    z
      .string()
      .regex(/^[^:*\p{Cc}\p{Cs}]{1,64}:[0-9]{1,4}:[A-Za-z0-9_]{1,80}$/u)
      .meta({ description: 'ADDRESS:CHANNEL:PARAMETER' }),
  )
  .max(MAX_EXPOSED)
  .default([]);

const historyPatterns = z
  .array(
    z
      .string()
      .regex(HISTORY_PATTERN)
      .meta({ description: 'PARAMETER or ADDRESS:CHANNEL:PARAMETER, with * for anything' }),
  )
  .max(256)
  .default([]);

const WRITE_HISTORY_MIN_MS = 1_000;
const WRITE_HISTORY_MAX_MS = 1_800_000;

/** Which values are recorded over time, and how many of them are kept. */
const history = z.strictObject({
  enabled: z.boolean().default(true),
  max_days: f.count(1, 3_660).default(30),
  max_bytes: f.count(MIB, 4096 * MIB).default(32 * MIB),
  write_interval: f.duration
    .refine((text) => durationMs(text) >= WRITE_HISTORY_MIN_MS && durationMs(text) <= WRITE_HISTORY_MAX_MS, {
      error: 'expected 1s to 30m',
    })
    .default('5m'),
  standard: z.boolean().default(true),
  include: historyPatterns,
  exclude: historyPatterns,
  /** Present values of these are at `/metrics/values`, recorded or not. */
  metrics: exposedPoints,
  /** Hours and days of the values, which outlive these. */
  long_term: z
    .strictObject({ years: f.count(0, 20).default(10), max_bytes: f.count(MIB, 16_384 * MIB).default(640 * MIB) })
    .prefault({}),
});

/** Selected devices as Matter devices; needs the package `@ccu-gateway/matter-bridge`. */
const matter = z.strictObject({
  enabled: z.boolean().default(false),
  /** UDP. */
  port: f.port.default(5540),
  name: z
    .string()
    .min(1)
    .max(32)
    .meta({ description: 'name of the bridge in controllers; 1 to 32 characters' })
    .default('ccu-gateway'),
  profile: z.enum(['all', 'alexa', 'apple', 'google', 'homeassistant']).default('all'),
});

/** Assistants over the Model Context Protocol at `/mcp`; needs the package `@ccu-gateway/mcp`. */
const mcp = z.strictObject({
  enabled: z.boolean().default(false),
  /** Only read, what a household does each day, or changes of the installation too. */
  allow: z.enum(['read', 'everyday', 'everything']).default('everyday'),
  /** Permits locks, doors, gates, rights of access and disarming the alarm as well. */
  locks: z.boolean().default(false),
});

/** Automatic search for CCUs in the network. */
const discovery = z.strictObject({
  ssdp: z.strictObject({ enabled: z.boolean().default(true), interval: f.duration.default('60s') }).prefault({}),
});

/** Every key of the gateway, spelled as in the YAML file; an unknown key stops the start. */
export const configSchema = z.strictObject({
  service_name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,31}$/)
    .meta({ description: 'lower-case letters, digits and "_", beginning with a letter' })
    .default('service'),
  unique_id_prefix: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,31}$/)
    .meta({ description: 'lower-case letters, digits, "_" and "-", beginning with a letter' })
    .default('ccu'),
  locale: z.enum(['en', 'de']).default('en'),
  profile: z.enum(PROFILES).default('normal'),
  data_dir: f.path.default('./var'),
  env_file: z.string().max(4096).default('.env'),
  logging: logging.prefault({}),
  bootstrap: bootstrap.prefault({}),
  north: z.strictObject({ rest: rest.prefault({}), discovery: discovery.prefault({}) }).prefault({}),
  callback: callback.prefault({}),
  centrals: centrals.default([]),
  reliability: reliability.prefault({}),
  backup: backup.prefault({}),
  persistence: persistence.prefault({}),
  ...siteSection,
  history: history.prefault({}),
  mqtt: mqtt.prefault({}),
  webhooks: webhooks.prefault({}),
  notify: notify.prefault({}),
  matter: matter.prefault({}),
  mcp: mcp.prefault({}),
});

export type GatewayConfig = z.output<typeof configSchema>;
export type CentralConfig = GatewayConfig['centrals'][number];

/** Sections that the API may change at run time; the rest comes from the file and the environment at every start. */
export const CONFIG_SECTIONS = [
  'locale',
  'logging',
  'north.discovery',
  'north.rest',
  'north.rest.auth.oidc',
  'north.rest.auth.ccu',
  'callback',
  'reliability',
  'backup',
  'persistence',
  'history',
  'mqtt',
  'webhooks',
  'notify',
  'matter',
  'mcp',
] as const;

export type ConfigSection = (typeof CONFIG_SECTIONS)[number];

/** Never taken from the database: without them the database could not be found, or every sign-in to change it would fail. */
export const BOOTSTRAP_ONLY: readonly string[] = [
  'service_name',
  'unique_id_prefix',
  'data_dir',
  'profile',
  'env_file',
  'logging.format',
  'bootstrap',
  'north.rest.listen',
  'north.rest.tls',
  'north.rest.auth.users',
  ...SITE_KEYS,
  'centrals',
];

/** Name of this gateway at shared services. */
export function instanceOf({ callback }: Pick<GatewayConfig, 'callback'>): string {
  return callback.instance_name ?? hostname();
}
