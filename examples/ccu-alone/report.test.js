import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulator } from '@ccu-gateway/ccu-simulator';
import { lineOf, report } from './report.js';

test('a line is written for an open window and an empty battery alone', () => {
  assert.equal(lineOf({ channelAddress: 'A:1', parameter: 'STATE', value: 1 }, 'SHUTTER_CONTACT'), 'A:1 is open');
  assert.equal(lineOf({ channelAddress: 'A:1', parameter: 'STATE', value: 0 }, 'SHUTTER_CONTACT'), undefined);
  assert.equal(
    lineOf({ channelAddress: 'A:3', parameter: 'STATE', value: true }, 'SWITCH_VIRTUAL_RECEIVER'),
    undefined,
  );
  assert.equal(lineOf({ channelAddress: 'A:0', parameter: 'LOW_BAT', value: true }), 'A:0: the battery is empty');
});

test('it hears a window of a simulated CCU open', async () => {
  const ccu = await startSimulator({ seed: 7 });
  const channels = ccu.house.devices().flatMap((device) => device.channels);
  const { ADDRESS: address } = channels
    .map(({ description }) => description)
    .find(({ TYPE }) => TYPE === 'SHUTTER_CONTACT');
  ccu.emit(address, 'STATE', 0);
  let hear;
  const heard = new Promise((resolve) => {
    hear = (line) => line === `${address} is open` && resolve();
  });
  const close = await report({
    host: ccu.host,
    jsonRpcPort: ccu.ports.jsonRpc,
    interfaces: [{ name: 'HmIP-RF', port: ccu.ports['HmIP-RF'] }],
    callback: { host: '127.0.0.1', port: 0, binPort: 0 },
    print: hear,
    onConnected: () => ccu.emit(address, 'STATE', 1),
  });
  await heard;
  await close();
  await ccu.close();
});
