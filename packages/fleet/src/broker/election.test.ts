import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { NoLeaderError, publishedToLeader, throughElection } from './election.js';

/** A request gets these answers, one after the other. */
async function askGetting(...answers: readonly unknown[]) {
  let asked = 0;
  let now = 0;
  const answer = throughElection(
    async () => {
      const each = answers[asked];
      asked += 1;
      if (each instanceof Error) throw each;
      return each;
    },
    {
      elapsed: () => now,
      after(ms, run) {
        now += ms;
        queueMicrotask(run);
        return () => {};
      },
    },
  );
  return { answer: await answer.catch((error: unknown) => error), asked };
}

const notNow = new JetStreamApiError({ code: 503, err_code: 10_008, description: 'temporarily unavailable' });

it.each([
  ['do not answer', new errors.TimeoutError()],
  ['have no leader', notNow],
  ['of the stream have none', new NoLeaderError('away')],
])('asks again while servers %s, and not for ever', async (_what, answer) => {
  expect(await askGetting(answer, answer, 'there')).toEqual({ answer: 'there', asked: 3 });
  expect(await askGetting(...Array(1_000).fill(answer))).toEqual({ answer, asked: 61 });
});

it('fails at once where it is something else', async () => {
  const refused = new errors.ConnectionError('refused');
  expect(await askGetting(refused, 'there')).toEqual({ answer: refused, asked: 1 });
});

it('takes a stream that nothing listens for as one without a leader', async () => {
  const unheard = Object.assign(new Error('jetstream is not enabled'), { name: 'JetStreamNotEnabled' });
  await expect(publishedToLeader(Promise.reject(unheard))).rejects.toThrow(NoLeaderError);
  await expect(publishedToLeader(Promise.reject(notNow))).rejects.toBe(notNow);
  expect(await publishedToLeader(Promise.resolve('taken'))).toBe('taken');
});
