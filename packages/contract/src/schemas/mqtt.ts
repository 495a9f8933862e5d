import { z } from 'zod';
import { timestamp } from './common.js';

/** A broker that the house is kept on. */
const broker = z.object({
  name: z.string(),
  state: z.enum(['connecting', 'connected', 'waiting', 'closed']).describe('`waiting`: before the next attempt.'),
  since: timestamp,
  protocol: z.enum(['5', '3.1.1']).optional().describe('Absent while it is not connected.'),
  prefix: z.string().describe('First levels of all topics.'),
  fault: z
    .object({
      kind: z.enum(['name', 'unreachable', 'timeout', 'tls', 'credentials', 'protocol', 'refused', 'closed']),
      message: z.string(),
    })
    .optional()
    .describe('Why it is not connected.'),
  topics: z.int().describe('Topics that the broker keeps for the house.'),
  waiting: z.int().describe('Messages that the broker has not acknowledged, or was not sent.'),
  sent: z.int(),
  expired: z.int().describe('Key presses that were too old when the broker could have had them.'),
  refused: z.int().describe('Messages that the broker refused.'),
  commands: z.object({
    taken: z.int(),
    refused: z.int(),
    ignored: z.int().describe('Retained ones, unknown topics, and what the settings do not allow.'),
  }),
});

/** How the MQTT brokers are doing. Counted since the start of the gateway or the last change of the settings of a broker. */
export const mqttStatus = z.object({ brokers: z.array(broker) }).meta({ id: 'MqttStatus' });
