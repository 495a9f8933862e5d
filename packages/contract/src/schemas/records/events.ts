import { z } from 'zod';
import { matterExposureUpdate, matterFabric, matterWindow } from '../bridges/matter.js';
import { mqttBrokerConnected, mqttBrokerDisconnected } from '../bridges/mqtt.js';
import { alwaysSent, timestamp } from '../common.js';
import { valueStatus } from '../devices/devices.js';
import { alarmEvents } from './alarm-events.js';
import { problemCounts } from './installation-problems.js';
import { securityEvents } from './security-events.js';

/** A family of events: the topic for subscriptions and the payload. Their name is the `type` of their frames. */
export interface EventDefinition {
  readonly category: string;
  readonly description: string;
  /** With placeholders in braces. */
  readonly topic: string;
  readonly payload: z.ZodObject;
}

const central = z.string();
const device = { central, interface_id: z.string(), device_address: z.string() } as const;
const dataPoint = {
  central,
  device_address: z.string(),
  channel: z.int(),
  parameter: z.string(),
  paramset_key: z.enum(['VALUES', 'MASTER', 'LINK']),
  unique_id: z.string(),
} as const;
const lifecycle = 'device.{address}.lifecycle';
const dataPointTopic = 'device.{address}.channels.{channel}.data_points.{parameter}';
const hubItem = {
  unique_id: z.string().optional(),
  channel: z.string().optional(),
  device_address: z.string().optional(),
} as const;
const count = z.object({ central, count: z.int() });

