import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, memoryCursor } from '@ccu-gateway/client';
import { isMeant, runBot } from './bot.js';
import { rules } from './rules.js';

const when = { device: 'A1', channel: 3, parameter: 'STATE', value: true };
const event = (change) => ({
  type: 'datapoint.value_changed',
  payload: { device_address: 'A1', channel: 3, parameter: 'STATE', value: true, ...change },
});

test('a rule waits for one value of one data point', () => {
  assert.ok(isMeant(when, event({})));
  for (const other of [{ value: false }, { channel: 4 }, { parameter: 'LEVEL' }, { device_address: 'B2' }]) {
    assert.ok(!isMeant(when, event(other)));
  }
});

const { CCU_GATEWAY_URL: url, CCU_GATEWAY_TOKEN: token } = process.env;
test('it switches at a gateway', { skip: url === undefined && 'CCU_GATEWAY_URL names no gateway' }, async () => {
  const gateway = createClient({ url, token });
  const write = ({ device, channel, parameter }, value) =>
    gateway.call('setDataPointValue', { path: { addr: device, no: channel, param: parameter }, body: { value } });
  const [{ when: first, write: second }] = rules;
  await write(first, false);
  const { seq } = await gateway.call('getSnapshot');
  const ending = new AbortController();
  const reported = [];
  const running = runBot({
    gateway,
    rules,
    cursor: memoryCursor(seq),
    signal: ending.signal,
    report(line) {
      reported.push(line);
      ending.abort();
    },
  });
  await write(first, first.value);
  await running.catch((error) => assert.equal(error.name, 'AbortError'));
  assert.equal(reported.length, 1);
  assert.match(reported[0], new RegExp(`set ${second.device} LEVEL to 0.5`));
});
