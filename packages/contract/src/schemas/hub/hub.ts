import { z } from 'zod';
import { alwaysSent } from '../common.js';

const count = z.object({
  legacy_name: z.string(),
  value: z.int().min(0).nullable().describe('Null until it was read from the CCU.'),
});

/** The counters and states of a CCU itself. */
export const hubDataPoints = z
  .object({
    central: alwaysSent(z.string()),
    alarm_messages: count,
    service_messages: count,
    inbox: count,
    update: z.object({
      legacy_name: z.string(),
      update_available: z.boolean(),
      in_progress: z.boolean(),
      observed: z.boolean().describe('False until the CCU was asked.'),
    }),
    daemon_connection: alwaysSent(z.object({ legacy_name: z.string(), connected: z.literal(true) })),
    metrics: z.array(z.object({ legacy_name: z.string(), value: z.number(), unit: z.string().optional() })).optional(),
    connectivity: z.array(z.object({ interface_id: z.string(), reachable: z.boolean() })).optional(),
    install_mode: z
      .array(
        z.object({
          interface_id: z.string(),
          enabled: z.boolean(),
          remaining_s: z.int().min(0),
          observed: z.boolean(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'HubDataPoints' });

/** Measured figures of a CCU. */
export const hubMetricsEntry = z
  .object({
    central: alwaysSent(z.string()),
    system_health: z.number().min(0).max(100).optional().describe('Percent.'),
    connection_latency_ms: z.number().optional().describe('Gateway to CCU and back; has nothing to do with a client.'),
    last_event_age_seconds: z.number().optional(),
  })
  .meta({ id: 'HubMetricsEntry' });

/** The firmware of a CCU. */
export const systemUpdateEntry = z
  .object({
    central: alwaysSent(z.string()),
    current_firmware: z.string().optional(),
    available_firmware: z.string().optional(),
    update_available: z.boolean(),
    in_progress: z.boolean(),
    observed: z.boolean().describe('False until the CCU was asked.'),
  })
  .meta({ id: 'SystemUpdateEntry' });