/** Every event that the gateway publishes, by name. Publishers and clients take their types from here. */
export const events = {
  'datapoint.value_changed': {
    category: 'devices',
    description: 'A data point has a new value, confirmed by the CCU; `null` where the CCU does not know it any more.',
    topic: dataPointTopic,
    payload: z.object({
      ...dataPoint,
      value: z.unknown(),
      available: z.boolean(),
      modified_at: timestamp,
      interface: z.string().optional(),
      display_value: z.number().optional(),
      value_status: valueStatus.optional(),
      previous: z.unknown().optional(),
      category: z.string().optional().describe('As of the data point; for subscriptions with `classify: true`.'),
      data_point_type: z.string().optional().describe('As `category`.'),
    }),
  },
  'datapoint.optimistic_rolled_back': {
    category: 'devices',
    description: 'A value that was sent did not take effect; the one shown before stands again.',
    topic: dataPointTopic,
    payload: z.object({
      ...dataPoint,
      reason: z.enum(['timeout', 'mismatch', 'send_error']),
      sent: z.unknown().optional(),
      present: z.unknown().optional(),
    }),
  },
  'custom_data_point.state_changed': {
    category: 'devices',
    description: 'The state of a light, cover, thermostat or the like changed.',
    topic: 'device.{address}.cdps.{name}',
    payload: z.object({
      central,
      device_address: z.string(),
      channel: z.int(),
      name: z.string(),
      unique_id: z.string(),
      state: z.record(z.string(), z.unknown()),
      kind: z.string().optional(),
      available: alwaysSent(z.boolean()).describe('Whether the device can be reached.'),
    }),
  },
  'device.trigger': {
    category: 'devices',
    description: 'A key was pressed or something else happened that has no lasting value.',
    topic: 'device.{address}.channels.{channel}.trigger',
    payload: z.object({
      ...device,
      channel: z.int(),
      event_type: z.string(),
      parameter: z.string(),
      unique_id: z.string(),
      value: z.unknown().optional(),
    }),
  },
  'device.created': {
    category: 'devices',
    description: 'A device is here that was not known.',
    topic: lifecycle,
    payload: z.object({ ...device, model: z.string(), source: z.string().optional() }),
  },
  'device.released': {
    category: 'devices',
    description: 'A new device that waited was released; it is in all lists from now on.',
    topic: lifecycle,
    payload: z.object({ ...device, model: z.string() }),
  },
  'device.removed': {
    category: 'devices',
    description: 'A device is gone.',
    topic: lifecycle,
    payload: z.object(device),
  },
  'device.availability_changed': {
    category: 'devices',
    description: 'A device can be reached again, or no longer.',
    topic: lifecycle,
    payload: z.object({ ...device, available: z.boolean() }),
  },
  'device.metadata_changed': {
    category: 'devices',
    description: 'Name, rooms or functions of a device or channel changed.',
    topic: lifecycle,
    payload: z.object(device),
  },
  'schedules.changed': {
    category: 'schedules',
    description: 'A schedule of the device changed.',
    topic: lifecycle,
    payload: z.object({ ...device, channel: z.int() }),
  },
  'central.state_changed': {
    category: 'central',
    description: 'The state of a CCU’s connection changed.',
    topic: 'central.{name}.state',
    payload: z.object({ central, old_state: z.string(), new_state: z.string() }),
  },
  'central.readiness_changed': {
    category: 'central',
    description: 'Loading a CCU came a step further.',
    topic: 'central.{name}.readiness',
    payload: z.object({
      central,
      phase: z.enum(['unknown', 'waiting_for_ccu', 'loading_hub', 'loading_devices', 'ready']),
      ready: z.boolean(),
      interfaces_loaded: z.int(),
      interfaces_total: z.int(),
    }),
  },
  'system.status_changed': {
    category: 'system',
    description: 'A part between gateway and CCU became well or ill.',
    topic: 'system.{central}.status',
    payload: z.object({
      central,
      component: z.string(),
      healthy: z.boolean(),
      event_at: timestamp,
      reason: z.string().optional(),
      interface_id: z.string().optional(),
      error_code: z.int().optional(),
      central_state: z.string().optional(),
      connection_state: z.string().optional().describe('Where the link to the interface stands.'),
      callback_state: z.string().optional().describe('Whether messages of the CCU arrive here.'),
      degraded_interfaces: z.array(z.string()).optional(),
      issues: z
        .array(z.string())
        .optional()
        .describe(
          '`events_unproved`: events since `unproved_since` may be lost; states were read again, key presses cannot be. `states_unread`: states could not be read again.',
        ),
      unproved_since: timestamp.optional().describe('The last proof before that events arrive.'),
    }),
  },
  'daemon_status.changed': {
    category: 'system',
    description: 'The gateway came up or is about to stop.',
    topic: 'system.daemon_status',
    payload: z.object({ status: z.enum(['online', 'offline']), event_at: timestamp, reason: z.string().optional() }),
  },
  'config.changed': {
    category: 'system',
    description: 'A section of the settings changed, and is in force as far as it needs no restart.',
    topic: 'system.config',
    payload: z.object({ section: z.string(), event_at: timestamp }),
  },
  'areas.changed': {
    category: 'system',
    description: 'An area was made, changed or deleted, or has other rooms; `GET /areas` lists them.',
    topic: 'system.areas',
    payload: z.object({ area_id: z.string(), event_at: timestamp }),
  },
  'floorplans.changed': {
    category: 'system',
    description: 'A floor plan was made, changed or deleted; `GET /floorplans` lists them.',
    topic: 'system.floorplans',
    payload: z.object({ floorplan_id: z.string(), event_at: timestamp }),
  },
  'hub.sysvar_changed': {
    category: 'hub',
    description: 'A system variable has a new value.',
    topic: 'hub.{central}.sysvars.{name}',
    payload: z.object({
      central,
      name: z.string(),
      value: z.unknown(),
      value_type: z.string().optional(),
      previous: z.unknown().optional(),
      ...hubItem,
      unique_id: z.string(),
    }),
  },
  'hub.program_executed': {
    category: 'hub',
    description: 'A program was run.',
    topic: 'hub.{central}.programs.{id}',
    payload: z.object({
      central,
      program_id: z.string(),
      success: z.boolean(),
      trigger: z.string().optional(),
      ...hubItem,
    }),
  },
  'hub.program_changed': {
    category: 'hub',
    description: 'A program was switched on or off.',
    topic: 'hub.{central}.programs.{id}',
    payload: z.object({
      central,
      program_id: z.string(),
      active: z.boolean(),
      execute_available: z.boolean(),
      ...hubItem,
    }),
  },
  'hub.install_mode_changed': {
    category: 'hub',
    description: 'Install mode began, goes on or ended.',
    topic: 'hub.{central}.install_mode',
    payload: z.object({
      central,
      enabled: z.boolean(),
      remaining_s: z.int(),
      interface_id: z.string().optional(),
    }),
  },
  'hub.alarm_message': {
    category: 'hub',
    description: 'The number of alarm messages changed.',
    topic: 'hub.{central}.alarm_messages',
    payload: count,
  },
  'hub.service_message': {
    category: 'hub',
    description: 'The number of service messages changed.',
    topic: 'hub.{central}.service_messages',
    payload: count,
  },
  'problems.changed': {
    category: 'hub',
    description: 'The problems of a CCU and its devices changed; `GET /problems` lists them.',
    topic: 'hub.{central}.problems',
    payload: problemCounts,
  },
  'hub.inbox_changed': {
    category: 'hub',
    description: 'The number of devices waiting in the inbox changed.',
    topic: 'hub.{central}.inbox',
    payload: count,
  },
  'backup.progress': {
    category: 'backup',
    description: 'Making a backup of a CCU began, goes on, ended or failed.',
    topic: 'hub.{central}.backup',
    payload: z.object({
      central,
      id: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      bytes: z.int().optional(),
      error: z.string().optional(),
    }),
  },
  'own_backup.progress': {
    category: 'backup',
    description: 'Making a backup of the gateway itself began, goes on, ended or failed.',
    topic: 'system.own_backup',
    payload: z.object({
      id: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      done_bytes: z.int(),
      total_bytes: z.int().optional(),
      reason: z.string().optional().describe('Stable word for why it failed.'),
    }),
  },
  'device.replacement_changed': {
    category: 'devices',
    description: 'A device is put in the place of another one: it began, goes on, ended or failed.',
    topic: 'device.{address}.replacement',
    payload: z.object({
      central,
      id: z.string(),
      state: z.enum(['planned', 'running', 'done', 'failed', 'undone']),
      old_address: z.string(),
      device_address: z.string(),
      done: z.int(),
      steps: z.int(),
    }),
  },
  'firmware.plan_changed': {
    category: 'system',
    description: 'The plan of firmware updates changed: an update was added, began or ended, or the settings changed.',
    topic: 'system.firmware',
    payload: z.object({ active: z.int().describe('Updates that have not ended.'), paused: z.boolean() }),
  },
  'act.changed': {
    category: 'system',
    description: 'An act was started, goes on, or ended; its writes are in the list of acts.',
    topic: 'system.acts',
    payload: z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(['sending', 'active', 'ending', 'ended']),
      ends_at: timestamp.optional(),
    }),
  },
  ...alarmEvents,
  ...securityEvents,
  'hub.metrics_changed': {
    category: 'hub',
    description: 'A measured figure of a CCU changed.',
    topic: 'hub.{central}.metrics',
    payload: z.object({
      central,
      metric: z.enum(['system_health', 'connection_latency_ms', 'last_event_age_seconds']),
      value: z.number(),
      unit: z.string().optional(),
    }),
  },
  'connectivity.changed': {
    category: 'hub',
    description: 'An interface can be reached again, or no longer.',
    topic: 'hub.{central}.connectivity.{interface_id}',
    payload: z.object({ central, interface_id: z.string(), reachable: z.boolean(), latency_ms: z.number().optional() }),
  },
  'hub.system_update_changed': {
    category: 'hub',
    description: 'A firmware update of the CCU is available, under way or done.',
    topic: 'hub.{central}.system_update',
    payload: z.object({
      central,
      update_available: z.boolean(),
      in_progress: z.boolean(),
      current_firmware: z.string().optional(),
      available_firmware: z.string().optional(),
    }),
  },
  'mqtt.broker_connected': {
    category: 'mqtt',
    description: 'An MQTT broker took the connection of the gateway.',
    topic: 'mqtt.brokers.{broker}',
    payload: mqttBrokerConnected,
  },
  'mqtt.broker_disconnected': {
    category: 'mqtt',
    description: 'An MQTT broker cannot be reached, or not any more. Sent again only with another fault.',
    topic: 'mqtt.brokers.{broker}',
    payload: mqttBrokerDisconnected,
  },
  'matter.exposable_changed': {
    category: 'matter',
    description: 'It was chosen whether the Matter bridge shows something.',
    topic: 'matter.exposable_changed',
    payload: matterExposureUpdate,
  },
  'matter.commissioning_window_opened': {
    category: 'matter',
    description: 'The commissioning window of the Matter bridge opened. Its codes are left out: they are secrets.',
    topic: 'matter.commissioning_window_opened',
    // The passcode is 0 here, which no bridge has.
    payload: matterWindow.extend({ passcode: z.int().min(0).max(99_999_998) }),
  },
  'matter.commissioning_progress': {
    category: 'matter',
    description: 'Adding the Matter bridge to a home came a step further, or the window closed.',
    topic: 'matter.commissioning_progress',
    payload: z.object({ stage: z.string(), message: z.string().optional() }),
  },
  'matter.fabric_added': {
    category: 'matter',
    description: 'The Matter bridge belongs to one more home.',
    topic: 'matter.fabric_added',
    payload: matterFabric,
  },
  'matter.fabric_removed': {
    category: 'matter',
    description: 'The Matter bridge left a home.',
    topic: 'matter.fabric_removed',
    payload: z.object({ fabric_index: z.int().min(1).max(254) }),
  },
  'matter.endpoint_assembled': {
    category: 'matter',
    description: 'The Matter bridge shows other things than before.',
    topic: 'matter.endpoint_assembled',
    payload: z.object({ endpoint_count: z.int().min(0) }),
  },
} as const satisfies Readonly<Record<string, EventDefinition>>;
