import { z } from 'zod';
import { timestamp, wordOf } from '../common.js';
import { sysvarName } from '../hub/sysvars.js';

const id = z.string().min(1).max(40);
const name = z.string().trim().min(1).max(100);
const ms = z.int().min(0).max(86_400_000);
const mode = z.enum(['perimeter', 'full', 'night', 'vacation', 'custom']);
const modes = z.array(mode).max(5);
const value = z.union([z.boolean(), z.number(), z.string().max(64)]);
const central = z.string().min(1).max(256);
const address = z.string().min(1).max(70);

const modeConfig = z.strictObject({ exit_delay_ms: ms.default(0), entry_delay_ms: ms.default(0) });

const schedule = z.strictObject({
  days: z
    .array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']))
    .min(1)
    .max(7),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be 00:00 to 23:59')
    .describe('Local time of the gateway.'),
  mode,
  auto_arm: z
    .boolean()
    .default(false)
    .describe('Arms the zone, never with force. Otherwise `alarm.reminder` is sent where it is not in the mode.'),
});

const zoneConfig = z.strictObject({
  modes: z.partialRecord(mode, modeConfig).default({ full: { exit_delay_ms: 60_000, entry_delay_ms: 30_000 } }),
  pre_alarm_ms: ms.default(0).describe('Warning time before an alarm, with the outputs of the stage `pre_alarm`.'),
  alarm_ms: ms.default(180_000).describe('Time for which an alarm sounds.'),
  cool_down_ms: ms.default(60_000).describe('Quiet time afterwards, in which an activation sounds again.'),
  rearms: z
    .boolean()
    .default(true)
    .describe('The alarm ends by itself after the cool-down. Otherwise a disarm ends it.'),
  swinger_limit: z.int().min(1).max(20).default(3).describe('Alarms of one sensor before it is bypassed.'),
  central_lost_ms: ms.optional().describe('Time without a proven connection after which an armed zone triggers.'),
  needs_code: z
    .strictObject({ arm: z.boolean().default(false), disarm: z.boolean().default(true) })
    .default({ arm: false, disarm: true })
    .describe('Actions that need a code as soon as a PIN exists that permits them.'),
  groups: z
    .array(z.strictObject({ id, count: z.int().min(2).max(50), within_ms: ms }))
    .max(20)
    .default([])
    .describe('Sensors of which several must be active within a time.'),
  schedules: z.array(schedule).max(20).default([]).describe('Times at which the zone should be armed.'),
});

/** One zone: sensors and outputs that are armed together. */
export const alarmZone = z
  .strictObject({
    id,
    name,
    position: z.int().min(0).max(1_000).default(0),
    config: zoneConfig.default(() => zoneConfig.parse({})),
  })
  .meta({ id: 'AlarmZone' });

/** A data point that a zone watches. */
export const alarmSensor = z
  .strictObject({
    id,
    central,
    interface_id: z.string().min(1).max(64),
    channel_address: address,
    parameter: z.string().min(1).max(128),
    type: z.enum(['door', 'window', 'motion', 'tamper', 'hazard', 'panic']),
    name: name.optional(),
    config: z.strictObject({
      modes: modes.default([]),
      reaction: z.enum(['entry', 'follower', 'instant']).default('instant'),
      always: z.boolean().default(false).describe('The sensor also triggers while the zone is disarmed.'),
      bypass: z.enum(['allowed', 'never', 'automatic']).default('allowed'),
      chime: z.boolean().default(false),
      group: id.optional(),
      active_values: z.array(value).max(20).default([]).describe('Empty: `true` and every number above 0.'),
    }),
  })
  .meta({ id: 'AlarmSensor' });

