import { z } from 'zod';
import { timestamp } from '../common.js';

const readiness = z.object({
  phase: z.enum(['unknown', 'waiting_for_ccu', 'loading_hub', 'loading_devices', 'ready']),
  ready: z.boolean(),
  interfaces_loaded: z.int(),
  interfaces_total: z.int(),
});

/** A CCU with the known facts about its system. */
export const systemCcuEntry = z
  .object({
    name: z.string(),
    host: z.string(),
    available: z.boolean(),
    model: z.string().optional(),
    version: z.string().optional(),
    hostname: z.string().optional(),
    serial: z.string().optional(),
    url: z.string().optional(),
    is_ha_app: z.boolean(),
    configured_interfaces: z.array(z.string()),
    readiness,
    auth_enabled: z.boolean().optional(),
    https_redirect_enabled: z.boolean().optional(),
    longitude: z.number().optional().describe('Degrees east, from which the CCU computes sunrise and sunset.'),
    latitude: z.number().optional().describe('Degrees north.'),
    recovery_mode_supported: z.boolean().optional().describe('It has a recovery system to start into.'),
    other_interfaces: z
      .array(
        z.object({
          name: z.string(),
          port: z.int().describe('As the CCU lists it.'),
          connected: z.literal(false),
          hint: z.string().describe('Which setting would connect it.'),
        }),
      )
      .optional()
      .describe('Interfaces and servers that the CCU lists and that are not among its configured ones.'),
  })
  .meta({ id: 'SystemCCUEntry' });

/** A position of a CCU, in degrees. */
export const ccuPosition = z
  .strictObject({
    latitude: z.number().min(-90).max(90).describe('Degrees north.'),
    longitude: z.number().min(-180).max(180).describe('Degrees east.'),
  })
  .meta({ id: 'CcuPosition' });

/** One notice of `system.status_changed`. */
export const systemStatusEvent = z
  .object({
    central: z.string(),
    component: z.string(),
    healthy: z.boolean(),
    event_at: timestamp,
    reason: z.string().optional(),
    interface_id: z.string().optional(),
    error_code: z.int().optional(),
    central_state: z.string().optional(),
    connection_state: z.string().optional(),
    degraded_interfaces: z.array(z.string()).optional(),
    issues: z.array(z.string()).optional(),
    unproved_since: timestamp.optional(),
  })
  .meta({ id: 'SystemStatusEvent' });

/** The gateway stops, for its supervisor to start it again. */
export const restartAnswer = z
  .object({ status: z.enum(['shutdown_signalled', 'shutdown_in_progress']), at: timestamp })
  .meta({ id: 'RestartAnswer' });

/** Result of a ping that returns through the callback. */
export const loopTestResult = z
  .object({
    interface_id: z.string(),
    ok: z.boolean().describe('Whether a ping of its own came back through the callback.'),
    rtt_ms: z.number().optional().describe('Gateway to CCU and back.'),
    hop: z
      .enum(['ccu', 'registration', 'callback', 'foreign'])
      .optional()
      .describe('Where the way broke: on the way there, at registering, on the way back, or taken by another client.'),
    cause: z.string().optional().describe('The likely cause and the remedy.'),
  })
  .meta({ id: 'LoopTestResult' });
