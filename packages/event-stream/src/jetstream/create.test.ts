import type { JetStreamManager } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { expect, it, vi } from 'vitest';
import { ensureStream } from './create.js';
import { writeMarker } from './marker.js';

const marker = { owner: 'house', epoch: 'e1' };
const wanted = { name: 'events', above: 0, marker, shape: {}, serverVersion: '2.10.0' };
const made = {
  config: {
    ...{ name: 'events', description: writeMarker(marker), subjects: ['events.*'] },
    ...{ retention: 'limits', discard: 'old', num_replicas: 1 },
  },
  state: { last_seq: 0 },
};

/** Servers that are silent so often before they answer for the stream. */
function silentFor(times: number) {
  const info = vi.fn(async () => made);
  for (let left = times; left > 0; left -= 1) info.mockRejectedValueOnce(new errors.TimeoutError());
  const manager: unknown = { streams: { info } };
  return manager as JetStreamManager;
}

it('asks again for a stream that another process is just making, and not for ever', async () => {
  expect(await ensureStream(silentFor(2), wanted)).toEqual(marker);
  await expect(ensureStream(silentFor(3), wanted)).rejects.toThrow(errors.TimeoutError);
});
