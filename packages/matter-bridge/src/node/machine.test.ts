import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { thisMachine } from './machine.js';

it('finds a UDP port taken that another program has, and no more when that has ended', async () => {
  const other = createSocket({ type: 'udp6', ipv6Only: true });
  other.bind(0, '::1');
  await once(other, 'listening');
  const { port } = other.address();
  expect(await thisMachine().refusal(port)).toBe('port_taken');
  other.close();
  await once(other, 'close');
  expect(await thisMachine().refusal(port)).not.toBe('port_taken');
});

it('finds a UDP port taken also by a program that would share it, for homes would reach the wrong one', async () => {
  const other = createSocket({ type: 'udp6', ipv6Only: true, reuseAddr: true });
  other.bind(0, '::1');
  await once(other, 'listening');
  expect(await thisMachine().refusal(other.address().port)).toBe('port_taken');
  other.close();
  await once(other, 'close');
});
