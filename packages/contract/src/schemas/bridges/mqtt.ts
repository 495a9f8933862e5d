import { z } from 'zod';
import { alwaysSent, timestamp } from '../common.js';

const trouble = z.object({
  kind: z
    .enum([
      'connection',
      'subscription',
      'publish',
      'message_dropped',
      'command_refused',
      'command_ignored',
      'internal',
    ])
    .describe(
      '`subscription`: the broker refuses a filter. `publish`: the broker refused a message, or it is larger than the broker accepts. `message_dropped`: a message of the broker is larger than the gateway reads. `internal`: something of the gateway itself.',
    ),
  message: z.string(),
  topic: z.string().optional(),
  at: timestamp.describe('When it happened last.'),
  count: z.int().describe('How often it happened.'),
});

const fault = z.object({
  kind: z.enum(['name', 'unreachable', 'timeout', 'tls', 'credentials', 'protocol', 'refused', 'closed']),
  message: z.string(),
});

const protocol = z.enum(['5', '3.1.1']);

/** A broker took the connection of the gateway. */
export const mqttBrokerConnected = z.object({ broker: z.string(), protocol, event_at: timestamp });

/** A broker cannot be reached, or not any more. */
export const mqttBrokerDisconnected = z.object({ broker: z.string(), fault, event_at: timestamp });

const otherTree = z.object({
  enabled: z.boolean(),
  central: z.string().optional().describe('The CCU that its topics are of.'),
  prefix: z.string().describe('First levels of its topics; empty for none.'),
  program: z.string().describe('Name of the program.'),
  topics: z.array(z.string()).describe('Beginnings of its topics, such as `hm`.'),
});

/** Layouts of topics of other programs; the configuration and the bridge have an entry for each. */
export const mqttOtherLayouts = z.object({
  hm2mqtt: alwaysSent(otherTree).describe('The topics of hm2mqtt.'),
  ccu_jack: alwaysSent(otherTree).describe('The topics of CCU-Jack.'),
});

/** A broker that carries the installation. */
const broker = z.object({
  name: z.string(),
  state: z.enum(['connecting', 'connected', 'waiting', 'closed']).describe('`waiting`: before the next attempt.'),
  since: timestamp,
  protocol: protocol.optional().describe('Absent while it is not connected.'),
  prefix: z.string().describe('First levels of all topics.'),
  fault: fault.optional().describe('Why it is not connected.'),
  topics: z.int().describe('Topics that the broker retains for the gateway.'),
  waiting: z.int().describe('Messages that the broker has not acknowledged, or was not sent.'),
  lag_ms: z.int().describe('Age of the oldest of them.'),
  published: z.int().describe('Messages handed to the broker; those of a broken connection again.'),
  sent: z.int().describe('Messages that the broker acknowledged, or that were sent without asking for that.'),
  superseded: z.int().describe('States that waited and were replaced by newer ones.'),
  expired: z.int().describe('Key presses that were too old when the broker could have had them.'),
  refused: z.int().describe('Messages that the broker refused.'),
  commands: z.object({
    taken: z.int(),
    confirmed: z.int(),
    rolled_back: z.int().describe('The CCU took them, and reports another value.'),
    unconfirmed: z.int().describe('The CCU took them and has not reported the new value.'),
    refused: z.int(),
    ignored: z.int().describe('Retained ones, unknown topics, and commands that the settings do not allow.'),
  }),
  address: z.string().describe('Scheme, host and port, without user and path.'),
  qos: z.literal([0, 1]),
  addressing: z.enum(['address', 'name']),
  payload: z.enum(['json', 'plain']),
  publish: z.array(z.string()).describe('Filters below `<prefix>/<CCU>/` of published topics.'),
  write: z.array(z.string()).describe('Filters below `<prefix>/<CCU>/` of accepted commands.'),
  role: z.enum(['viewer', 'operator']).describe('Rights of commands.'),
  home_assistant: z.object({
    enabled: z.boolean(),
    prefix: z.string(),
    devices: z.int().describe('Devices announced to Home Assistant.'),
  }),
  ...mqttOtherLayouts.shape,
  last_errors: z.array(trouble).describe('At most twenty, the newest first; the same again is counted.'),
});

/** State of the MQTT brokers. Counted since the start of the gateway or the last change of the settings of a broker. */
export const mqttStatus = z.object({ brokers: z.array(broker) }).meta({ id: 'MqttStatus' });

/** Present messages at one broker about one device. Key presses have no lasting value and are not in it. */
export const mqttDevicePreview = z
  .object({
    topics: z.array(z.object({ topic: z.string(), payload: z.string() })).describe('Messages retained by the broker.'),
    discovery: z
      .object({
        enabled: z.boolean().describe('False: it would get this, were it switched on.'),
        topic: z.string(),
        payload: z.record(z.string(), z.unknown()),
        entities: z.array(
          z.object({
            key: z.string(),
            platform: z.string().describe('Such as `light` or `sensor`.'),
            name: z.string().nullable().describe('Null where the device itself is the entity.'),
          }),
        ),
      })
      .optional()
      .describe('Messages to Home Assistant; absent where values are plain, or no part of it is an entity.'),
  })
  .meta({ id: 'MqttDevicePreview' });