/** A device that a zone switches, or a notification. */
export const alarmOutput = z
  .strictObject({
    id,
    class: z.enum([
      'acoustic_siren',
      'switched_siren',
      'smoke_sounder',
      'optical_siren',
      'alarm_light',
      'chirp',
      'notification',
      'sysvar_mirror',
    ]),
    central,
    channel_address: sysvarName.describe('Of a `sysvar_mirror`: the name of the system variable.'),
    name: name.optional(),
    config: z
      .strictObject({
        duration_ms: ms.default(180_000),
        stages: z
          .array(z.enum(['exit', 'entry', 'pre_alarm', 'alarm']))
          .max(4)
          .default(['alarm']),
        modes: modes.default([]),
        true_while: z
          .enum(['armed', 'triggered'])
          .optional()
          .describe('Of a `sysvar_mirror` whose variable is true or false; left out: `triggered`.'),
      })
      .default({ duration_ms: 180_000, stages: ['alarm'], modes: [] }),
  })
  .meta({ id: 'AlarmOutput' });

/** All sensors of a zone. */
export const alarmSensors = z.array(alarmSensor).max(1_000);
/** All outputs of a zone. */
export const alarmOutputs = z.array(alarmOutput).max(200);

const code = z.string().min(1).max(32).optional().describe('PIN.');

/** Arms a zone. */
export const alarmArmRequest = z
  .strictObject({
    mode,
    force: z.boolean().default(false).describe('Bypasses sensors that cannot watch.'),
    skip_delay: z.boolean().default(false),
    bypass: z.array(id).max(200).default([]),
    code,
  })
  .meta({ id: 'AlarmArmRequest' });

/** Optional body of the other actions. */
export const alarmVerbRequest = z.strictObject({ code }).meta({ id: 'AlarmVerbRequest' });

const zoneState = wordOf(['disarmed', 'arming', 'armed', 'pending', 'triggered']);

/** An arming that was accepted. */
export const alarmArmAccepted = z
  .object({ state: zoneState, bypassed: z.array(z.string()), exit_delay_s: z.int() })
  .meta({ id: 'AlarmArmAccepted' });

/** Readiness of a zone for a mode. */
export const alarmModeReadiness = z
  .object({
    ready: z.boolean(),
    blockers: z.array(z.string()).describe('Sensors and `central:<name>`.'),
    warnings: z.array(z.string()).describe('Open sensors that arming leaves out by itself.'),
    reasons: z.record(z.string(), z.array(z.string())).describe('Reasons of each blocker.'),
    forceable: z.boolean().describe('Whether arming with force would succeed.'),
  })
  .meta({ id: 'AlarmModeReadiness' });

/** Readiness by mode. */
export const alarmReadiness = z.record(z.string(), alarmModeReadiness);

/** State of a zone. It contains no code. */
export const alarmZoneStatus = z
  .object({
    id: z.string(),
    name: z.string(),
    state: zoneState,
    mode: wordOf(['disarmed', 'perimeter', 'full', 'night', 'vacation', 'custom']),
    bypassed: z.array(z.string()),
    open: z.array(z.string()),
    incident: z
      .object({
        id: z.string(),
        silenced: z.boolean(),
        sounding: z.boolean(),
        started_at: timestamp,
        sensor_id: z.string().optional(),
      })
      .optional(),
    unacknowledged: z.string().optional().describe('The last ended incident, until its acknowledgement.'),
    countdown: z
      .object({
        kind: wordOf(['exit_delay', 'entry_delay']),
        pre_alarm: z.boolean(),
        remaining_s: z.int(),
        total_s: z.int(),
      })
      .optional(),
    readiness: alarmReadiness,
    walktest_active: z.boolean(),
    degraded: z.boolean().describe('A CCU of the zone is not proven connected.'),
    lost_centrals: z.array(z.string()),
    unconfirmed_outputs: z.array(z.string()),
    missing_outputs: z.array(z.string()).describe('Outputs whose device is no longer there.'),
    code_arm_required: z.boolean(),
    code_disarm_required: z.boolean(),
  })
  .meta({ id: 'AlarmZoneStatus' });

/** State of every zone. */
export const alarmState = z.object({ zones: z.array(alarmZoneStatus) }).meta({ id: 'AlarmState' });

