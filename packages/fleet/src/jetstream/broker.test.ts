import { describe, expect, it } from 'vitest';
import { hasQuorum } from './broker.js';

const peer = (name: string, fields: object = {}) => ({
  name,
  current: true,
  offline: false,
  active: 4e8,
  lag: 0,
  ...fields,
});
const cluster = (...replicas: ReturnType<typeof peer>[]) => ({
  cluster: { name: 'house', leader: 'nats-0', replicas },
});

describe('the quorum of a stream', () => {
  it('is there on one server, which names no others', () => {
    expect(hasQuorum({})).toBe(true);
    expect(hasQuorum({ cluster: { name: 'house', leader: 'nats-0' } })).toBe(true);
  });

  it('is there with one of three away, and with one that still catches up', () => {
    expect(hasQuorum(cluster(peer('nats-1'), peer('nats-2', { offline: true, current: false, active: 9e9 })))).toBe(
      true,
    );
    expect(hasQuorum(cluster(peer('nats-1', { current: false }), peer('nats-2', { current: false })))).toBe(true);
  });

  it.each([
    ['are known to be offline', { offline: true }],
    ['have not been heard of for seconds', { current: false, active: 8e9 }],
  ])('is gone when two of three %s', (_, fields) => {
    expect(hasQuorum(cluster(peer('nats-1', fields), peer('nats-2', fields)))).toBe(false);
  });

  it('is gone without a leader', () => {
    const replicas = ['nats-0', 'nats-1', 'nats-2'].map((name) => peer(name));
    expect(hasQuorum({ cluster: { name: 'house', replicas } })).toBe(false);
  });
});
