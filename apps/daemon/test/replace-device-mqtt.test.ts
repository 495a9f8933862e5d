import { inventedHouse } from '@ccu-gateway/ccu-simulator';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBroker } from './mqtt-broker.js';
import { startWorld, type World } from './world.js';

const [OLD, FRESH] = ['00F1C0DE000007', '00F1C0DE0000AA'] as const;
const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === OLD)!;

let broker: Awaited<ReturnType<typeof startBroker>>;
let world: World;

beforeEach(async () => {
  broker = await startBroker();
  const brokers = { house: { url: broker.url, home_assistant: { enabled: true } } };
  world = await startWorld({ only: ['00F1C0DE000007'], config: { mqtt: { brokers } } });
}, 90_000);
afterEach(async () => {
  await world.close();
  await broker.stop();
});

it.each([0, 300])(
  'Home Assistant keeps a replaced device where answers of the CCU take %d ms',
  async (delayMs) => {
    const topicOf = (address: string) =>
      [...broker.kept.keys()].find((topic) => topic.startsWith('homeassistant/') && topic.includes(address.slice(-6)));
    world.simulator.house.addDevice(JSON.parse(JSON.stringify(seed).replaceAll(OLD, FRESH)));
    await expect.poll(() => [topicOf(OLD), topicOf(FRESH)].includes(undefined), PATIENCE).toBe(false);
    const [before, own] = [topicOf(OLD)!, topicOf(FRESH)!];
    const removed = vi.spyOn(broker.kept, 'delete');

    world.simulator.faults.slow(delayMs);
    const answer = await world.call('POST', `/api/v1/devices/${FRESH}/replace`, { body: { old_address: OLD } });
    expect(answer.status).toBe(202);
    world.simulator.faults.slow(0);
    const state = async () => (await world.call('GET', `/api/v1/device-replacements/${answer.json.id}`)).json.state;
    await expect.poll(state, PATIENCE).toBe('done');
    await expect.poll(() => broker.kept.has(own), PATIENCE).toBe(false);
    await expect.poll(() => broker.kept.get(before), PATIENCE).toContain(FRESH);
    expect(removed.mock.calls.map(([topic]) => topic)).not.toContain(before);
  },
  90_000,
);
