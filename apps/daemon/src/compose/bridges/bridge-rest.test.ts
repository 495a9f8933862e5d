import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../config/schema/schema.js';
import { createLogLevels } from '../../log/levels.js';
import { createLog } from '../../log/log.js';
import { createLogRecords } from '../../log/records.js';
import { createParts } from '../../parts/parts.js';
import { createMqttBridges } from './mqtt.js';
import { createWebhooks } from './webhooks.js';

const log = createLog({
  levels: createLogLevels('debug', {}, () => 0),
  records: createLogRecords(10),
  format: 'json',
  out: { write: () => {} },
  now: () => 0,
});
const { mqtt, webhooks } = configSchema.parse({
  mqtt: { brokers: { house: { url: 'mqtt://broker.example', enabled: false } } },
  webhooks: { endpoints: { house: { url: 'https://a.example', secret: `whsec_${'A'.repeat(32)}`, enabled: false } } },
});

function createWorld() {
  const kept = new Map(['mqtt', 'webhook'].map((kind) => [`${kind}.position.house`, '{"epoch":"e","seq":7}']));
  const states = {
    load: async (key: string) => kept.get(key),
    save: async (key: string, value: string | undefined) =>
      void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    keys: async (prefix: string) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
  };
  const core = () => {
    throw new Error('nothing is opened here');
  };
  const time = { now: () => 0, after: createDrivenTime().environment.after };
  const guarded = createParts({ time, log, inDoubt: () => undefined });
  const parts = { core, states, parts: guarded, time, log, random: () => 0, randomHex: () => '0' };
  return {
    kept,
    mqtt: createMqttBridges({ ...parts, publish: () => {}, incident: () => {} }),
    webhooks: createWebhooks({ ...parts, incidents: undefined }),
  };
}

describe('bridges that rest', () => {
  it('forget nothing of what is configured, and what is taken away is forgotten when they are open again', async () => {
    const world = createWorld();
    await world.mqtt.rest();
    await world.webhooks.rest();
    await world.mqtt.reconfigure(mqtt);
    await world.webhooks.reconfigure(webhooks);
    await world.mqtt.rest();
    await world.webhooks.rest();
    expect([...world.kept.keys()]).toEqual(['mqtt.position.house', 'webhook.position.house']);
    await world.mqtt.reconfigure({ brokers: {} });
    await world.webhooks.reconfigure({ endpoints: {} });
    expect([...world.kept.keys()]).toEqual([]);
  });
});
