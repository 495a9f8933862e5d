import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSharedMemoryLog, createSharedMemoryStore, type SharedMemoryStore } from '../log/shared-memory.js';
import { StateTooOldError } from '../model/errors.js';
import type { StreamEvent } from '../model/event.js';
import type { AppendResult, SharedLog, SharedLogHealth, SharedRecord } from '../model/shared-log.js';
import type { SharedEventStream, SharedStreamOptions } from '../model/shared-stream.js';
import { connectClient, type SeenFrame } from '../testing/world.js';
import { openSharedStream } from './open-shared-stream.js';

/** A log that can be away, and can lose its answers on their way back. */
function faultyLog(store: SharedMemoryStore) {
  const log = createSharedMemoryLog(store);
  const listeners = new Set<(health: SharedLogHealth) => void>();
  let health: SharedLogHealth = { state: 'connected' };
  let answersToLose = 0;
  const become = (next: SharedLogHealth) => {
    health = next;
    for (const listener of [...listeners]) listener(next);
  };
  const faulty: SharedLog = {
    ...log,
    get health() {
      return health;
    },
    onHealth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async openWriter(source) {
      if (health.state !== 'connected') throw new Error('away');
      const writer = await log.openWriter(source);
      return {
        source,
        async append(drafts, mayGoOn): Promise<AppendResult> {
          if (health.state !== 'connected') return { outcome: 'unknown', seqs: [], reason: 'away' };
          if (answersToLose === 0) return writer.append(drafts, mayGoOn);
          answersToLose -= 1;
          await writer.append(drafts.slice(0, 1));
          return { outcome: 'unknown', seqs: [], reason: 'no answer' };
        },
      };
    },
  };
  return {
    log: faulty,
    leave: (reason = 'no connection') => become({ state: 'outage', reason }),
    comeBack: () => become({ state: 'connected' }),
    loseAnswers: (count: number) => {
      answersToLose = count;
    },
  };
}

