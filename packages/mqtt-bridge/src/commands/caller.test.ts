import type { ActingCore, Caller } from '@ccu-gateway/gateway-core';
import { expect, it } from 'vitest';
import { createClients } from './caller.js';

const opened = () =>
  createClients(
    { as: (caller: Caller) => caller.facts?.peer as unknown as ActingCore },
    { name: 'house', role: 'operator' },
  );

it.each(['', ' ', '-', 'a\nb', 'x'.repeat(65), 'a\u0000', '<b>', undefined])('takes no name from %j', (client) => {
  expect(opened()(client)).toBeUndefined();
});

it('tells the first 32 clients of a broker apart, and takes the others as the broker', () => {
  const clients = opened();
  const names = Array.from({ length: 40 }, (_, index) => `Zigbee2MQTT ${index}`);
  expect(names.map(clients).filter((name) => name !== undefined)).toEqual(names.slice(0, 32));
  expect(clients('Zigbee2MQTT 0')).toBe('Zigbee2MQTT 0');
});
