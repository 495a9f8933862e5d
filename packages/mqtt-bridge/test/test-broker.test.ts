import { expect, it, onTestFinished } from 'vitest';
import { testBroker } from '../src/index.js';
import { hasMosquitto, startAedes, startMosquitto, withoutMosquitto } from './brokers.js';
import { settingsFor } from './world.js';

const signal = () => AbortSignal.timeout(20_000);

it('connects to a broker that supports only MQTT 3.1.1', async () => {
  const broker = await startAedes();
  onTestFinished(() => broker.remove());
  expect(await testBroker(settingsFor(broker.url), signal())).toEqual({ connected: true, version: 4 });
});

it.skipIf(!hasMosquitto)(`names refused credentials${withoutMosquitto}`, async () => {
  const broker = await startMosquitto(['allow_anonymous false']);
  onTestFinished(() => broker.remove());
  expect(await testBroker(settingsFor(broker.url, { username: 'gw', password: 'wrong' }), signal())).toMatchObject({
    connected: false,
    fault: { kind: 'credentials' },
  });
});

it('ends with its signal, also where the broker does not answer', async () => {
  const ended = AbortSignal.abort();
  expect(await testBroker(settingsFor('mqtt://127.0.0.1:1'), ended)).toMatchObject({ connected: false });
});
