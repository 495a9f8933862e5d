import { z } from 'zod';
import { timestamp, wordOf } from '../common.js';

/** Severity of a log line, from the least to the most. */
export const logLevel = z.enum(['debug', 'info', 'warn', 'error']);

const logRecord = z
  .object({
    seq: z.int(),
    time: timestamp,
    level: z.string(),
    logger: z.string().optional(),
    msg: z.string(),
    attrs: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'LogRecord' });

/** Lines of the log, and the number to go on from. */
export const logPage = z.object({ last_seq: z.int(), records: z.array(logRecord) }).meta({ id: 'LogPage' });

/** The level of the log. */
export const logLevelBody = z.object({ level: logLevel }).meta({ id: 'LogLevel' });

/** The level of the log, and the loggers that have one of their own. */
export const logLevels = z
  .object({
    default: logLevel,
    items: z.array(z.object({ path: z.string(), level: logLevel, expires_at: timestamp.optional() })),
  })
  .meta({ id: 'LogLevels' });

/** A day: a forgotten debug level fills the disk. */
export const MAX_TTL_SECONDS = 86_400;

/** A level for one logger and those below it. */
export const logOverrideRequest = z
  .strictObject({
    level: logLevel,
    ttl_seconds: z
      .int()
      .min(0)
      .optional()
      .describe(`Seconds after which it ends by itself, at most ${MAX_TTL_SECONDS}; 0 or absent: never.`),
  })
  .meta({ id: 'LogLevelOverride' });

/** Dotted path of a logger. */
export const loggerPath = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\p{L}\d_-]+(\.[\p{L}\d_-]+)*$/u, 'must be a dotted path')
  .describe('Dotted path of a logger; counts for everything below it.');

/** Reliability of an interface of a CCU. */
export const reliabilityEntry = z
  .object({
    central: z.string().optional(),
    interface: z.string().optional(),
    circuit_state: z.int().optional().describe('0 closed, 1 open, 2 half open.'),
    state: z
      .object({
        state: z.string().optional(),
        closed: z.boolean().optional(),
        total_requests: z.int().optional(),
        executed_requests: z.int().optional(),
        pending_requests: z.int().optional(),
        last_failure_at: timestamp.optional(),
        last_callback_at: timestamp.optional(),
        ping_ms: z.number().optional().describe('Gateway to CCU and back.'),
        callback_url: z.string().optional().describe('Callback address that was sent to the CCU.'),
        reconnects: z.int().optional().describe('How often the CCU had to be registered at anew since the start.'),
        cause: z.string().optional().describe('Code of the error that keeps it from being connected.'),
      })
      .optional(),
  })
  .meta({ id: 'ReliabilityEntry' });

/** Radio reception between a device and its CCU. */
export const signalEntry = z
  .object({
    address: z.string(),
    name: z.string(),
    interface_id: z.string(),
    central: z.string(),
    rssi_device: z.int().nullable().describe('dBm, as the device hears the CCU.'),
    rssi_peer: z.int().nullable().describe('dBm, as the CCU hears the device.'),
    battery_level: z.int().nullable(),
    low_battery: z.boolean().nullable(),
    reachable: z.boolean(),
  })
  .meta({ id: 'SignalEntry' });

const INCIDENT_CODES = [
  'connection_lost',
  'events_missing',
  'callback_unreachable',
  'ccu_booting',
  'connection_restored',
  'descriptions_refused',
  'configuration_lost',
  'broker_lost',
  'broker_restored',
  'broker_message_dropped',
  'webhook_gives_up',
  'webhook_restored',
  'own_backup_failed',
  'own_backup_not_copied',
  'own_backup_not_restored',
  'system_update_failed',
  'matter_not_shown',
  'matter_shown_wrong',
  'matter_not_understood',
  'part_failed',
] as const;

/** Code of an incident. */
export const incidentCode = z.enum(INCIDENT_CODES);

/** Something that went wrong, kept for diagnosis. */
export const incident = z
  .object({
    id: z.string(),
    when: timestamp,
    component: z.string().describe('A CCU, or `<central>/<interface>`.'),
    severity: z.string(),
    summary: z.string(),
    detail: z.string().optional(),
    kind: wordOf(['connection_lost', 'connection_restored'])
      .optional()
      .describe('Its statement about the connection to an interface. Absent where it is about something else.'),
    code: wordOf(INCIDENT_CODES).optional().describe('Stable word for the summary. Absent where there is none.'),
    facts: z.record(z.string(), z.string()).optional().describe('Values inserted into the summary, such as `name`.'),
  })
  .meta({ id: 'Incident' });

/** A client of the event stream. */
export const streamConnection = z
  .object({
    id: z.int(),
    principal: z.string(),
    client_name: z.string().optional(),
    remote_address: z.string().optional(),
    transport: z.enum(['duplex', 'one-way']),
    mode: z.enum(['all', 'latest']),
    opened_at: z.string(),
    patterns: z.int(),
    cursor: z.int().describe('Everything up to here was handed to the network.'),
    lag_frames: z.int(),
    lag_ms: z.number(),
    queued_bytes: z.int(),
    blocked: z.boolean(),
    delivered: z.int(),
    conflated: z.int(),
    dropped: z.int().describe('Events it missed and got a notice about.'),
    rtt_ms: z.number().optional().describe('Between client and gateway.'),
    idle_ms: z.number(),
  })
  .meta({ id: 'StreamConnection' });

/** The state of the gateway, to be attached to a report. */
export const diagnosticsDump = z
  .object({
    schema_version: z.literal('1'),
    generated_at: timestamp,
    anonymized: z.boolean(),
    build: z.record(z.string(), z.unknown()),
    health: z.record(z.string(), z.unknown()),
    interfaces: z.array(z.unknown()),
    incidents: z.array(incident),
    system_status: z.array(z.unknown()),
    reliability: z.array(reliabilityEntry),
    streams: z.array(z.unknown()),
    log_levels: logLevels,
    metrics: z.record(z.string(), z.unknown()).optional().describe('By CCU.'),
  })
  .meta({ id: 'DiagnosticsDump' });
