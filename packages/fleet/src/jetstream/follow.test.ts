import type { LogNotice, SharedLogState } from '@ccu-gateway/event-stream';
import { expect, it } from 'vitest';
import type { Broker } from './broker.js';
import { followStream } from './follow.js';

/** A broker with messages 8 to 10, that cannot make the first consumer it is asked for. */
function brokerThatFailsOnce(state: SharedLogState): Broker {
  let asked = 0;
  const consumer = {
    consume: async () => ({
      ...{ stop() {}, status: async function* () {} },
      async *[Symbol.asyncIterator]() {
        for (let seq = 8; seq <= state.lastSeq; seq += 1) {
          yield { seq, subject: 'events.home', headers: undefined, string: () => '' };
        }
      },
    }),
  };
  const broker: unknown = {
    name: 'events',
    epoch: 'e1',
    closed: new AbortController().signal,
    look: async () => state,
    manager: { streams: { getMessage: async () => null } },
    onDisturbed: () => () => {},
    hindered: () => {},
    pause: async () => {},
    client: {
      consumers: {
        async get() {
          asked += 1;
          if (asked === 1) throw new Error('no responders');
          return consumer;
        },
      },
    },
  };
  return broker as Broker;
}

async function firstNotice(state: SharedLogState, since: number): Promise<LogNotice | undefined> {
  const end = new AbortController();
  for await (const notice of followStream(brokerThatFailsOnce(state), { since, epoch: 'e1', signal: end.signal })) {
    end.abort();
    return notice;
  }
  return undefined;
}

it.each([
  ['numbers are gone', { epoch: 'e1', oldestSeq: 8, lastSeq: 10 }, 5, { kind: 'trimmed', after: 5, before: 8 }],
  ['the log is another one', { epoch: 'e2', oldestSeq: 8, lastSeq: 10 }, 9, { kind: 'recreated', epoch: 'e2' }],
  ['there is nothing to wait for', { epoch: 'e1', oldestSeq: 8, lastSeq: 10 }, 10, { kind: 'live', seq: 10 }],
])('reports that %s also where the servers cannot make the consumer at once', async (_, state, since, notice) => {
  expect(await firstNotice(state, since)).toEqual(notice);
});

it('reports its finding once, although the consumer came later', async () => {
  const end = new AbortController();
  const broker = brokerThatFailsOnce({ epoch: 'e1', oldestSeq: 8, lastSeq: 10 });
  const notices: LogNotice[] = [];
  for await (const notice of followStream(broker, { since: 5, epoch: 'e1', signal: end.signal })) {
    notices.push(notice);
    if (notice.kind === 'live') end.abort();
  }
  // Messages without an owner are as good as dropped.
  expect(notices).toEqual([
    { kind: 'trimmed', after: 5, before: 8 },
    ...[8, 9, 10].map((seq) => ({ kind: 'trimmed', after: seq - 1, before: seq + 1 })),
    { kind: 'live', seq: 10 },
  ]);
});

/**
 * Follows from 7 a log whose last number is 10, `first` at the first check, and whose consumer is silent at first. The
 * leader answers with `above` for messages above.
 */
async function followedInSilence(above: readonly boolean[], first = 10): Promise<readonly LogNotice[]> {
  const end = new AbortController();
  const state = { epoch: 'e1', oldestSeq: 1, lastSeq: 10 };
  let looks = 0;
  let asked = 0;
  let consumers = 0;
  const later = [8, 9, 10].map((seq) => ({ seq, subject: 'events.home', headers: undefined, string: () => '' }));
  const consume = async () => {
    consumers += 1;
    const messages = consumers === 1 ? [] : later;
    let stop: () => void = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    return {
      stop,
      async *status() {
        yield { type: 'heartbeat' };
      },
      async *[Symbol.asyncIterator]() {
        yield* messages;
        await stopped;
      },
    };
  };
  const broker: unknown = {
    ...brokerThatFailsOnce(state),
    ...{ lastSeq: state.lastSeq, client: { consumers: { get: async () => ({ consume }) } } },
    async look() {
      looks += 1;
      return looks === 1 ? { ...state, lastSeq: first } : state;
    },
    reading: {
      ask: async () => state,
      async hasAbove() {
        asked += 1;
        return above[asked - 1] ?? true;
      },
    },
  };
  const notices: LogNotice[] = [];
  for await (const notice of followStream(broker as Broker, { since: 7, epoch: 'e1', signal: end.signal })) {
    notices.push(notice);
    if (notice.kind === (first === 10 ? 'live' : 'trimmed')) end.abort();
  }
  return notices;
}

