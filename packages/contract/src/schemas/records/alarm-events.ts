import { z } from 'zod';
import { alarmPanel, alarmReadiness } from '../gateway/alarm.js';

const topic = 'alarm.panel';
const category = 'alarm_panel';
const zone = { zone_id: z.string(), zone_name: z.string() } as const;
const incident = z.int().describe('Number of the incident.');

/** Events of the alarm system. None of them contains a PIN. */
export const alarmEvents = {
  'alarm.state_changed': {
    category,
    description: 'A zone was armed, disarmed or triggered, or a delay began.',
    topic,
    payload: z.object({
      ...zone,
      old_state: z.string(),
      new_state: z.string(),
      mode: z.string().optional(),
      changed_by: z.string().optional(),
      source: z.string().optional(),
      incident_id: incident.optional(),
    }),
  },
  'alarm.countdown': {
    category,
    description: 'A second of an exit delay, entry delay or pre-alarm has passed.',
    topic,
    payload: z.object({
      zone_id: z.string(),
      kind: z.enum(['exit_delay', 'entry_delay']),
      remaining_s: z.int(),
      total_s: z.int(),
      remaining_ms: z.int(),
      total_ms: z.int(),
    }),
  },
  'alarm.readiness_changed': {
    category,
    description: 'A zone can be armed in another set of modes, or for other reasons not.',
    topic,
    payload: z.object({ zone_id: z.string(), readiness: alarmReadiness }),
  },
  'alarm.triggered': {
    category,
    description: 'An alarm began.',
    topic,
    payload: z.object({
      ...zone,
      incident_id: incident,
      sensor_id: z.string().optional(),
      sensor_name: z.string().optional(),
      cause: z.string(),
      mode: z.string().optional(),
    }),
  },
  'alarm.notification': {
    category,
    description: 'A zone calls for help, or reports an opened case.',
    topic,
    payload: z.object({
      ...zone,
      reason: z.enum(['alarm', 'tamper', 'test']),
      output_id: z.string().optional(),
      output_name: z.string().optional(),
      incident_id: incident.optional(),
    }),
  },
  'alarm.reminder': {
    category,
    description:
      'A schedule or a bound key expected the zone in a mode. It was not armed, by its settings or because it could not be.',
    topic,
    payload: z.object({ ...zone, mode: z.string() }),
  },
  'alarm.duress': {
    category,
    description:
      'A code under duress was used. Webhooks and messages alone receive it: no subscription of a client does.',
    topic: '$alarm.duress',
    payload: z.object({ ...zone, output_id: z.string().optional(), output_name: z.string().optional() }),
  },
  'alarm.journal_appended': {
    category,
    description: 'The journal has a new entry; its details are in `GET /alarm/journal`.',
    topic,
    payload: z.object({
      entry_id: z.int(),
      zone_id: z.string().optional(),
      class: z.string(),
      event: z.string(),
      actor: z.string().optional(),
      incident_id: incident.optional(),
    }),
  },
  'alarm.walktest_progress': {
    category,
    description: 'A sensor was active in a walk test.',
    topic,
    payload: z.object({
      zone_id: z.string(),
      sensor_id: z.string(),
      sensor_name: z.string(),
      seen: z.int(),
      total: z.int(),
    }),
  },
  'alarm.health_changed': {
    category,
    description: 'An output does not confirm its writes, or confirms them again.',
    topic,
    payload: z.object({ healthy: z.boolean(), note: z.string() }),
  },
  'alarm.panel_changed': {
    category,
    description: 'A control panel changed, or is gone.',
    topic,
    payload: alarmPanel
      .pick({
        unique_id: true,
        zone_id: true,
        name: true,
        state: true,
        available: true,
        code_arm_required: true,
        code_disarm_required: true,
      })
      .extend({ removed: z.boolean().optional() }),
  },
  'alarm.chime': {
    category,
    description: 'A sensor with a chime was active in a disarmed zone.',
    topic,
    payload: z.object({ zone_id: z.string(), sensor_id: z.string() }),
  },
} as const;
