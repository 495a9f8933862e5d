import mqtt from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { hasMosquitto, startMosquitto, withoutMosquitto } from './brokers.js';
import { createMemoryBroker, type MemoryBrokerHabits } from './memory-broker.js';
import { CCU, createPositions, createWorld, openBridge, SWITCH, settingsFor } from './world.js';

const STATE = `ccu/${CCU}/status/${SWITCH}/3/STATE`;
const GHOST = `ccu/${CCU}/status/GONE/1/STATE`;
const config = (prefix: string, address: string) => `${prefix}/device/ccu-gateway_ccu_${CCU}_${address}/config`;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(habits: MemoryBrokerHabits, kept: Readonly<Record<string, string>>) {
  const broker = createMemoryBroker(Date.now, habits);
  for (const [topic, payload] of Object.entries(kept)) broker.put(topic, payload);
  const world = createWorld();
  world.readHub();
  world.set(true);
  const settings = settingsFor('mqtt://memory', { homeAssistant: { enabled: true, prefix: 'homeassistant' } });
  const bridge = await openBridge(world, settings, createPositions(), {
    connect: broker.connect,
    isImpatient: habits.hidesOwn === true,
  });
  /** Everything that happens while the broker delivers nothing, or with what it delivers. */
  const settle = async (deliver: number) => {
    for (let turns = 0; turns < 12; turns += 1) {
      broker.step(1_000, 1_000, deliver);
      await turn();
    }
  };
  closing.push(async () => {
    const closed = bridge.close();
    await settle(1_000);
    await closed;
  });
  return { broker, bridge, settle };
}

it('retained messages arrive before anything is published, and deleted topics are removed', async () => {
  const { broker, settle } = await open({ isLate: true }, { [GHOST]: '{"val":1}' });
  await settle(0);
  expect(broker.connections).toBe(1);
  expect(broker.taken.map(({ topic }) => topic)).not.toContain(STATE);
  await settle(1_000);
  expect(broker.kept.has(STATE)).toBe(true);
  expect(broker.kept.has(GHOST)).toBe(false);
});

it('previous entities are named in the first message about their device, however late the broker delivers them', async () => {
  const before = JSON.stringify({ cmps: { old: { p: 'sensor', name: 'Old' } } });
  const { broker, settle } = await open({ isLate: true }, { [config('homeassistant', SWITCH)]: before });
  await settle(0);
  await settle(1_000);
  const told = broker.taken.filter(({ topic }) => topic === config('homeassistant', SWITCH));
  expect(told.map(({ payload }) => JSON.parse(payload).cmps.old)).toEqual([{ p: 'sensor' }, undefined]);
});

it('discovery messages at another prefix are removed before the broker keeps the new one', async () => {
  const { broker, settle } = await open(
    { isLate: true },
    { 'ccu/bridge/discovery': 'old', [config('old', SWITCH)]: '{"cmps":{}}' },
  );
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await settle(0);
    await settle(1_000);
  }
  expect(broker.kept.get('ccu/bridge/discovery')).toBe('homeassistant');
  expect([...broker.kept.keys()].filter((topic) => topic.startsWith('old/'))).toEqual([]);
});

it('a broker that does not deliver the sentinel gets everything after a while, and its later messages are checked as well', async () => {
  const { broker, bridge, settle } = await open({ isLate: true, hidesOwn: true }, { [GHOST]: '{"val":1}' });
  await expect
    .poll(
      async () => {
        await settle(0);
        return broker.kept.has(STATE);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(bridge.status().troubles).toMatchObject([{ kind: 'connection', topic: 'ccu/bridge/marker' }]);
  await settle(0);
  expect(broker.kept.has(GHOST)).toBe(true);
  await settle(1_000);
  await expect
    .poll(
      async () => {
        await settle(1_000);
        return broker.kept.has(GHOST);
      },
      { timeout: 20_000 },
    )
    .toBe(false);
});

/** `max_queued_messages` of mosquitto is 1,000 where nothing else is set. */
it.skipIf(!hasMosquitto)(
  `more than a broker queues for a client is removed${withoutMosquitto}`,
  async () => {
    const broker = await startMosquitto();
    closing.push(() => broker.remove());
    const other = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
    closing.unshift(() => other.endAsync(true));
    const ghosts = Array.from({ length: 1_300 }, (_, index) => `ccu/${CCU}/status/GONE${index}/1/STATE`);
    await Promise.all(ghosts.map((topic) => other.publishAsync(topic, '1', { qos: 1, retain: true })));
    const removed = new Set<string>();
    const world = createWorld();
    world.readHub();
    other.on('message', (topic, payload, { retain }) => {
      if (!retain && payload.length === 0) removed.add(topic);
    });
    await other.subscribeAsync(`ccu/${CCU}/status/+/1/STATE`, { qos: 0, rh: 2 });
    const bridge = await openBridge(world, settingsFor(broker.url));
    closing.unshift(() => bridge.close());
    await expect.poll(() => removed.size, { timeout: 20_000 }).toBe(ghosts.length);
    expect(bridge.status().troubles).toEqual([]);
  },
  30_000,
);
