import { hasUsualPort, INTERFACE_NAMES, isKnownInterface, isTimeZone, SERVER_NAMES } from '@ccu-gateway/ccu-client';
import { fitsPath } from '@ccu-gateway/contract';
import { patternFault } from '@ccu-gateway/device-model';
import { z } from 'zod';
import * as f from '../values/fields.js';

const interfaceName = z
  .string()
  .max(32)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/)
  .meta({ description: 'at most 32 letters, digits, dots, dashes and underscores' });

const longEntry = z.strictObject({
  name: interfaceName,
  port: f.port.optional(),
  remote_path: z.string().regex(/^\//).max(256).optional(),
  host: f.host.optional(),
  tls: z.boolean().optional(),
  encoding: z.enum(['utf-8', 'iso-8859-1']).optional(),
});

/** An interface that no CCU has is a generic server. It needs a port, unless it has a usual one. */
function checkEntry({ name, port, host, tls, encoding }: z.output<typeof longEntry>, context: z.RefinementCtx): void {
  const issue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (!hasUsualPort(name) && (port === undefined || port === 0)) {
    const known = `known are ${INTERFACE_NAMES.join(', ')}, ${SERVER_NAMES.join(' and ')}`;
    issue(['port'], `"${name}" is no interface of a CCU (${known}): another XML-RPC server needs {name, port}`);
  }
  if (!isKnownInterface(name)) return;
  for (const [key, value] of Object.entries({ host, tls, encoding })) {
    if (value !== undefined) issue([key], `is for other XML-RPC servers; ${name} is where its CCU is`);
  }
}

/** `HmIP-RF`, or the long form with a port and path of its own. */
const interfaceEntry = z
  .union([interfaceName.transform((name): z.output<typeof longEntry> => ({ name })), longEntry])
  .superRefine(checkEntry)
  .meta({
    description:
      `${[...INTERFACE_NAMES, ...SERVER_NAMES].join(', ')}, or {name, port, remote_path}; ` +
      'any other XML-RPC server as {name, port, remote_path, host, tls, encoding}',
  });

const pattern = z
  .string()
  .min(1)
  .max(256)
  .superRefine((text, context) => {
    const fault = patternFault(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `${JSON.stringify(text)} ${fault}` });
  });

const markers = z.array(z.enum(['HAHM', 'HX', 'INTERNAL', 'MQTT'])).default([]);

const behavior = z.strictObject({
  enable_sysvar_scan: z.boolean().default(true),
  enable_program_scan: z.boolean().default(true),
  include_internal_sysvars: z.boolean().default(true),
  include_internal_programs: z.boolean().default(false),
  use_group_channel_for_cover_state: z.boolean().default(true).meta({
    description: 'take the position of covers from the channel of their group; false: from their own channel',
  }),
  sysvar_markers: markers,
  program_markers: markers,
  light_last_brightness: z
    .boolean()
    .default(true)
    .meta({ description: 'lights switched on without a brightness come back as they were; false: fully on' }),
  create_central_links: z
    .boolean()
    .default(false)
    .meta({ description: 'true: keys of HmIP remotes and push-buttons are linked with the CCU, so that they report' }),
  delay_new_device_creation: z
    .boolean()
    .default(false)
    .meta({ description: 'true: new devices are in the inbox alone until they are accepted or released' }),
  enable_device_firmware_check: z
    .boolean()
    .default(true)
    .meta({ description: 'updates of the firmware of devices are offered' }),
  sysvar_scan_interval: f.duration.default('5m'),
});

export const central = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[^\s#/]+$/)
      .refine(fitsPath)
      .meta({ description: 'a short name without spaces, "#" and "/", and not "." or ".."' }),
    enabled: z.boolean().default(true),
    host: f.host,
    interfaces: z.array(interfaceEntry).min(1).max(16),
    primary_interface: interfaceName.or(z.literal('')).default('').meta({
      description:
        'one of interfaces, which counts as much for the health of the CCU as all others together; empty: that of HmIP devices',
    }),
    username: z.string().max(256).default(''),
    password: f.secret.optional(),
    port: f.port.default(0),
    ports: z.record(interfaceName, f.port).default({}),
    json_rpc_port: f.port.default(0),
    rega_port: f.port.meta({ description: 'the port of the script server; 0: never ask it' }).optional(),
    timezone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'is not the name of a time zone')
      .meta({ description: 'the time zone of the CCU, such as Europe/Berlin; absent: the one of the gateway' })
      .optional(),
    tls: z.boolean().default(false),
    tls_insecure_skip_verify: z.boolean().default(false),
    tls_fingerprint: z
      .string()
      .regex(/^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$|^[0-9A-Fa-f]{64}$/)
      .meta({ description: 'the SHA-256 fingerprint of the certificate, 64 hexadecimal digits' })
      .optional(),
    visibility: z.strictObject({ un_ignore: z.array(pattern).max(1024).default([]) }).prefault({}),
    check_connection_interval: f.duration.default('30s'),
    behavior: behavior.prefault({}),
  })
  .superRefine((value, context) => {
    const seen = new Set<string>();
    value.interfaces.forEach((entry, index) => {
      if (seen.has(entry.name)) {
        context.addIssue({ code: 'custom', path: ['interfaces', index], message: `"${entry.name}" is listed twice` });
      }
      seen.add(entry.name);
    });
    if (value.primary_interface !== '' && !seen.has(value.primary_interface)) {
      const message = `"${value.primary_interface}" is none of the interfaces of this CCU`;
      context.addIssue({ code: 'custom', path: ['primary_interface'], message });
    }
  });

export const centrals = z
  .array(central)
  .max(1_000)
  .superRefine((list, context) => {
    const seen = new Set<string>();
    list.forEach((entry, index) => {
      const key = entry.name.toLowerCase();
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: [index, 'name'], message: `"${entry.name}" is used twice` });
      }
      seen.add(key);
    });
  })
  .meta({ description: 'a list of 0 to 1000 CCUs; each begins with "- name: …" on a line of its own' });
