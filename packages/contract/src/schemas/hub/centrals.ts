import { z } from 'zod';
import { fitsPath, timestamp, UNFIT_FOR_PATH } from '../common.js';

const port = z.int().min(0).max(65_535);

const interfaceName = z
  .string()
  .max(32)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/, 'must be letters, digits, dot, dash and underscore');

/** Name of a CCU in this gateway. */
export const centralName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^\s#/]+$/, 'must be a name without spaces, "#" and "/"')
  .refine(fitsPath, UNFIT_FOR_PATH);

const interfaceSpec = z.strictObject({
  name: interfaceName.describe(
    'HmIP-RF, BidCos-RF, BidCos-Wired, VirtualDevices, CUxD, CCU-Jack, Homegear, or a name of your own for another XML-RPC server.',
  ),
  port: port.optional().describe('0 or absent: the usual port of the interface; another XML-RPC server has none.'),
  remote_path: z.string().regex(/^\//, 'must begin with a slash').max(256).or(z.literal('')).optional(),
  rpc_type: z
    .enum(['', 'xmlrpc', 'binrpc', 'jsonrpc'])
    .optional()
    .describe('Follows from the interface; a value that disagrees is refused.'),
  host: z
    .string()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9._:%-]+$/, 'must be a host name or address')
    .optional()
    .describe('Where another XML-RPC server runs, when not on the CCU.'),
  tls: z.boolean().optional().describe('Whether another XML-RPC server speaks TLS; absent: as the CCU.'),
  encoding: z.enum(['utf-8', 'iso-8859-1']).optional().describe('Of calls to another XML-RPC server; absent: UTF-8.'),
});

const markers = z.array(z.enum(['HAHM', 'HX', 'INTERNAL', 'MQTT'])).max(4);

const behavior = z.strictObject({
  enable_sysvar_scan: z.boolean().optional(),
  enable_program_scan: z.boolean().optional(),
  include_internal_sysvars: z.boolean().optional(),
  include_internal_programs: z
    .boolean()
    .optional()
    .describe('Lists of programs have those that the CCU made for itself, too; default false.'),
  use_group_channel_for_cover_state: z
    .boolean()
    .optional()
    .describe('Take the position of covers from the channel of their group (default); false: from their own channel.'),
  sysvar_markers: markers.optional(),
  program_markers: markers.optional(),
  light_last_brightness: z
    .boolean()
    .optional()
    .describe('Lights switched on without a brightness come back as they were (default); false: fully on.'),
  create_central_links: z
    .boolean()
    .optional()
    .describe(
      'Keys of HmIP remotes and push-buttons are linked with the CCU when it is connected and when they are paired, so that they report presses; default false. Links that are there stay when it is switched off.',
    ),
  delay_new_device_creation: z
    .boolean()
    .optional()
    .describe('New devices are in the inbox alone until they are accepted or released; default false.'),
  enable_device_firmware_check: z
    .boolean()
    .optional()
    .describe('Updates of the firmware of devices are offered; default true.'),
  sysvar_scan_interval: z.int().min(0).optional().describe('Nanoseconds.'),
});

/** A CCU as it is configured. Passwords show as `***`. */
export const centralRow = z
  .strictObject({
    name: centralName,
    host: z
      .string()
      .min(1)
      .max(253)
      .regex(/^[A-Za-z0-9._:%-]+$/, 'must be a host name or address'),
    enabled: z.boolean(),
    interfaces: z.array(interfaceSpec).min(1).max(16),
    primary_interface: interfaceName
      .or(z.literal(''))
      .optional()
      .describe(
        'One of `interfaces`, which counts as much for the health of the CCU as all others together; absent or empty: HmIP-RF.',
      ),
    serial: z.string().max(64).optional(),
    port: port.optional(),
    json_rpc_port: port.optional(),
    rega_port: port
      .optional()
      .describe(
        'Port of the script server, used when JSON-RPC refuses scripts and the same CCU proves to be there; 0: never.',
      ),
    timezone: z
      .string()
      .max(64)
      .optional()
      .describe('Time zone of the CCU by its IANA name; absent: the one of the gateway.'),
    username: z.string().max(256).optional(),
    password_env: z
      .string()
      .regex(/^[A-Z_][A-Z0-9_]{0,127}$/, 'must be the name of an environment variable')
      .or(z.literal(''))
      .optional()
      .describe('Environment variable that holds the password.'),
    password_plain: z
      .string()
      .max(1024)
      .optional()
      .describe('Stored sealed and shown as `***`; `***` or absence keeps it, an empty text clears it.'),
    tls: z.boolean().optional(),
    tls_insecure_skip_verify: z.boolean().optional(),
    tls_fingerprint: z
      .string()
      .regex(/^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$|^[0-9A-Fa-f]{64}$/, 'must be a SHA-256 fingerprint')
      .or(z.literal(''))
      .optional(),
    ports: z.record(interfaceName, port).optional(),
    visibility: z.strictObject({ un_ignore: z.array(z.string().min(1).max(256)).max(1024).optional() }).optional(),
    behavior: behavior.optional(),
    created_at: timestamp.optional(),
    updated_at: timestamp.optional(),
  })
  .meta({ id: 'CentralRow' });

/** Relation between the CCUs of the configuration file and those that count. */
export const centralsFile = z
  .object({
    file: z.string().nullable().describe('The configuration file; null where there is none.'),
    ignored: z
      .boolean()
      .describe('Whether its CCUs do not count, because CCUs were changed at run time, and differ from those that do.'),
    only_in_file: z.array(z.string()),
    only_here: z.array(z.string()).describe('Names of CCUs that count and are not in the file.'),
    changed: z.array(z.string()).describe('Names of CCUs that are in both, with other settings.'),
  })
  .meta({ id: 'CentralsFile' });

/** Result of a probe of a CCU with the given settings. */
export const centralProbe = z
  .object({
    reachable: z.boolean(),
    note: z.string().optional().describe('The fault and the remedy.'),
    serial: z.string().optional(),
    model: z.string().optional(),
    version: z.string().optional(),
    login: z
      .enum(['accepted', 'refused', 'too_many_sessions', 'starting', 'unreachable', 'not_needed'])
      .optional()
      .describe('Outcome of the login, which is ended at once; absent where no user name was given.'),
    interfaces: z.array(z.string()).optional().describe('Those that the CCU lists as running.'),
  })
  .meta({ id: 'CentralProbe' });

/** Serial number of a CCU. */
export const serial = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9._-]+$/, 'must be a serial number');

/** A CCU that was heard of in the local network. */
export const discoveredCcu = z
  .object({
    serial: z.string(),
    name: z.string(),
    host: z.string(),
    suggested_host: z.string().describe('Value to configure as host.'),
    manufacturer: z.string().optional(),
    model: z.string().optional(),
    last_seen: timestamp,
    already_configured: z.boolean(),
  })
  .meta({ id: 'DiscoveredCcu' });

/** A CCU that is not to be offered again. */
export const ignoredCcu = z
  .object({
    serial: z.string(),
    name: z.string().optional(),
    host: z.string().optional(),
    ignored_at: timestamp,
    ignored_by: z.string().optional(),
  })
  .meta({ id: 'IgnoredCcu' });
