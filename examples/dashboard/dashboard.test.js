import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@ccu-gateway/client';
import { follow, rowsOf } from './dashboard.js';

test('a room has its temperature and the number of its open windows', () => {
  const snapshot = {
    devices: [
      { address: 'A1', rooms: ['Bath'] },
      { address: 'B2', rooms: ['Bath', 'Attic'] },
    ],
    device_channels: [
      { device_address: 'A1', channels: [{ number: 1, data_points: [{ parameter: 'STATE', value: true }] }] },
      {
        device_address: 'B2',
        channels: [{ number: 4, data_points: [{ parameter: 'ACTUAL_TEMPERATURE', value: 20.5 }] }],
      },
    ],
  };
  assert.deepEqual(rowsOf(snapshot, new Map([['B2:4.ACTUAL_TEMPERATURE', 21]])), [
    { room: 'Attic', temperature: 21, open: 0 },
    { room: 'Bath', temperature: 21, open: 1 },
  ]);
});

const { CCU_GATEWAY_URL: url, CCU_GATEWAY_TOKEN: token } = process.env;
test('it draws the rooms of a gateway', { skip: url === undefined && 'CCU_GATEWAY_URL names no gateway' }, async () => {
  const drawn = [];
  const house = await follow(createClient({ url, token }), (rows) => drawn.push(rows));
  assert.ok(drawn[0].some(({ temperature }) => temperature > 0));
  await house.close();
});
