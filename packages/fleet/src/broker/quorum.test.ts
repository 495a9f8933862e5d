import { describe, expect, it } from 'vitest';
import { hasQuorum } from './quorum.js';

const FOLLOWER = { name: 'nats', current: true, offline: false, active: 4e8, lag: 0 };
const HEARD_LONG_AGO = { ...FOLLOWER, current: false, active: 8e9 };
const KNOWN_TO_BE_OFF = { ...FOLLOWER, current: false, offline: true };

const ledWith = (...replicas: (typeof FOLLOWER)[]) => hasQuorum({ cluster: { leader: 'nats-0', replicas } });

describe('a stream takes what is written', () => {
  it.each([
    ['on a single server', hasQuorum({})],
    ['on a single server of a cluster', hasQuorum({ cluster: { leader: 'nats-0' } })],
    ['with all of three', ledWith(FOLLOWER, FOLLOWER)],
    ['with one of three off', ledWith(FOLLOWER, KNOWN_TO_BE_OFF)],
    ['while two catch up', ledWith({ ...FOLLOWER, current: false }, { ...FOLLOWER, current: false })],
    ['with three of five', ledWith(FOLLOWER, FOLLOWER, HEARD_LONG_AGO, KNOWN_TO_BE_OFF)],
  ])('%s', (_, has) => {
    expect(has).toBe(true);
  });
});

describe('a stream takes nothing', () => {
  it.each([
    ['with two of three off', ledWith(KNOWN_TO_BE_OFF, KNOWN_TO_BE_OFF)],
    ['with two of three silent for seconds', ledWith(HEARD_LONG_AGO, HEARD_LONG_AGO)],
    ['with two of four', ledWith(FOLLOWER, HEARD_LONG_AGO, KNOWN_TO_BE_OFF)],
    ['without a leader', hasQuorum({ cluster: { replicas: [FOLLOWER, FOLLOWER, FOLLOWER] } })],
  ])('%s', (_, has) => {
    expect(has).toBe(false);
  });
});
