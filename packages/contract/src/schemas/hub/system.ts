import { z } from 'zod';
import { alwaysSent, timestamp } from '../common.js';

/** The gateway: its version, and its capabilities. */
export const info = z
  .object({
    version: z.string(),
    commit: z.string(),
    build_date: z.string(),
    addon_build: z.boolean(),
    uptime: z.string().describe('For people, such as `3h12m5s`.'),
    started_at: timestamp,
    config_ui_url: z.string().describe('Where people find the web UI; empty when no public URL is configured.'),
    api_version: z.string(),
    schema_digest: z.string().describe('`sha256:` over the two published contract files.'),
    capabilities: z.array(z.string()).describe('Configured parts of this gateway. Ignore entries you do not know.'),
    certificate: z
      .object({
        fingerprint: z.string().describe('SHA-256 of the certificate, lower-case hex.'),
        self_signed: z.boolean(),
        expires_at: timestamp,
      })
      .optional()
      .describe('Certificate of the HTTPS of the gateway itself; absent where it speaks plain HTTP.'),
  })
  .meta({ id: 'Info' });

/** Health of the gateway and its parts. */
export const health = z
  .object({
    status: z.enum(['healthy', 'degraded', 'unhealthy', 'unknown']),
    components: z.array(
      z.object({
        name: z.string(),
        status: z.enum(['healthy', 'degraded', 'unhealthy', 'unknown']),
        recorded_at: timestamp,
        note: z.string().optional(),
        reason: z
          .string()
          .optional()
          .describe(
            'The stable word for the fault, such as `login_refused` or `too_many_sessions`; the note is for people.',
          ),
      }),
    ),
  })
  .meta({ id: 'Health' });

/** An interface of a CCU and whether it is connected. */
export const interfaceState = z
  .object({
    id: z.string().describe('`<central>-<interface>`'),
    name: z.string(),
    connected: z.boolean().describe('True only while an event has made the whole round trip.'),
    interface: z.string(),
    central_id: alwaysSent(z.string()),
    host: z.string().optional(),
    note: z.string().optional().describe('The fault and the remedy.'),
    duty_cycle: z.number().optional().describe('Percent.'),
    carrier_sense: z.number().optional().describe('Percent.'),
    state: alwaysSent(z.string()).describe('Where the link stands, finer than `connected`.'),
  })
  .meta({ id: 'InterfaceState' });

/** A recorded change, with its caller and its time. */
export const auditEntry = z
  .object({
    id: z.int().optional(),
    timestamp,
    action: z.string(),
    central: z.string().optional(),
    subject: z.string().optional().describe('Who did it; `ha-ingress` for callers that came through the supervisor.'),
    user: z.string().optional().describe('The same as `subject`.'),
    scheme: z.string().optional().describe('How the user was authenticated.'),
    outcome: z.string().optional(),
    peer_address: z.string().optional().describe('The other end of the connection that the request came over.'),
    client_address: z
      .string()
      .optional()
      .describe('Where the request came from, when a trusted proxy reported another address than its own.'),
    token_fingerprint: z
      .string()
      .optional()
      .describe('First 12 digits of the fingerprint of the API token that was used.'),
    via_user: z
      .string()
      .optional()
      .describe('Id of the user of Home Assistant, as the supervisor forwards it; `subject` is `ha-ingress` then.'),
    via_user_name: z.string().optional().describe('The name of that user at the time of the entry.'),
    request_id: z.string().optional(),
    device_address: z.string().optional(),
    channel_no: z.int().optional(),
    paramset: z.string().optional(),
    peer: z.string().optional().describe('The other end of a link.'),
    parameter: z.string().optional(),
    note: z.string().optional(),
    changes: z
      .array(z.object({ parameter: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }))
      .optional(),
  })
  .meta({ id: 'AuditEntry' });