/** A log that opens writers only when it is let. */
function gatedLog(store: SharedMemoryStore) {
  const log = createSharedMemoryLog(store);
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const openWriter: SharedLog['openWriter'] = async (source) => {
    await gate;
    return await log.openWriter(source);
  };
  return { log: { ...log, openWriter }, go };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
async function settled(...streams: readonly SharedEventStream[]) {
  for (let round = 0; round < 20; round += 1) await turn();
  for (const stream of streams) stream.flush();
}

const event = (value: number, topic = 'device.A1') => ({ topic, type: 'x', payload: { value } });
const valuesOf = (frames: readonly (SeenFrame | StreamEvent)[]) =>
  frames.flatMap((frame) => ('payload' in frame ? [(frame.payload as { value: number }).value] : []));
const opsOf = (frames: readonly SeenFrame[]) => frames.flatMap(({ op }) => (op === undefined ? [] : [op]));

const never = () => {
  throw new Error('nothing may be lost');
};
const noLoss = { onLost: never };

async function open(store: SharedMemoryStore, options: Partial<SharedStreamOptions> = {}) {
  const fault = faultyLog(store);
  const stream = await openSharedStream({ log: fault.log, onError: () => {}, ...options });
  return { ...fault, stream };
}

describe('a stream on a shared log', () => {
  const newStore = () => createSharedMemoryStore('e1', 1000);

  it('shows the events of all publishers to the clients of all streams, in one order and with one number each', async () => {
    const store = newStore();
    const [one, other] = [await open(store), await open(store)];
    const clients = [connectClient(one.stream), connectClient(other.stream)];
    for (const client of clients) client.send({ op: 'subscribe', topics: ['device.*'] });
    const home = one.stream.publisher('home', noLoss);
    const cabin = other.stream.publisher('cabin', noLoss);
    for (let value = 0; value < 10; value += 1) (value % 2 === 0 ? home : cabin).publish(event(value));
    await settled(one.stream, other.stream);
    const [seen, seenElsewhere] = clients.map(({ frames }) => frames.filter(({ op }) => op === undefined));
    expect(seen).toEqual(seenElsewhere);
    expect(valuesOf(seen ?? []).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(seen?.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, index) => 1001 + index));
    expect(seen?.[0]).toMatchObject({ kind: 'change', topic: 'device.A1', type: 'x' });
    expect(one.stream.epoch).toBe('e1');
  });

  it('lets a client resume at another stream with the same number, also where that one is behind', async () => {
    const store = newStore();
    const [one, other] = [await open(store), await open(store)];
    const home = one.stream.publisher('home', noLoss);
    for (let value = 0; value < 5; value += 1) home.publish(event(value));
    await settled(one.stream, other.stream);
    const client = connectClient(other.stream);
    client.send({ op: 'subscribe', topics: ['*'], since: 1002, epoch: 'e1' });
    expect(valuesOf(client.take())).toEqual([2, 3, 4]);

    const late = connectClient(other.stream);
    const writer = await createSharedMemoryLog(store).openWriter('attic');
    const appended = writer.append([
      { id: '1', topic: 'a', text: '{"kind":"change","topic":"a","type":"x","payload":{"value":9}}' },
    ]);
    // The number is in the log, and on its way to this stream.
    late.send({ op: 'subscribe', topics: ['*'], since: 1006, epoch: 'e1' });
    late.send({ op: 'subscribe', topics: ['more'] });
    await appended;
    await settled(other.stream);
    expect(opsOf(late.take())).toEqual(['subscribed', 'replay_done', 'subscribed']);
    late.send({ op: 'subscribe', topics: ['*'], since: 5000, epoch: 'e1' });
    await settled(other.stream);
    expect(late.take().at(-1)).toMatchObject({ op: 'replay_lost', reason: 'future' });
  });

  it('replays to later clients, also events from before it was opened', async () => {
    const store = newStore();
    const before = await open(store);
    const home = before.stream.publisher('home', noLoss);
    for (let value = 0; value < 5; value += 1) home.publish(event(value));
    await settled();
    const { stream } = await open(store, { replayCapacity: 3 });
    const client = connectClient(stream);
    client.send({ op: 'subscribe', topics: ['*'], since: 1002 });
    expect(valuesOf(client.take())).toEqual([2, 3, 4]);
    client.send({ op: 'subscribe', topics: ['other'], since: 1001 });
    expect(client.take().at(-1)).toMatchObject({ op: 'replay_lost', reason: 'evicted' });
    expect((await stream.page({ since: 1000, limit: 2 })).events.map(({ seq }) => seq)).toEqual([1001, 1002]);
    const seen: number[] = [];
    for await (const { payload } of stream.cursor(['*'], { since: 1000 })) {
      seen.push(payload.value as number);
      if (seen.length === 5) break;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  it('numbers nothing while the log is away, notifies the clients, and publishes waiting events afterwards, once', async () => {
    const store = newStore();
    const { stream, leave, comeBack, loseAnswers } = await open(store);
    const client = connectClient(stream);
    client.send({ op: 'subscribe', topics: ['*'] });
    const home = stream.publisher('home', noLoss);
    loseAnswers(1);
    home.publish(event(0));
    await settled(stream);
    leave();
    for (let value = 1; value < 5; value += 1) home.publish(event(value));
    await settled(stream);
    expect(home.pending).toBe(5);
    expect(stream.metrics()).toMatchObject({ logPending: 5, outage: true });
    const late = connectClient(stream);
    late.send({ op: 'subscribe', topics: ['*'] });
    expect(late.take().at(-1)).toEqual({ op: 'outage', active: true, reason: 'no connection' });
    comeBack();
    await settled(stream);
    expect(valuesOf(client.frames)).toEqual([0, 1, 2, 3, 4]);
    expect(opsOf(client.frames)).toEqual(['subscribed', 'outage', 'outage']);
    expect(client.frames.filter(({ op }) => op === 'outage').at(-1)).toEqual({ op: 'outage', active: false });
    expect(home.pending).toBe(0);
  });

  it('reports an outage to clients once, however often its reason changes, and shows the newest one', async () => {
    const { stream, leave, comeBack } = await open(newStore());
    const client = connectClient(stream);
    client.send({ op: 'subscribe', topics: ['*'] });
    for (const reason of ['no consumer A', 'no consumer B', 'no consumer A']) leave(reason);
    leave('no room');
    expect(stream.outage).toBe('no room');
    comeBack();
    comeBack();
    expect(client.frames.filter(({ op }) => op === 'outage')).toEqual([
      { op: 'outage', active: true, reason: 'no consumer A' },
      { op: 'outage', active: false },
    ]);
  });

  it('reports events that no buffer could hold to all clients', async () => {
    const store = newStore();
    const { stream, leave, comeBack } = await open(store, { bufferEvents: 3 });
    const other = await open(store);
    const home = stream.publisher('home', noLoss);
    home.publish(event(0));
    await settled(stream, other.stream);
    const client = connectClient(other.stream);
    client.send({ op: 'subscribe', topics: ['*'] });
    const idle = connectClient(other.stream);
    const heard: string[] = [];
    other.stream.subscribe(['*'], ({ seq }) => heard.push(String(seq)), {
      onLost: ({ seq }) => heard.push(`lost ${seq}`),
    });
    const cursor = other.stream.cursor(['*'], { onLost: ({ seq }) => heard.push(`cursor lost ${seq}`) });
    const pulled = cursor.next();
    leave();
    for (let value = 1; value < 9; value += 1) home.publish(event(value));
    comeBack();
    await settled(stream, other.stream);
    expect(valuesOf(client.frames)).toEqual([6, 7, 8]);
    expect(client.frames.map(({ op, seq }) => op ?? seq)).toEqual(['subscribed', 'replay_lost', 1002, 1003, 1004]);
    expect(client.frames[1]).toMatchObject({ seq: 1001, reason: 'overflow' });
    expect(idle.frames).toEqual([]);
    await pulled;
    await settled(other.stream);
    expect(heard.filter((text) => text.includes('lost'))).toHaveLength(2);
    const resumed = connectClient(other.stream);
    resumed.send({ op: 'subscribe', topics: ['*'], since: 1001, mode: 'latest' });
    expect(resumed.take().at(-1)).toMatchObject({ op: 'replay_lost', reason: 'evicted', oldest_seq: 1002 });
    resumed.send({ op: 'subscribe', topics: ['more'], since: 1002 });
    expect(opsOf(resumed.take())).toEqual(['subscribed', 'replay_done']);
    expect((await other.stream.page({ since: 1000 })).gaps).toEqual([{ after: 1001, before: 1003 }]);
  });

  it('reports on request to its own clients that their past cannot be continued', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const other = await open(store);
    const home = stream.publisher('home', noLoss);
    home.publish(event(1));
    await settled(stream, other.stream);
    const [client, elsewhere] = [connectClient(other.stream), connectClient(stream)];
    for (const each of [client, elsewhere]) each.send({ op: 'subscribe', topics: ['*'] });
    const lost: number[] = [];
    other.stream.subscribe(['*'], () => {}, { onLost: ({ seq }) => lost.push(seq) });
    const pulledLosses: number[] = [];
    const cursor = other.stream.cursor(['*'], { since: 1000, onLost: ({ seq }) => pulledLosses.push(seq) });
    other.stream.tellLoss();
    home.publish(event(2));
    await settled(stream, other.stream);
    expect(client.frames.map(({ op, seq }) => op ?? seq)).toEqual(['subscribed', 'replay_lost', 1002]);
    expect(elsewhere.frames.map(({ op, seq }) => op ?? seq)).toEqual(['subscribed', 1002]);
    expect(lost).toHaveLength(1);
    const pulled = [(await cursor.next()).value, (await cursor.next()).value];
    expect(pulled.map((each) => each?.seq)).toEqual([1001, 1002]);
    await settled(other.stream);
    const next = cursor.next();
    home.publish(event(3));
    expect((await next).value).toMatchObject({ seq: 1003 });
    expect(pulledLosses).toHaveLength(1);
    // A client that had everything before may have it from a state that was read here.
    const late = connectClient(other.stream);
    late.send({ op: 'subscribe', topics: ['*'], since: 1001 });
    expect(late.take().at(-1)).toMatchObject({ op: 'replay_lost', reason: 'evicted', oldest_seq: 1002 });
    late.send({ op: 'subscribe', topics: ['more'], since: 1002 });
    expect(opsOf(late.take())).toEqual(['subscribed', 'replay_done']);
  });

  it('reports events that an earlier publisher did not get into the log', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const client = connectClient(stream);
    client.send({ op: 'subscribe', topics: ['*'] });
    stream.publisher('home', { ...noLoss, lostBefore: 2 }).publish(event(1));
    await settled(stream);
    expect(client.frames.map(({ op, seq }) => op ?? seq)).toEqual(['subscribed', 'replay_lost', 1001]);
    expect(store.records).toMatchObject([{ lost: 2 }]);
  });

  it('ends a publisher when another one publishes for its source, and shows none of its remaining events', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const lost: unknown[] = [];
    const old = stream.publisher('home', { onLost: (loss) => lost.push(loss) });
    old.publish(event(0));
    await settled(stream);
    const next = (await open(store)).stream.publisher('home', noLoss);
    next.publish(event(1));
    await settled(stream);
    old.publish(event(2));
    old.publish(event(3));
    await settled(stream);
    expect(lost).toEqual([{ source: 'home', unsent: 2 }]);
    old.publish(event(4));
    await settled(stream);
    expect(store.records.map(({ text }) => JSON.parse(text).payload.value)).toEqual([0, 1]);
  });

  it('publishes nothing behind the next holder where its writer is opened only when it is the holder no more', async () => {
    const store = newStore();
    const lost: unknown[] = [];
    const held = gatedLog(store);
    const { stream } = await open(store, { log: held.log });
    let mayAct = true;
    const old = stream.publisher('home', { onLost: (loss) => lost.push(loss), mayPublish: () => mayAct });
    old.hide('state of the old one');
    old.publish(event(1));
    await settled(stream);
    mayAct = false;
    const next = (await open(store)).stream.publisher('home', noLoss);
    next.publish(event(2));
    await settled(stream);
    const closed = old.close();
    held.go();
    await closed;
    expect(lost).toEqual([{ source: 'home', unsent: 1 }]);
    next.publish(event(3));
    await settled(stream);
    expect(store.records.map(({ text }) => JSON.parse(text).payload.value)).toEqual([2, 3]);
  });

  it('goes on behind a previous holder that still appended, and is lost to one that comes after it has appended', async () => {
    const store = newStore();
    const lost: unknown[] = [];
    const held = gatedLog(store);
    const late = (await open(store)).stream.publisher('home', noLoss);
    const { stream } = await open(store, {
      log: {
        ...held.log,
        async openWriter(source) {
          const writer = await createSharedMemoryLog(store).openWriter(source);
          await held.log.openWriter(source);
          return writer;
        },
      },
    });
    const home = stream.publisher('home', { onLost: (loss) => lost.push(loss), mayPublish: () => true });
    home.publish(event(1));
    await settled(stream);
    late.publish(event(0));
    await settled(stream);
    held.go();
    await settled(stream);
    home.publish(event(2));
    await settled(stream);
    expect(lost).toEqual([]);
    expect(store.records.map(({ text }) => JSON.parse(text).payload.value)).toEqual([0, 1, 2]);
    (await open(store)).stream.publisher('home', noLoss).publish(event(3));
    await settled(stream);
    home.publish(event(4));
    await settled(stream);
    expect(lost).toEqual([{ source: 'home', unsent: 1 }]);
    expect(store.records.map(({ text }) => JSON.parse(text).payload.value)).toEqual([0, 1, 2, 3]);
  });

  it('publishes no further waiting events once it is no longer the holder, also in the middle of a batch', async () => {
    const store = newStore();
    const lost: unknown[] = [];
    const { stream, leave, comeBack } = await open(store);
    // Of each event it is asked once, and once when the writer is open.
    let asked = 0;
    const mayPublish = () => {
      asked += 1;
      return asked <= 3;
    };
    const home = stream.publisher('home', { onLost: (loss) => lost.push(loss), mayPublish });
    leave();
    for (let value = 0; value < 5; value += 1) home.publish(event(value));
    await settled(stream);
    comeBack();
    await settled(stream);
    expect(store.records.map(({ text }) => JSON.parse(text).payload.value)).toEqual([0, 1]);
    expect(lost).toEqual([{ source: 'home', unsent: 3 }]);
  });

  it('begins with nothing more once it is closed, and closes when running work has ended', async () => {
    const store = newStore();
    const log = createSharedMemoryLog(store);
    let wait = () => {};
    const answers: (() => void)[] = [];
    const { stream } = await open(store, {
      log: {
        ...log,
        async openWriter(source) {
          const writer = await log.openWriter(source);
          return {
            source,
            async append(drafts, mayGoOn = () => true) {
              const seqs: number[] = [];
              for (const draft of drafts) {
                if (!mayGoOn()) break;
                await new Promise<void>((resolve) => answers.push(resolve));
                seqs.push(...(await writer.append([draft])).seqs);
              }
              return { outcome: 'appended', seqs };
            },
          };
        },
      },
      repeat(_, run) {
        wait = run;
        return () => {};
      },
    });
    const home = stream.publisher('home', noLoss);
    for (const value of [1, 2, 3]) home.publish(event(value));
    await settled(stream);
    let isClosed = false;
    const closed = home.close().then(() => {
      isClosed = true;
    });
    wait();
    await settled(stream);
    expect([isClosed, store.records.length]).toEqual([false, 0]);
    answers.shift()?.();
    await closed;
    await settled(stream);
    expect([store.records.length, answers.length]).toEqual([1, 0]);
  });

  it('asks again whether it is the holder where the log has dropped everything of its source', async () => {
    const store = newStore();
    const lost: unknown[] = [];
    let mayAct = true;
    const log = createSharedMemoryLog(store);
    const { stream } = await open(store, {
      log: {
        ...log,
        openWriter: async (source) => ({
          source,
          async append(): Promise<AppendResult> {
            mayAct = false;
            return { outcome: 'conflict', seqs: [], vanished: true };
          },
        }),
      },
    });
    const home = stream.publisher('home', { onLost: (loss) => lost.push(loss), mayPublish: () => mayAct });
    home.publish(event(1));
    await settled(stream);
    expect(lost).toEqual([{ source: 'home', unsent: 1 }]);
  });

  it('publishes nothing any more once it is closed, whenever its writer is open', async () => {
    const store = newStore();
    const held = gatedLog(store);
    let wait = () => {};
    const { stream } = await open(store, {
      log: held.log,
      repeat(_, run) {
        wait = run;
        return () => {};
      },
    });
    const home = stream.publisher('home', noLoss);
    home.publish(event(1));
    const closed = home.close();
    wait();
    await closed;
    expect([home.pending, stream.metrics().logPending]).toEqual([0, 0]);
    held.go();
    await settled(stream);
    expect(store.records).toEqual([]);
  });

  it('gives up unsent events before it is closed', async () => {
    const { stream, leave, comeBack } = await open(newStore(), {
      // As if it had waited.
      repeat(_, run) {
        const timer = setImmediate(run);
        return () => clearImmediate(timer);
      },
    });
    const [home, cabin] = [stream.publisher('home', noLoss), stream.publisher('cabin', noLoss)];
    leave();
    for (let value = 0; value < 5; value += 1) home.publish(event(value));
    cabin.publish(event(5));
    await home.close();
    expect([home.pending, stream.metrics().logPending]).toEqual([0, 1]);
    home.publish(event(6));
    comeBack();
    await settled(stream);
    expect(stream.metrics()).toMatchObject({ logPending: 0, logAppended: 1 });
  });

  it('hands over hidden records before later events, and shows them to no client', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const seen: string[] = [];
    const other = await open(store, { onHidden: ({ text }) => seen.push(text) });
    other.stream.subscribe(['*'], ({ payload }) => seen.push(String(payload.value)), noLoss);
    const client = connectClient(other.stream);
    client.send({ op: 'subscribe', topics: ['*', '$'] });
    const home = stream.publisher('home', noLoss);
    home.hide('a');
    home.publish(event(1));
    home.hide('b');
    home.hide('d', { isNumbered: true });
    home.hide('c');
    home.publish(event(2));
    await settled(stream, other.stream);
    expect(seen.filter((text) => /[a-d]/.test(text))).toEqual(['a', 'b', 'd', 'c']);
    expect(seen.indexOf('a')).toBeLessThan(seen.indexOf('1'));
    expect(seen.indexOf('c')).toBeLessThan(seen.indexOf('2'));
    expect(valuesOf(client.frames)).toEqual([1, 2]);
    expect((await other.stream.page({ since: 1000 })).events.map(({ seq }) => seq)).toEqual([1001, 1004]);
    const records: SharedRecord[] = [];
    await open(store, { hiddenSince: 1001, onHidden: (record) => records.push(record) });
    expect(records.map(({ seq, text }) => [seq, text])).toEqual([
      [1002, 'b'],
      [1003, 'd'],
      [1004, 'c'],
    ]);
  });

  it('sends hidden texts with the next event, unless it is under way already or would become large by them', async () => {
    const store = newStore();
    const log = createSharedMemoryLog(store);
    const batches: string[][] = [];
    const answers: (() => void)[] = [];
    const openWriter: SharedLog['openWriter'] = async (source) => {
      const writer = await log.openWriter(source);
      return {
        source,
        async append(drafts) {
          batches.push(
            drafts.map(({ before = [], text }) => [...before, text].map((each) => each.slice(0, 1)).join('')),
          );
          await new Promise<void>((resolve) => answers.push(resolve));
          return await writer.append(drafts);
        },
      };
    };
    const { stream } = await open(store, { log: { ...log, openWriter } });
    const home = stream.publisher('home', noLoss);
    home.hide('a');
    await settled(stream);
    home.publish(event(1));
    home.hide('b'.repeat(60_000));
    home.hide('c'.repeat(60_000));
    home.hide('d');
    home.publish(event(2));
    answers.shift()?.();
    await settled(stream);
    expect(batches).toEqual([['a'], ['{', 'b', 'cd{']]);
    answers.shift()?.();
    await settled(stream);
    expect(stream.metrics().logPending).toBe(0);
  });

  it('reads on over hidden and missing records, for any number of them', async () => {
    const store = newStore();
    const writer = await createSharedMemoryLog(store).openWriter('home');
    const text = '{"kind":"change","topic":"a","type":"x","payload":{"value":1}}';
    const hidden = Array.from({ length: 1500 }, (_, index) => ({
      id: `h${index}`,
      topic: '$',
      text: '',
      hidden: true as const,
    }));
    await writer.append([{ id: '1', topic: 'a', text, lost: 2 }, ...hidden, { id: '2', topic: 'a', text }]);
    const { stream } = await open(store);
    const page = await stream.page({ since: 1000 });
    expect(page).toMatchObject({ more: false, nextSince: 2502, gaps: [{ after: 1000, before: 1002 }] });
    expect(page.events.map(({ seq }) => seq)).toEqual([2502]);
    const lost: number[] = [];
    for await (const { seq } of stream.cursor(['*'], { since: 1000, onLost: (loss) => lost.push(loss.seq) })) {
      expect(seq).toBe(2502);
      break;
    }
    expect(lost).toEqual([1001]);
  });

  it('goes on for a source with only dropped records in the log, and gives up events that the log never takes', async () => {
    const store = newStore();
    const results: AppendResult[] = [
      { outcome: 'conflict', seqs: [], vanished: true },
      { outcome: 'refused', seqs: [], reason: 'too large' },
    ];
    const log = createSharedMemoryLog(store);
    const errors: unknown[] = [];
    const stream = await openSharedStream({
      log: {
        ...log,
        async openWriter(source) {
          const writer = await log.openWriter(source);
          return { source, append: async (drafts) => results.shift() ?? writer.append(drafts) };
        },
      },
      onError: (error) => errors.push(error),
    });
    const home = stream.publisher('home', noLoss);
    home.publish(event(1));
    await settled(stream);
    expect([store.records.length, errors.length]).toEqual([0, 1]);
    home.publish(event(2));
    await settled(stream);
    expect(store.records).toMatchObject([{ lost: 1 }]);
  });

  it('refuses a state that the log does not reach back to', async () => {
    const store = newStore();
    const log = createSharedMemoryLog(store, { maxRecords: 2 });
    const writer = await log.openWriter('home');
    await writer.append(['1', '2', '3', '4'].map((id) => ({ id, topic: '$', text: id, hidden: true as const })));
    await expect(openSharedStream({ log, hiddenSince: 1001 })).rejects.toThrow(StateTooOldError);
    const hidden: string[] = [];
    await openSharedStream({ log, hiddenSince: 1002, onHidden: ({ text }) => hidden.push(text) });
    expect(hidden).toEqual(['3', '4']);
  });

  it('shows no frame that no stream has written, and reports that something is missing', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const client = connectClient(stream);
    client.send({ op: 'subscribe', topics: ['*'] });
    const writer = await createSharedMemoryLog(store).openWriter('somebody');
    await writer.append([
      { id: '1', topic: 'a', text: '"}]' },
      { id: '2', topic: 'a', text: '{"kind":"' },
    ]);
    const home = stream.publisher('home', noLoss);
    home.publish(event(7));
    await settled(stream);
    expect(valuesOf(client.frames)).toEqual([7]);
    expect(opsOf(client.frames)).toEqual(['subscribed', 'replay_lost', 'replay_lost']);
  });

  it('names the source of a loss, and none if the log has dropped it', async () => {
    const store = newStore();
    const text = '{"kind":"change","topic":"a","type":"x","payload":{"value":1}}';
    const log = createSharedMemoryLog(store);
    const breaks: unknown[] = [];
    const { stream } = await open(store, {
      log: {
        ...log,
        async *follow(options) {
          yield { kind: 'trimmed', after: 900, before: 1001 };
          yield* log.follow(options);
        },
      },
      onBreak: (loss) => breaks.push(loss),
    });
    const append = async (source: string, draft: { readonly text: string; readonly lost?: number }) =>
      (await log.openWriter(source)).append([{ id: '1', topic: 'a', ...draft }]);
    await append('home', { text });
    await append('cabin', { text, lost: 2 });
    await append('attic', { text: 'of another program' });
    await settled(stream);
    expect(breaks).toEqual([{ seq: 1000 }, { seq: 1002, source: 'cabin' }, { seq: 1004, source: 'attic' }]);
  });

  it('has taken in the numbers that the log had dropped before it could be read', async () => {
    const log = createSharedMemoryLog(createSharedMemoryStore('a'));
    const stream = await openSharedStream({
      log: {
        ...log,
        async *follow() {
          yield { kind: 'live', seq: 3 };
          yield { kind: 'trimmed', after: 3, before: 8 };
        },
      },
    });
    await settled(stream);
    expect(stream.seq).toBe(7);
    await stream.close();
  });

  it('ends when the log is another one, and asks clients to come back', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const client = connectClient(stream);
    client.send({ op: 'subscribe', topics: ['*'] });
    store.epoch = 'e2';
    store.records = [];
    for (const listener of [...store.listeners]) listener();
    expect(await stream.ended).toBe('recreated');
    expect(client.closed).toMatchObject({ code: 1012 });
    expect(() => stream.publisher('home', noLoss)).toThrow(/closed/);
  });

  it('is not opened where the log becomes another one, fails or ends before it was read', async () => {
    const store = newStore();
    const log = createSharedMemoryLog(store);
    const recreated = {
      ...log,
      async state() {
        const state = await log.state();
        store.epoch = 'e2';
        return state;
      },
    };
    await expect(openSharedStream({ log: recreated })).rejects.toThrow(/ended/);
    const failing: SharedLog = {
      ...log,
      // biome-ignore lint/correctness/useYield: it fails before
      async *follow() {
        throw new Error('no followers');
      },
    };
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(String(error));
    await expect(openSharedStream({ log: failing, onError })).rejects.toThrow(/ended/);
    expect(errors).toEqual(['Error: no followers']);
    await log.close();
    await expect(openSharedStream({ log })).rejects.toThrow(/ended/);
  });

  it('reports to clients with a previous number that the numbers of the log went back', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const home = stream.publisher('home', { onLost: () => {} });
    for (let value = 0; value < 10; value += 1) home.publish(event(value));
    await settled(stream);
    const kept = store.records.slice(0, 5);
    Object.assign(store, { records: kept, lastSeq: 1005, fences: new Map([['home', 1005]]), ids: new Map() });
    const other = await createSharedMemoryLog(store).openWriter('shed');
    const text = '{"kind":"change","topic":"a","type":"x","payload":{"value":99}}';
    await other.append(Array.from({ length: 20 }, (_, id) => ({ id: String(id), topic: 'a', text })));
    expect(await stream.ended).toBe('recreated');
    const next = await open(store);
    const client = connectClient(next.stream);
    client.send({ op: 'subscribe', topics: ['*'], since: 1010, epoch: 'e1' });
    await settled(next.stream);
    expect(opsOf(client.frames)).toContain('replay_lost');
  });

  it('has all events in the log that were published before it is closed', async () => {
    const store = newStore();
    const { stream } = await open(store);
    const home = stream.publisher('home', noLoss);
    for (let value = 0; value < 300; value += 1) home.publish(event(value));
    await stream.close();
    expect(store.records).toHaveLength(300);
  });
});

