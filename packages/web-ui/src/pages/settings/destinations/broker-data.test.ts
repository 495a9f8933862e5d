import { expect, it } from 'vitest';
import { addressOf, brokerOf, urlOf } from './broker-data.js';

const input = {
  ...{ enabled: true, host: 'broker.lan', port: '', tls: false },
  ...{ username: '', password: '', prefix: 'ccu', homeAssistant: false },
};

it.each([
  ['broker.lan', '', false, 'mqtt://broker.lan'],
  [' broker.lan ', '1884', false, 'mqtt://broker.lan:1884'],
  ['broker.lan:1885', '1884', true, 'mqtts://broker.lan:1885'],
  ['http://broker.lan/path', '', false, 'mqtt://broker.lan'],
  ['mqtts://broker.lan:8884', '', false, 'mqtts://broker.lan:8884'],
  ['[fe80::1]', '1883', false, 'mqtt://[fe80::1]:1883'],
  ['wss://broker.lan/mqtt', '', false, 'wss://broker.lan/mqtt'],
])('%s, port "%s", TLS %s is the address %4$s', (host, port, tls, url) => {
  expect(urlOf({ host, port, tls })).toBe(url);
});

it.each(['mqtt://broker.lan', 'mqtts://broker.lan:8884', 'ws://broker.lan:9001/mqtt', 'mqtt://[fe80::1]:1883'])(
  'shows the parts of %s, and makes the same address of them',
  (url) => {
    expect(urlOf(addressOf(url))).toBe(url);
  },
);

it('keeps members that the form does not show, and the stored password', () => {
  const stored = { qos: 0, password: '***', home_assistant: { enabled: false, prefix: 'ha' } };
  expect(brokerOf({ ...input, username: 'gateway', homeAssistant: true }, stored)).toEqual({
    ...{ qos: 0, enabled: true, url: 'mqtt://broker.lan', username: 'gateway', prefix: 'ccu', password: '***' },
    home_assistant: { enabled: true, prefix: 'ha' },
  });
});

it('drops the password with the user, because a broker without a user gets none', () => {
  expect(brokerOf(input, { username: 'gateway', password: '***' })).not.toHaveProperty('password');
});
