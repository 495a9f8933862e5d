import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestWorld } from '../testing/world.js';

const known = new Set(['subscribed', 'unsubscribed', 'replay_done', 'replay_lost', 'result', 'error', 'reauth_failed']);

const anyValue = fc.jsonValue({ maxDepth: 3 });
const message = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .record(
      {
        op: fc.constantFrom('subscribe', 'unsubscribe', 'pong', 'call', 'reauth', 'toString', '__proto__'),
        topics: fc.oneof(anyValue, fc.array(fc.oneof(fc.string(), anyValue))),
        since: fc.oneof(anyValue, fc.double(), fc.maxSafeInteger()),
        mode: fc.oneof(anyValue, fc.constantFrom('all', 'latest')),
        echo: anyValue,
        id: anyValue,
        command: anyValue,
        args: anyValue,
        token: anyValue,
      },
      { requiredKeys: ['op'] },
    )
    .map((value) => JSON.stringify(value)),
);

describe('arbitrary input of a client', () => {
  it('is answered in the protocol, harms no other connection and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 20 }), async (messages) => {
        const world = createTestWorld();
        const other = world.connect();
        other.send({ op: 'subscribe', topics: ['*'] });
        const client = world.connect({ onCall: async ({ args }) => args, onReauth: async () => ({ ok: false }) });
        for (const text of messages) client.send(text);
        const seq = world.change('device.A');
        world.turn();
        await new Promise((resolve) => setImmediate(resolve));
        for (const { op } of client.take()) expect(op === undefined || known.has(op as string)).toBe(true);
        expect(other.take().at(-1)).toMatchObject({ seq });
        expect(other.closed).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});
