import { JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
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

/** Servers that answer this, one after the other, and then for the stream. */
function startWith(...answers: readonly (object | Error)[]) {
  let asked = 0;
  let now = 0;
  const info = async () => {
    const answer = answers[asked] ?? made;
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const manager: unknown = { streams: { info } };
  const time = {
    now: () => now,
    async pause(ms: number) {
      now += ms;
    },
  };
  return { ensure: () => ensureStream(manager as JetStreamManager, wanted, time), asked: () => asked };
}

const followers = [{ name: 'nats-1', current: false, active: 6e9, lag: 0 }];
const leaderless = { ...made, cluster: { name: 'house', replicas: followers } };
const notNow = new JetStreamApiError({ code: 503, err_code: 10_008, description: 'temporarily unavailable' });

it.each([
  ['do not answer', new errors.TimeoutError()],
  ['have no leader', notNow],
  ['of the stream have none', leaderless],
])('asks again while servers %s, and not for ever', async (_what, answer) => {
  const soon = startWith(answer, answer);
  expect(await soon.ensure()).toEqual(marker);
  expect(soon.asked()).toBe(3);
  const never = startWith(...Array.from({ length: 1_000 }, () => answer));
  await expect(never.ensure()).rejects.toThrow(answer instanceof Error ? answer.message : /servers .* are away/);
  expect(never.asked()).toBe(61);
});

it('fails at once where it is something else', async () => {
  const refused = startWith(new errors.ConnectionError('refused'));
  await expect(refused.ensure()).rejects.toThrow('refused');
  expect(refused.asked()).toBe(1);
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
