import type { JetStreamManager } from '@nats-io/jetstream';
import { expect, it } from 'vitest';
import { NoLeaderError } from '../broker/election.js';
import { ensureStream } from './create.js';
import { writeMarker } from './marker.js';

const marker = { owner: 'house', epoch: 'e1' };
const wanted = { name: 'events', above: 0, marker, shape: {}, serverVersion: '2.10.0' };
const made = {
  config: {
    ...{ name: 'events', description: writeMarker(marker), subjects: ['events.*'] },
    ...{ retention: 'limits', discard: 'old', num_replicas: 1 },
  },
  state: { last_seq: 1 },
};

it('is not found while most of its servers are away', async () => {
  const followers = [{ name: 'nats-1', current: false, active: 6e9, lag: 0 }];
  const leaderless = { ...made, cluster: { name: 'house', replicas: followers } };
  const away: unknown = { streams: { info: async () => leaderless } };
  await expect(ensureStream(away as JetStreamManager, wanted)).rejects.toThrow(NoLeaderError);
});

it.each([
  ['2.9.10', false],
  ['2.10.22', false],
  ['2.10.23', true],
  ['2.10.23-RC.1', true],
  ['2.11.0', true],
  ['2.15.1', true],
  ['3.0.0', true],
  ['', false],
])('keeps copies at servers of %j: %s', async (serverVersion, isKept) => {
  const copies = { ...made, config: { ...made.config, num_replicas: 3 } };
  const three: unknown = { streams: { info: async () => copies } };
  const kept = ensureStream(three as JetStreamManager, { ...wanted, serverVersion });
  if (isKept) expect(await kept).toEqual(marker);
  else await expect(kept).rejects.toMatchObject({ remedy: expect.stringMatching(/2\.10\.23 or newer/) });
});