describe('several streams on one log, with outages, lost answers and small buffers', () => {
  type Step = {
    readonly at: number;
    readonly do: 'publish' | 'leave' | 'comeBack' | 'loseAnswers' | 'settle' | 'resume';
  };
  const steps = fc.array(
    fc.record({
      at: fc.nat(2),
      do: fc.constantFrom<Step['do'][]>(
        'publish',
        'publish',
        'publish',
        'leave',
        'comeBack',
        'loseAnswers',
        'settle',
        'resume',
      ),
    }),
    { maxLength: 60 },
  );

  it('shows each event to each client once and in order, or reports its loss', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const store = createSharedMemoryStore('e1', 1000);
        const gateways = await Promise.all([0, 1, 2].map(() => open(store, { bufferEvents: 4 })));
        const clients = gateways.map(({ stream }) => ({ client: connectClient(stream), base: [] as SeenFrame[] }));
        for (const { client } of clients) client.send({ op: 'subscribe', topics: ['*'] });
        const publishers = gateways.map(({ stream }, index) => stream.publisher(`source ${index}`, noLoss));
        const published: number[][] = [[], [], []];
        let value = 0;
        const streams = gateways.map(({ stream }) => stream);
        for (const { at, do: what } of run) {
          const gateway = gateways[at] as (typeof gateways)[number];
          if (what === 'publish') {
            value += 1;
            published[at]?.push(value);
            publishers[at]?.publish(event(value));
          } else if (what === 'loseAnswers') gateway.loseAnswers(1);
          else if (what === 'settle') await settled(...streams);
          else if (what === 'resume') {
            // Goes on at the next gateway, after its last event.
            await settled(...streams);
            const mine = clients[at] as (typeof clients)[number];
            const since = Number(
              [...mine.base, ...mine.client.frames].findLast(({ seq }) => typeof seq === 'number')?.seq,
            );
            mine.base.push(...mine.client.frames);
            mine.client.connection.closed();
            const next = gateways[(at + 1) % 3] as (typeof gateways)[number];
            mine.client = connectClient(next.stream);
            mine.client.send({ op: 'subscribe', topics: ['*'], since, epoch: 'e1' });
          } else gateway[what]();
        }
        for (const { comeBack } of gateways) comeBack();
        await expect.poll(() => publishers.every(({ pending }) => pending === 0)).toBe(true);
        await settled(...streams);
        const inLog = store.records.map(({ text }) => JSON.parse(text).payload.value as number);
        for (const each of published) {
          const kept = each.filter((one) => inLog.includes(one));
          expect(inLog.filter((one) => each.includes(one))).toEqual(kept);
        }
        const dropped = store.records.reduce((sum, { lost = 0 }) => sum + lost, 0);
        expect(inLog.length + dropped).toBe(value);
        for (const { client, base } of clients) {
          const frames = [...base, ...client.frames];
          const seen = frames.filter(({ op }) => op === undefined);
          const seqs = seen.map(({ seq }) => Number(seq));
          expect(seqs).toEqual([...new Set(seqs)].sort((one, next) => one - next));
          const isTold = opsOf(frames).includes('replay_lost');
          const first = Number(frames.find(({ op }) => op === 'subscribed')?.seq);
          const due = store.records.filter(({ seq }) => seq > first);
          if (!isTold) expect(seqs).toEqual(due.map(({ seq }) => seq));
          if (due.some(({ lost }) => lost !== undefined)) expect(isTold).toBe(true);
        }
        await Promise.all(streams.map((stream) => stream.close()));
      }),
      { numRuns: 60 },
    );
  });
});
