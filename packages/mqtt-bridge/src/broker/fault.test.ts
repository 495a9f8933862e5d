import { expect, it } from 'vitest';
import { endOf, faultOf } from './fault.js';
import { BrokerDisconnect, REASON_CODES, reasonText } from './reasons.js';

const URL = 'mqtt://broker.lan';

it('every reason code of a refused connection has words of its own', () => {
  expect(REASON_CODES).toHaveLength(35);
  const messages = REASON_CODES.map((code) => faultOf(Object.assign(new Error('refused'), { code }), URL).message);
  for (const message of messages) {
    expect(message).toMatch(/^broker\.lan:1883 /);
    expect(message).not.toMatch(/code \d/);
  }
});

it('every reason code with which a broker ends a connection has words of its own, and none is a fault of the version', () => {
  const faults = REASON_CODES.map((code) => faultOf(new BrokerDisconnect(code, undefined), URL));
  expect(new Set(faults.map(({ message }) => message)).size).toBe(REASON_CODES.length);
  expect(faults.map(({ kind }) => kind)).not.toContain('protocol');
});

it('a client id that another client uses is named with the remedy', () => {
  expect(faultOf(new BrokerDisconnect(0x8e, undefined), URL)).toEqual({
    kind: 'refused',
    message:
      'broker.lan:1883 ended the connection: another client connected with the same client id; remove `client_id`, or give each client an id of its own',
  });
});

it('the words of a broker are cut to one short line', () => {
  const words = `quota of home\n${'x'.repeat(5_000)}`;
  expect(faultOf(new BrokerDisconnect(0x97, words), URL).message).toMatch(/\(quota of home\)$/);
  expect(faultOf(new BrokerDisconnect(0x97, 'x'.repeat(5_000)), URL).message.length).toBeLessThan(500);
});

it('an unknown code is shown as a number', () => {
  expect(reasonText(250)).toBe('reason code 250');
});

it.each([undefined, 'ECONNRESET', 'EPIPE'])('an end without a reason (%s) names the usual cause', (code) => {
  const error = code === undefined ? undefined : Object.assign(new Error('reset'), { code });
  expect(endOf(error, URL)).toMatchObject({
    kind: 'closed',
    message: expect.stringContaining('another client may use the same client id'),
  });
});
