import { z } from 'zod';
import { alwaysSent, documentedAs, timestamp, trueOnly, wordOf } from '../common.js';

const firmware = z.object({
  Current: z.string().optional(),
  Available: z.string().optional(),
  Updatable: z.boolean().optional(),
  UpdateState: z.string().optional(),
});

const availability = z.object({
  IsReachable: z.boolean().optional(),
  LastUpdated: timestamp.optional(),
  BatteryLevel: z.int().nullable().optional(),
  LowBattery: z.boolean().nullable().optional(),
  SignalStrength: z.int().nullable().optional().describe('dBm'),
});

const deviceFields = {
  address: z.string(),
  central: alwaysSent(z.string()),
  interface: z.string(),
  interface_id: z.string(),
  ise_id: z.int().optional(),
  model: z.string(),
  model_label: z.string().optional(),
  model_icon: z.string().optional(),
  sub_model: z.string().optional(),
  name: z.string(),
  manufacturer: z.string().optional(),
  product_group: z.string().optional(),
  available: z.boolean(),
  channels_count: z.int(),
  updatable: z.boolean(),
  update_available: z.boolean(),
  update_status: z.enum(['up_to_date', 'update_available', 'installing']).optional(),
  rooms: z.array(z.string()).optional(),
  functions: z.array(z.string()).optional(),
  master_pushes_config_pending: z.boolean(),
  config_restore_supported: alwaysSent(z.boolean()),
  communication_test_supported: alwaysSent(z.boolean()),
  team_supported: alwaysSent(z.boolean()),
  has_sub_devices: z.boolean(),
  rx_mode: z
    .object({
      always: z.literal(true).optional(),
      burst: z.literal(true).optional(),
      config: z.literal(true).optional(),
      wakeup: z.literal(true).optional(),
      lazy_config: z.literal(true).optional(),
    })
    .optional(),
  paramset_keys: z
    .array(z.string())
    .optional()
    .describe('Paramsets that the device has at its own address, beside those of its channels. Left out without any.'),
  firmware,
  availability,
  members: z
    .array(
      z.object({
        address: z.string(),
        name: z.string(),
        available: z.boolean(),
        alarm: trueOnly.optional().describe('It has raised the alarm of its team.'),
      }),
    )
    .optional()
    .describe('Devices that this one stands for: those of a heating group or of a team of smoke detectors.'),
  members_guessed: trueOnly
    .optional()
    .describe('The CCU does not tell the members: those are the devices of the same kind in the same room.'),
  member_of: z
    .array(z.string())
    .optional()
    .describe('Addresses of the teams and heating groups that the device belongs to.'),
  replaced: z
    .array(z.object({ address: z.string(), at: timestamp }))
    .optional()
    .describe('Devices that this one took the place of, the oldest first.'),
  identity_address: z
    .string()
    .optional()
    .describe('Address that the ids of a swapped device are made of. Absent where that is its own.'),
} as const;

/** A device without its channels. */
export const deviceSummary = z.object(deviceFields).meta({ id: 'DeviceSummary' });

/** A channel of a device. */
export const channelSummary = z
  .object({
    address: z.string(),
    number: z.int().min(0),
    name: z.string().optional(),
    category: z.string().optional(),
    type: z.string().optional(),
    type_label: z.string().optional(),
    paramset_key: z.string(),
    paramset_keys: z.array(z.string()).optional(),
    data_points_count: z.int(),
    custom_dp_name: z.string().optional(),
    group_no: z.int().optional(),
    is_group_master: z.boolean().optional(),
    is_in_multi_group: trueOnly.optional(),
    sub_device_name: z.string().optional(),
    room: z.string().optional(),
    rooms: z.array(z.string()).optional(),
    functions: z.array(z.string()).optional(),
    is_custom_dp_primary: trueOnly.optional(),
    hidden: trueOnly.optional(),
    locked: trueOnly.optional(),
    link_source_roles: z.array(z.string()).optional(),
    link_target_roles: z.array(z.string()).optional(),
  })
  .meta({ id: 'ChannelSummary' });

/** A device with its channels. */
export const deviceDetail = z
  .object({ ...deviceFields, channels: z.array(channelSummary) })
  .meta({ id: 'DeviceDetail' });

/** One page of devices. */
export const deviceList = z
  .object({ items: z.array(deviceSummary), page: z.int(), per_page: z.int(), total: z.int() })
  .meta({ id: 'DeviceList' });

/** Reason for a confirmation by people before an action. */
export const confirmReason = z
  .enum(['unlock', 'open', 'alarm', 'water', 'access'])
  .describe(
    '`unlock` a lock, `open` a gate, garage or window, sound or disarm an `alarm`, let `water` run, change rights of `access`.',
  );

