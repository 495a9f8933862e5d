import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DiscoveryMessage } from './message.js';
import { splitMessage } from './split.js';

const messageOf = (sizes: readonly number[]): DiscoveryMessage => ({
  topic: 'homeassistant/device/ccu-gateway_ccu_home_A/config',
  payload: {
    dev: { identifiers: ['ccu-gateway_ccu_home_A'], name: 'Gerät ü' },
    o: { name: 'ccu-gateway' },
    availability: [{ topic: 'ccu/bridge/state' }],
    availability_mode: 'all',
    cmps: Object.fromEntries(sizes.map((size, index) => [`c${index}`, { p: 'sensor', unit: 'ü'.repeat(size) }])),
  },
});

it('a message that fits is published unchanged', () => {
  const message = messageOf([10, 10]);
  expect(splitMessage(message, 268_435_460)).toEqual([message]);
});

it('the parts hold every entity once, in its order, on topics of their own, and fit where each entity does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(800), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 4_096, max: 20_000 }),
      (sizes, largest) => {
        const message = messageOf(sizes);
        const parts = splitMessage(message, largest);
        expect(new Set(parts.map(({ topic }) => topic)).size).toBe(parts.length);
        expect(parts[0]?.topic).toBe(message.topic);
        expect(parts.flatMap(({ payload }) => Object.entries(payload.cmps))).toEqual(
          Object.entries(message.payload.cmps),
        );
        for (const { topic, payload } of parts) {
          expect(payload.dev).toEqual(message.payload.dev);
          expect(Buffer.byteLength(topic) + Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(largest);
        }
      },
    ),
  );
});

it('an entity that is too large alone leaves the others their parts', () => {
  const parts = splitMessage(messageOf([10, 9_000, 10]), 8_192);
  expect(parts.map(({ payload }) => Object.keys(payload.cmps))).toEqual([['c0'], ['c1'], ['c2']]);
});
