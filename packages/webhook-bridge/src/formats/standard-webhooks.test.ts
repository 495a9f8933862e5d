import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { standardWebhooks } from './standard-webhooks.js';

const { readSecret, headersOf } = standardWebhooks;
const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;
const key = fc.uint8Array({ minLength: 24, maxLength: 64 });
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/);
const nowS = () => Math.floor(Date.now() / 1000);

it('signs so that the library of Standard Webhooks accepts it', () => {
  fc.assert(
    fc.property(key, id, fc.jsonValue(), (bytes, name, value) => {
      const body = JSON.stringify(value);
      const headers = headersOf({ id: name, timestamp: nowS(), body }, readSecret(secretOf(bytes)) as Uint8Array);
      expect(new Webhook(secretOf(bytes)).verify(body, { ...headers })).toEqual(JSON.parse(body));
    }),
  );
});

it('signs id, time and body together, so that none of them can be another', () => {
  fc.assert(
    fc.property(key, id, id, fc.string(), fc.string(), (bytes, one, other, body, changed) => {
      const timestamp = nowS();
      const headers = headersOf({ id: one, timestamp, body }, bytes);
      const judge = new Webhook(secretOf(bytes));
      const verify =
        (text: string, more: object = {}) =>
        () =>
          judge.verify(text, { ...headers, ...more });
      if (changed !== body) expect(verify(changed)).toThrow();
      if (other !== one) expect(verify(body, { 'webhook-id': other })).toThrow();
      expect(verify(body, { 'webhook-timestamp': String(timestamp + 1) })).toThrow();
    }),
    { numRuns: 50 },
  );
});

it('signs differently with another key', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      fc.pre(Buffer.compare(one, other) !== 0);
      const signed = { id: 'a', timestamp: 1, body: '{}' };
      expect(headersOf(signed, one)).not.toEqual(headersOf(signed, other));
    }),
  );
});

it('reads secrets of 24 to 64 bytes', () => {
  for (const length of [24, 25, 32, 64]) expect(readSecret(secretOf(new Uint8Array(length)))?.length).toBe(length);
});

it.each([
  ['no prefix', Buffer.alloc(32).toString('base64')],
  ['too short', secretOf(new Uint8Array(23))],
  ['too long', secretOf(new Uint8Array(65))],
  ['no base64', `whsec_${'!'.repeat(40)}`],
  ['base64 with something between', `whsec_${'AAAA '.repeat(10)}`],
  ['base64 for URLs', `whsec_${'_-_-'.repeat(10)}`],
  ['nothing', ''],
])('reads no secret that has another form: %s', (_, text) => {
  expect(readSecret(text)).toBeUndefined();
});