/** A zone, or all of them, as a control panel of other systems. */
export const alarmPanel = z
  .object({
    unique_id: z.string(),
    zone_id: z.string(),
    name: z.string(),
    category: z.literal('alarm_control_panel'),
    state: wordOf([
      'disarmed',
      'arming',
      'pending',
      'triggered',
      'armed_home',
      'armed_away',
      'armed_night',
      'armed_vacation',
      'armed_custom_bypass',
    ]),
    supported_modes: z.array(z.string()),
    available: z.boolean(),
    master: z.boolean(),
    code_arm_required: z.boolean(),
    code_disarm_required: z.boolean(),
  })
  .meta({ id: 'AlarmPanelEntity' });

const journalClass = z.enum(['arm', 'disarm', 'trigger', 'silence', 'bypass', 'fault', 'test', 'config']);

/** One entry of the journal. */
export const alarmJournalEntry = z
  .object({
    id: z.int(),
    when: timestamp,
    zone_id: z.string(),
    class: journalClass,
    event: z.string().describe('Stable word within the class.'),
    actor: z.string().optional(),
    source: z.string().optional(),
    incident_id: z.int().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    hash: z
      .string()
      .describe('SHA-256 of the entry and of the hash before it. Empty where the code of the entry is not shown.'),
  })
  .meta({ id: 'AlarmJournalEntry' });

/** Selection of entries of the journal. */
export const alarmJournalQuery = z.object({
  zone: id.optional(),
  class: journalClass.optional(),
  from: timestamp.optional().describe('Inclusive.'),
  to: timestamp.optional().describe('Exclusive.'),
  limit: z.coerce.number().int().min(0).max(100_000).default(500).describe('At most 5000 are returned.'),
});

const incidentMembers = {
  id: z.int(),
  zone_id: z.string(),
  zone_name: z.string(),
  started_at: timestamp,
  cause: z.string(),
  sensor_id: z.string().optional(),
  sensor_name: z.string().optional(),
  while_away: z.boolean().describe('Its delay ended while the gateway did not run.'),
  triggers: z.int().min(1).describe('Its begin, and later activations that sounded again.'),
  silenced: z.boolean(),
  ended_at: timestamp.optional().describe('Absent while it lasts.'),
  ended_by: z.string().optional().describe('Absent where it ended by itself.'),
  acknowledged_at: timestamp.optional(),
  acknowledged_by: z.string().optional(),
} as const;

/** One alarm of a zone, from its begin to its acknowledgement. */
export const alarmIncident = z.object(incidentMembers).meta({ id: 'AlarmIncident' });

/** One alarm with its entries of the journal, oldest first. */
export const alarmIncidentReport = z
  .object({ ...incidentMembers, entries: z.array(alarmJournalEntry) })
  .meta({ id: 'AlarmIncidentReport' });

