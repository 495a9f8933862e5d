import { JetStreamApiError } from '@nats-io/jetstream';
import { expect, it } from 'vitest';
import type { Broker } from './broker.js';
import { openWriter } from './writer.js';

interface Published {
  readonly fence: number;
  readonly msgID: string;
}

interface Options {
  readonly msgID: string;
  readonly expect: { readonly lastSubjectSequence: number };
}

/** A broker whose publisher gets these answers, one after the other, and whose newest message has this id. */
function brokerThatAnswers(
  answers: readonly object[],
  newest: { readonly seq: number; readonly id: string } | null = null,
) {
  const published: Published[] = [];
  const publish = async (_subject: string, _text: string, options: Options) => {
    const answer = answers[published.length];
    published.push({ fence: options.expect.lastSubjectSequence, msgID: options.msgID });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  let looks = 0;
  const getMessage = async () => {
    looks += 1;
    // The first check is for the earlier messages.
    return looks === 1 || newest === null ? null : { seq: newest.seq, header: { get: () => newest.id } };
  };
  const broker: unknown = {
    name: 'events',
    epoch: 'e1',
    isThere: true,
    hindered: () => {},
    look: async () => ({ epoch: 'e1', lastSeq: 7, oldestSeq: 1 }),
    client: { publish },
    manager: { streams: { getMessage } },
  };
  return { broker: broker as Broker, published };
}

const overtaken = new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong last sequence' });
const append = async (writer: Awaited<ReturnType<typeof openWriter>>, id: string) =>
  writer.append([{ id, topic: 'device.A1', text: '{}' }]);

it('takes for kept only what has a number: a leader without followers knows again what it was sent, and has none for it', async () => {
  const { broker, published } = brokerThatAnswers([
    { seq: 8 },
    { seq: 0, duplicate: true },
    { seq: 9, duplicate: true },
    { seq: 10 },
  ]);
  const writer = await openWriter(broker, 'home');
  expect(await append(writer, '1')).toEqual({ outcome: 'appended', seqs: [8] });
  expect(await append(writer, '2')).toMatchObject({ outcome: 'unknown', seqs: [] });
  expect(await append(writer, '2')).toEqual({ outcome: 'appended', seqs: [9] });
  expect(await append(writer, '3')).toEqual({ outcome: 'appended', seqs: [10] });
  expect(published.map(({ fence }) => fence)).toEqual([0, 8, 8, 9]);
});

it('is sent under another id where a server remembers one that it has no number for, and is known again by both', async () => {
  const answers = [{ seq: 0, duplicate: true }, { seq: 0, duplicate: true }, overtaken, { seq: 9 }];
  const { broker, published } = brokerThatAnswers(answers, { seq: 8, id: 'home.1~1' });
  const writer = await openWriter(broker, 'home');
  expect(await append(writer, '1')).toMatchObject({ outcome: 'unknown' });
  expect(await append(writer, '1')).toMatchObject({ outcome: 'unknown' });
  expect(await append(writer, '1')).toEqual({ outcome: 'appended', seqs: [8] });
  expect(await append(writer, '2')).toEqual({ outcome: 'appended', seqs: [9] });
  expect(published).toEqual([
    { msgID: 'home.1', fence: 0 },
    { msgID: 'home.1~1', fence: 0 },
    { msgID: 'home.1~2', fence: 0 },
    { msgID: 'home.2', fence: 8 },
  ]);
});

it.each([10_158, 10_164])('is not given up where an earlier attempt is not decided on so far (%i)', async (code) => {
  const inProcess = new JetStreamApiError({ code: 400, err_code: code, description: 'in process' });
  const { broker, published } = brokerThatAnswers([inProcess, overtaken, { seq: 9 }], { seq: 8, id: 'home.1' });
  const writer = await openWriter(broker, 'home');
  expect(await append(writer, '1')).toMatchObject({ outcome: 'unknown', seqs: [] });
  expect(await append(writer, '1')).toEqual({ outcome: 'appended', seqs: [8] });
  expect(await append(writer, '2')).toEqual({ outcome: 'appended', seqs: [9] });
  expect(published.map(({ msgID }) => msgID)).toEqual(['home.1', 'home.1~1', 'home.2']);
});

it.each(['home.10', 'home.10~1', 'other.1', ''])('is overtaken by the message %j where it is home.1', async (id) => {
  const { broker } = brokerThatAnswers([{ seq: 0, duplicate: true }, overtaken], { seq: 8, id });
  const writer = await openWriter(broker, 'home');
  await append(writer, '1');
  expect(await append(writer, '1')).toEqual({ outcome: 'conflict', seqs: [] });
});