it('passes over the missing end of a log once the leader has reported it twice', async () => {
  expect(await followedInSilence([false, false])).toEqual([
    { kind: 'trimmed', after: 7, before: 11 },
    { kind: 'live', seq: 10 },
  ]);
});

it('passes over it also where it came to be after everything had been handed over', async () => {
  expect(await followedInSilence([false, false], 7)).toEqual([
    { kind: 'live', seq: 7 },
    { kind: 'trimmed', after: 7, before: 11 },
  ]);
});

it.each([
  ['the leader has what a server that is behind does not hand out', [true]],
  ['the leader finds it at the second question', [false, true]],
])('passes over nothing where %s', async (_, above) => {
  expect(await followedInSilence(above)).toEqual([
    ...[8, 9, 10].map((seq) => ({ kind: 'trimmed', after: seq - 1, before: seq + 1 })),
    { kind: 'live', seq: 10 },
  ]);
});

interface Answer {
  readonly lastSeq: number;
  readonly id: string;
  /** State of the leader, where another server gives this answer. */
  readonly leaderHas?: number;
}

/** Follows from 10 in a log with answers one after the other, the last one again and again. */
async function followedBy(answers: readonly Answer[]) {
  let looks = 0;
  let mark: string | undefined;
  const answer = (): Answer => answers[Math.min(looks, answers.length) - 1] ?? { lastSeq: 0, id: '' };
  const get = (name: string) => (name === 'Nats-Msg-Id' ? answer().id : '');
  const end = new AbortController();
  const broker: unknown = {
    ...brokerThatFailsOnce({ epoch: 'e1', oldestSeq: 1, lastSeq: 10 }),
    async look() {
      looks += 1;
      if (looks > answers.length + 2) end.abort();
      return { epoch: mark ?? 'e1', oldestSeq: 1, lastSeq: answer().lastSeq };
    },
    async renew(epoch: string) {
      mark = epoch;
      return await (broker as Broker).look();
    },
    manager: { streams: { getMessage: async () => ({ header: { get } }) } },
    reading: { hasAbove: async (seq: number) => (answer().leaderHas ?? answer().lastSeq) > seq },
    client: { consumers: { get: () => Promise.reject(new Error('no responders')) } },
  };
  const notices: LogNotice[] = [];
  const options = { since: 10, epoch: 'e1', signal: end.signal };
  for await (const notice of followStream(broker as Broker, options)) notices.push(notice);
  return { kinds: notices.map(({ kind }) => kind), mark };
}

it.each([
  [
    'ends below',
    [
      { lastSeq: 10, id: 'a' },
      { lastSeq: 7, id: 'a' },
    ],
  ],
  [
    'has another message',
    [
      { lastSeq: 10, id: 'a' },
      { lastSeq: 20, id: 'b' },
    ],
  ],
])(
  'marks the log as another one where it %s, and does nothing after a single such answer',
  async (_, [fine, other]) => {
    if (!fine || !other) throw new Error('a case is incomplete');
    const once = await followedBy([fine, other, { ...fine, lastSeq: 12 }]);
    expect(once).toEqual({ kinds: ['live'], mark: undefined });
    const lasting = await followedBy([fine, other, other]);
    expect(lasting.kinds.slice(0, 2)).toEqual(['live', 'recreated']);
    expect(lasting.mark).toBe('e1.1');
  },
);

it('is the same log where a server answers that has to take it in anew, and the one that leads has it', async () => {
  const other = { lastSeq: 0, id: 'a', leaderHas: 12 };
  const { kinds, mark } = await followedBy([{ lastSeq: 10, id: 'a' }, other, other]);
  expect(kinds).toEqual(['live']);
  expect(mark).toBeUndefined();
});