/** Selection of alarms. */
export const alarmIncidentQuery = z.object({
  zone: id.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

/** Result of the check of the journal. */
export const alarmJournalProof = z
  .object({
    ok: z.boolean(),
    entries: z.int(),
    first_bad_id: z.int().optional().describe('The first entry that does not continue the chain.'),
  })
  .meta({ id: 'AlarmJournalProof' });

/** Walk test of a zone. */
export const alarmWalkTest = z
  .object({
    active: z.boolean(),
    started_at: timestamp.optional(),
    sensors: z.array(
      z.object({ id: z.string(), name: z.string(), tested: z.boolean(), last_triggered_at: timestamp.optional() }),
    ),
  })
  .meta({ id: 'AlarmWalkTestStatus' });

/** A motion sensor of a zone that reports a motion now. */
export const alarmTriggeredMotion = z
  .object({
    zone_id: z.string(),
    sensor_id: z.string(),
    name: z.string(),
    central: z.string(),
    channel_address: z.string(),
    resettable: z.boolean().describe('The device can end the motion before its interval is over.'),
  })
  .meta({ id: 'AlarmTriggeredMotion' });

/** Outcome of a reset: ids of sensors, and the reason of each that failed. */
export const alarmMotionReset = z
  .object({
    reset: z.array(z.string()),
    failed: z.array(z.object({ sensor_id: z.string(), code: z.string(), detail: z.string() })),
  })
  .meta({ id: 'AlarmMotionReset' });

/** Test of an output. */
export const alarmOutputTest = z
  .strictObject({ optical_only: z.boolean().default(false) })
  .meta({ id: 'AlarmOutputTestRequest' });

const perms = z.strictObject({ arm: z.boolean(), disarm: z.boolean(), silence: z.boolean() });
const unixMs = z.int().min(0).max(253_402_300_799_999);

const binding = z.strictObject({
  central,
  interface_id: z.string().min(1).max(64),
  channel_address: address,
  parameter: z.string().min(1).max(128),
  value: value.optional().describe('Value that the point reports for this code, such as the slot of a keypad.'),
  verb: z.enum(['arm', 'disarm', 'silence']),
  zone_id: id.describe('A zone, or `master`.'),
  mode: mode.optional(),
});

const codeFields = {
  name,
  kind: z.enum(['pin', 'keypad_slot', 'remote_key']),
  duress: z.boolean().default(false),
  one_time: z.boolean().default(false),
  perms,
  zones: z.array(id).max(50).default([]),
  binding: binding.optional(),
  valid_from_ms: unixMs.default(0).describe('0: open.'),
  valid_until_ms: unixMs.default(0).describe('0: open.'),
  enabled: z.boolean(),
} as const;

/** A new code, or a changed one. */
export const alarmCodeRequest = z
  .strictObject({
    ...codeFields,
    pin: z
      .string()
      .regex(/^(\d{4,12})?$/, 'must have 4 to 12 digits')
      .optional()
      .describe('4 to 12 digits. Empty or left out in a change: the PIN stays.'),
  })
  .meta({ id: 'AlarmCodeRequest' });

/** A code, without PIN and hash. */
export const alarmCode = z
  .object({
    id: z.string(),
    ...codeFields,
    created_ms: z.int(),
    updated_ms: z.int(),
    used: z.boolean().describe('A one-time code that was used.'),
    unreadable: z.boolean().optional().describe('The PIN was sealed with another key, and has to be set again.'),
  })
  .meta({ id: 'AlarmCode' });

const candidate = {
  central: z.string(),
  device_address: z.string(),
  device_name: z.string().optional(),
  model: z.string(),
  channel_address: z.string(),
  channel_no: z.int(),
  channel_name: z.string().optional(),
  rooms: z.array(z.string()),
} as const;

/** A data point that a zone can watch. */
export const alarmSensorCandidate = z
  .object({
    ...candidate,
    interface_id: z.string(),
    parameter: z.string(),
    type: wordOf(['door', 'window', 'motion', 'tamper', 'hazard', 'panic']),
    active_values: z.array(z.int()).describe('For the sensor, where not every value above 0 means active.'),
  })
  .meta({ id: 'AlarmSensorCandidate' });

/** A key of a remote control or wall button, or the keys of a keypad, that a code can be bound to. */
export const alarmRemoteKeyCandidate = z
  .object({
    ...candidate,
    interface_id: z.string(),
    parameters: z
      .array(z.string())
      .describe(
        '`PRESS_SHORT` before `PRESS_LONG`; `CODE_ID` of a keypad, whose value is the slot of the entered code.',
      ),
  })
  .meta({ id: 'AlarmRemoteKeyCandidate' });

/** A channel that an alarm can switch. */
export const alarmOutputCandidate = z
  .object({
    ...candidate,
    classes: z.array(
      wordOf(['acoustic_siren', 'switched_siren', 'smoke_sounder', 'optical_siren', 'alarm_light', 'chirp']),
    ),
    kind: z.string(),
  })
  .meta({ id: 'AlarmOutputCandidate' });
