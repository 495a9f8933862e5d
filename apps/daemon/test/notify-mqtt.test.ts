import { expect, it } from 'vitest';
import { startBroker } from './mqtt-broker.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000013'];

const SMOKE = '00F1C0DE000013';
const CONFIG = 'homeassistant/device/ccu-gateway-messages_ccu/config';
const MESSAGE = 'ccu/bridge/message';

const put = async (world: World, section: 'mqtt' | 'notify', body: object) => {
  const { status, text } = await world.call('PUT', `/api/v1/config/sections/${section}`, { body });
  expect(status, text).toBe(200);
};
const channelOf = async (world: World) => (await world.call('GET', '/api/v1/notify')).json.channels[0];

it('publishes each message as an event that Home Assistant shows, waits for a broker, and takes the entity back', async () => {
  const broker = await startBroker();
  const world = await startWorld({ only });
  await put(world, 'notify', { channels: { ha: { kind: 'mqtt', language: 'de' } } });
  const test = async () => (await world.call('POST', '/api/v1/notify/ha/test')).json;
  expect(await test()).toMatchObject({ delivered: false, fault: { message: 'no MQTT broker is configured' } });
  await put(world, 'mqtt', {
    brokers: { house: { url: broker.url, publish: ['nothing'], home_assistant: { enabled: true } } },
  });
  await expect.poll(() => broker.kept.has(CONFIG)).toBe(true);
  expect(JSON.parse(broker.kept.get(CONFIG) ?? '')).toMatchObject({
    availability: [{ topic: 'ccu/bridge/state' }],
    cmps: { messages: { p: 'event', state_topic: MESSAGE, event_types: ['danger', 'attention', 'info'] } },
  });
  await expect.poll(test).toEqual({ delivered: true });
  world.simulator.emit(`${SMOKE}:1`, 'SMOKE_DETECTOR_ALARM_STATUS', 1);
  const newest = () => JSON.parse(broker.newest.get(MESSAGE) ?? '{}');
  await expect.poll(newest).toMatchObject({
    ...{ event_type: 'danger', severity: 'danger', title: expect.stringMatching(/^Rauch: /) },
    ...{ text: expect.stringMatching(/^Rauch: /), link: expect.stringMatching(/^problems\?id=/) },
  });
  expect(broker.kept.has(MESSAGE)).toBe(false);
  await expect.poll(() => channelOf(world)).toMatchObject({ waiting: 0, state: 'idle' });

  await broker.stop();
  world.simulator.emit(`${SMOKE}:1`, 'SMOKE_DETECTOR_ALARM_STATUS', 0);
  await expect.poll(() => channelOf(world)).toMatchObject({ waiting: 1, lost: 0, fault: { kind: 'refused' } });
  const other = await startBroker();
  await put(world, 'mqtt', { brokers: { house: { url: other.url, home_assistant: { enabled: true } } } });
  await expect.poll(() => other.kept.has(CONFIG)).toBe(true);
  // A test that succeeds makes the next attempt at once.
  await expect.poll(test).toEqual({ delivered: true });
  // It may have come by itself before.
  const titles = () => other.texts.filter(({ topic }) => topic === MESSAGE).map(({ text }) => JSON.parse(text).title);
  await expect.poll(titles).toContainEqual(expect.stringMatching(/^Kein Rauch mehr: /));
  await expect.poll(() => channelOf(world)).toMatchObject({ waiting: 0 });
  await put(world, 'notify', {});
  await expect.poll(() => other.kept.has(CONFIG)).toBe(false);
  await world.close();
  await other.stop();
});

it('names the broker where there are several', async () => {
  const [one, two] = [await startBroker(), await startBroker()];
  const world = await startWorld({ waitForCcu: false, config: { centrals: [] } });
  await put(world, 'mqtt', { brokers: { one: { url: one.url }, two: { url: two.url } } });
  await put(world, 'notify', { channels: { ha: { kind: 'mqtt' }, to_two: { kind: 'mqtt', to: 'two' } } });
  const test = async (name: string) => (await world.call('POST', `/api/v1/notify/${name}/test`)).json;
  expect((await test('ha')).fault.message).toBe('there are several MQTT brokers: name one in `to`');
  await expect.poll(() => test('to_two')).toMatchObject({ delivered: true });
  expect([one, two].map(({ newest }) => newest.has(MESSAGE))).toEqual([false, true]);
  // Without discovery nothing of it is announced.
  expect(two.kept.has(CONFIG)).toBe(false);
  await world.close();
  await Promise.all([one.stop(), two.stop()]);
});