/** A write that people are asked about first. */
export const confirmation = z
  .object({
    reason: confirmReason,
    unless: z
      .array(z.union([z.number(), z.boolean()]))
      .optional()
      .describe('Values that are written without a question; an ENUM by its ordinal.'),
  })
  .describe(
    'Interfaces that people touch ask before they write any other value. A program confirms by calling. Absent where nothing is asked.',
  )
  .meta({ id: 'Confirmation' });

/** Status of a value, as a CCU reports it. */
export const valueStatus = z
  .enum(['unknown', 'overflow', 'underflow', 'error', 'external'])
  .describe(
    'Absent while the value is normal. `unknown`: the CCU does not know the value; `error`: it could not be measured; in both there is none. `overflow`, `underflow`: beyond the measuring range. `external`: fed from outside.',
  );

/** A parameter of a channel with its value. */
export const dataPointSummary = z
  .object({
    parameter: z.string(),
    parameter_label: alwaysSent(z.string()),
    unique_id: z.string(),
    observed: z
      .boolean()
      .describe('Whether there is a value: one was seen, and the CCU has not reported it unknown since.'),
    value: z
      .unknown()
      .optional()
      .describe(
        'As the CCU reports it; an ENUM is its ordinal. Absent until observed, and while the CCU does not know it.',
      ),
    display_value: z.number().optional().describe('`value` times `multiplier`, where the unit asks for it.'),
    value_status: valueStatus.optional(),
    multiplier: z.number().optional(),
    modified_at: timestamp.optional(),
    last_changed_at: timestamp.optional(),
    last_seen_at: timestamp.optional(),
    value_age_seconds: z.int().optional(),
    source: alwaysSent(z.enum(['unobserved', 'cache', 'live', 'stale'])).describe(
      'No value, restored at start, confirmed while connected, or last known while not.',
    ),
    operations: z.object({ read: z.boolean(), write: z.boolean(), event: z.boolean() }),
    category: z.string().optional(),
    data_point_type: z.string().optional(),
    usage: alwaysSent(
      wordOf(['data_point', 'no_create', 'ignored', 'ce_primary', 'ce_secondary', 'ce_visible', 'event']),
    ),
    translated_name: z.string().optional(),
    label_omitted: z.boolean().optional(),
    control: z.string().optional(),
    type: z.string().optional(),
    value_list: z.array(z.string()).optional(),
    value_translations: z.record(z.string(), z.string()).optional(),
    unit: z.string().optional(),
    min: documentedAs(z.number(), {}).optional(),
    max: documentedAs(z.number(), {}).optional(),
    default: z.unknown().optional(),
    ui_hint: z.object({ icon: z.string(), semantic: z.string() }).optional(),
    confirm: confirmation.optional(),
    pending: trueOnly.optional().describe('True while a write waits for its confirmation.'),
    additional_information: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'DataPointSummary' });

/** Common facts of data points of many devices: everything except the value. */
export const dataPointDescription = dataPointSummary
  .omit({
    unique_id: true,
    observed: true,
    value: true,
    display_value: true,
    value_status: true,
    modified_at: true,
    last_changed_at: true,
    last_seen_at: true,
    value_age_seconds: true,
    source: true,
    pending: true,
  })
  .meta({ id: 'DataPointDescription' });

/** A data point of a snapshot that lists common descriptions once. */
export const dataPointValue = dataPointSummary
  .pick({
    value: true,
    display_value: true,
    value_status: true,
    modified_at: true,
    last_changed_at: true,
    last_seen_at: true,
    value_age_seconds: true,
    source: true,
    pending: true,
  })
  .extend({
    description: z
      .int()
      .min(0)
      .describe('Its position in `descriptions`. The data point was observed unless its source is `unobserved`.'),
  })
  .meta({ id: 'DataPointValue' });

/** A value to be sent to the CCU. */
export const setValueRequest = z
  .strictObject({
    value: z.json().describe('The new value, typed as the parameter demands. An ENUM takes its ordinal or its name.'),
    priority: z.enum(['critical', 'high', 'default', 'low']).optional(),
  })
  .meta({ id: 'SetValueRequest' });

/** Outcome of a test whether a device answers. */
export const communicationTest = z
  .object({
    passed: z.boolean().describe('Whether the device answered in time.'),
    started_at: timestamp,
    completed_at: timestamp.optional().describe('The answer.'),
    duration_ms: z.int(),
    timed_out: z.boolean(),
    received: z
      .array(
        z.object({ channel: z.int(), parameter: z.string(), value: z.unknown().optional(), received_at: timestamp }),
      )
      .describe('Values that arrived from the device meanwhile, 20 at most.'),
  })
  .meta({ id: 'CommunicationTestResult' });
