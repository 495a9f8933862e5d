import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Webhook as Judge } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type Receiver, receiverForEach } from './receiver.js';
import { createLoggedWorld, createWorld, SECRET, START } from './world.js';

/** Node publishes here that a client has read the head of an answer. */
const HEAD_READ = 'http.client.response.finish';

let receiver: Receiver;
const kept = receiverForEach((started) => {
  receiver = started;
});

describe('a webhook', () => {
  it('delivers events from then on, in order, signed and numbered', async () => {
    const world = createWorld();
    world.say();
    const webhook = kept(await world.open({ url: receiver.url }));
    const seqs = [world.say(), world.say('hub.home.inbox', { count: 1 }), world.say()];
    await expect.poll(receiver.seqs).toEqual(seqs);
    const [first] = receiver.received;
    expect(first).toMatchObject({
      path: '/hook/path-secret?token=query-secret',
      headers: { 'content-type': 'application/json', 'webhook-timestamp': String(START / 1000) },
      body: { type: 'events', data: { epoch: world.events.epoch, events: [{ topic: 'device.A.lifecycle' }, {}, {}] } },
    });
    expect(first?.body.data).not.toHaveProperty('lost');
    await expect.poll(webhook.status.bind(webhook)).toMatchObject({ state: 'idle', deliveries: 1, events: 3 });
  });

  it('delivers only events of its topics', async () => {
    const world = createWorld();
    kept(await world.open({ url: receiver.url, topics: ['hub.+.inbox', 'central.*'] }));
    world.say();
    const wanted = [world.say('hub.home.inbox'), world.say('central.home.state')];
    world.say('hub.home.metrics');
    await expect.poll(receiver.seqs).toEqual(wanted);
  });

  it.each([['*'], ['#'], ['alarm.panel'], ['alarm/#']])(
    'with the topic %s delivers a code under duress',
    async (topic) => {
      const world = createWorld();
      kept(await world.open({ url: receiver.url, topics: [topic] }));
      const wanted = [world.say('$alarm.duress'), world.say('alarm.panel')];
      await expect.poll(receiver.seqs).toEqual(wanted);
    },
  );

  it('without the topics of the alarm delivers no code under duress', async () => {
    const world = createWorld();
    kept(await world.open({ url: receiver.url, topics: ['hub.*'] }));
    world.say('$alarm.duress');
    const wanted = [world.say('hub.home.inbox')];
    await expect.poll(receiver.seqs).toEqual(wanted);
  });

  it('is accepted by the library of Standard Webhooks', async () => {
    const world = createWorld({ clock: Date.now });
    kept(await world.open({ url: receiver.url }, { now: Date.now }));
    world.say();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [{ text, headers } = { text: '', headers: {} }] = receiver.received;
    const judge = new Judge(SECRET);
    expect(judge.verify(text, headers as Record<string, string>)).toMatchObject({ type: 'events' });
    expect(() => judge.verify(text.replace('events', 'others'), headers as Record<string, string>)).toThrow();
  });

  it('has one request at a time, and puts events meanwhile into the next', async () => {
    const world = createWorld();
    kept(await world.open({ url: receiver.url }));
    const answers: (() => void)[] = [];
    receiver.answerWith((response) => answers.push(() => response.writeHead(200).end('ok')));
    const first = world.say();
    await expect.poll(() => answers.length).toBe(1);
    const later = Array.from({ length: 250 }, () => world.say());
    answers[0]?.();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    await expect.poll(() => answers.length).toBe(3);
    answers[2]?.();
    await expect.poll(() => answers.length).toBe(4);
    answers[3]?.();
    expect(receiver.seqs()).toEqual([first, ...later]);
    expect(receiver.received.map(({ body }) => body.data.events.length)).toEqual([1, 100, 100, 50]);
  });
});

describe('a delivery that is not taken', () => {
  it('is tried again later and later, with the same id and body and another time', async () => {
    const world = createWorld();
    world.setRandom(1);
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerStatus(503);
    world.say();
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000]) {
      await expect.poll(world.clock.waits).toEqual([pause]);
      world.clock.advance(pause);
    }
    await expect.poll(() => webhook.status().failedAttempts).toBe(12);
    expect(webhook.status()).toMatchObject({
      state: 'waiting',
      nextAttemptAt: world.clock.now() + 300_000,
      fault: { kind: 'refused', message: 'the receiver answered 503' },
    });
    receiver.answerStatus(200);
    world.clock.advance(300_000);
    await expect.poll(() => webhook.status()).toMatchObject({ state: 'idle', deliveries: 1, deadLetters: 0 });
    expect(webhook.status().fault).toBeUndefined();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(13);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(13);
  });

  it('waits half of that at least, and as long as the receiver asks for', async () => {
    const world = createWorld();
    world.setRandom(0);
    kept(await world.open({ url: receiver.url }));
    receiver.answerStatus(503);
    world.say();
    await expect.poll(world.clock.waits).toEqual([500]);
    receiver.answerStatus(429, { 'retry-after': '120' });
    world.clock.advance(500);
    await expect.poll(world.clock.waits).toEqual([120_000]);
    receiver.answerStatus(503, {
      date: 'Sun, 22 Nov 2026 08:00:00 GMT',
      'retry-after': 'Sun, 22 Nov 2026 08:05:00 GMT',
    });
    world.clock.advance(120_000);
    await expect.poll(world.clock.waits).toEqual([300_000]);
    receiver.answerStatus(503, { 'retry-after': '99999999999999999999' });
    world.clock.advance(300_000);
    await expect.poll(world.clock.waits).toEqual([3_600_000]);
  });

  it('is given up when its events are too old, and reported with the next one that succeeds', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url, maxAgeMs: 60_000 }));
    receiver.answerStatus(500);
    const [first, second] = [world.say(), world.say()];
    await expect.poll(world.clock.waits).toEqual([500]);
    // Too old before any attempt was made for it.
    const third = world.say();
    world.clock.advance(60_001);
    await expect.poll(() => webhook.status().deadLetters).toBe(3);
    expect(webhook.status().recentDeadLetters).toMatchObject([
      { events: 1, firstSeq: third, lastSeq: third, attempts: 0, reason: 'too old when it was their turn' },
      { events: 2, firstSeq: first, lastSeq: second, attempts: 1, reason: 'the receiver answered 500' },
    ]);
    // No event follows for a while, so that the loss is reported by itself.
    await expect.poll(world.clock.waits).toEqual([1_000]);
    receiver.answerStatus(200);
    world.clock.advance(1_000);
    await expect.poll(() => webhook.status().deliveries).toBe(1);
    expect(receiver.received.at(-1)?.body.data).toMatchObject({ events: [], lost: { count: 3, at_least: false } });
    expect(world.troubles).toMatchObject([
      { state: 'gives_up', letter: { events: 2 } },
      { state: 'well_again', lost: 3 },
    ]);
    const next = world.say();
    await expect.poll(() => receiver.seqs().at(-1)).toBe(next);
    expect(receiver.received.at(-1)?.body.data).not.toHaveProperty('lost');
  });

  it('is given up at once when the receiver reports it as wrong, but no sooner than after the pause of a failure', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerStatus(422);
    world.say();
    await expect.poll(world.clock.waits).toEqual([500]);
    receiver.answerStatus(200);
    const next = world.say();
    world.clock.advance(500);
    await expect.poll(() => webhook.status()).toMatchObject({ deliveries: 1, deadLetters: 1 });
    expect(receiver.received.at(-1)?.body.data).toMatchObject({ events: [{ seq: next }], lost: { count: 1 } });
  });

  it('is late when the receiver answers nothing in time', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerWith(() => {});
    world.say();
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(world.clock.waits()).toEqual([10_000]);
    world.clock.advance(10_000);
    await expect.poll(() => webhook.status().fault).toMatchObject({ kind: 'timeout' });
  });

  it('succeeds with the head of the answer, even if the rest never ends', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerWith((response) => response.writeHead(200).write('and'));
    const hasHead = new Promise<void>((resolve) => {
      const heard = () => {
        unsubscribe(HEAD_READ, heard);
        resolve();
      };
      subscribe(HEAD_READ, heard);
    });
    world.say();
    await hasHead;
    world.clock.advance(10_000);
    await expect.poll(() => webhook.status()).toMatchObject({ deliveries: 1, failedAttempts: 0 });
  });

  it('is not taken when the receiver ends the connection', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerWith((response) => response.destroy());
    world.say();
    await expect.poll(() => webhook.status().fault).toMatchObject({ kind: 'closed' });
  });
});

describe('a receiver that is away', () => {
  it('slows down nothing: events meanwhile stay in the stream, and come in order', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerWith(() => {});
    const seqs = [world.say()];
    await expect.poll(() => receiver.received.length).toBe(1);
    for (let count = 0; count < 3_000; count += 1) seqs.push(world.say());
    world.events.flush();
    receiver.answerStatus(200);
    world.clock.advance(10_000);
    await expect.poll(world.clock.waits).toEqual([500]);
    world.clock.advance(500);
    await expect.poll(() => webhook.status().events).toBe(3_001);
    expect(receiver.seqs().slice(1)).toEqual(seqs);
  });

  it('receives the report that more is missing than any store remembers', async () => {
    const world = createWorld({ ringFrames: 64, replayCapacity: 64 });
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerStatus(503);
    world.say();
    await expect.poll(world.clock.waits).toEqual([500]);
    for (let count = 0; count < 500; count += 1) world.say();
    world.events.flush();
    receiver.answerStatus(200);
    world.clock.advance(500);
    const newest = world.say();
    await expect.poll(() => receiver.seqs().at(-1)).toBe(newest);
    const told = receiver.received.find(({ body }) => body.data.lost !== undefined);
    expect(told?.body.data.lost).toEqual({ count: 0, at_least: true });
    expect(webhook.status().gaps).toBe(1);
  });
});

describe('a restart', () => {
  it('in the middle of an outage sends undelivered events, and no delivered ones', async () => {
    const world = await createLoggedWorld({ ringFrames: 64, replayCapacity: 64 });
    const first = await world.open({ url: receiver.url });
    const taken = world.say();
    await expect.poll(() => first.status().deliveries).toBe(1);
    receiver.answerStatus(503);
    const open = [world.say()];
    await expect.poll(() => first.status().failedAttempts).toBe(1);
    await first.close();
    for (let count = 0; count < 500; count += 1) open.push(world.say());
    receiver.answerStatus(200);
    receiver.received.length = 0;
    const second = kept(await world.open({ url: receiver.url }));
    await expect.poll(() => second.status().events).toBe(501);
    expect(receiver.seqs()).toEqual(open);
    expect(receiver.seqs()).not.toContain(taken);
    expect(receiver.received.some(({ body }) => body.data.lost)).toBe(false);
  });

  it('sends a delivery with a lost answer again under the same id', async () => {
    const world = createWorld();
    const first = await world.open({ url: receiver.url });
    receiver.answerWith((response) => response.destroy());
    world.say();
    await expect.poll(() => first.status().failedAttempts).toBe(1);
    await first.close();
    receiver.answerStatus(200);
    const second = kept(await world.open({ url: receiver.url }));
    await expect.poll(() => second.status().deliveries).toBe(1);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('on a log with other numbers reports a loss, and keeps its position among these', async () => {
    const world = createWorld();
    world.positions.kept.set('house', { epoch: 'earlier', seq: world.events.seq + 1_000_000 });
    const webhook = kept(await world.open({ url: receiver.url }));
    const next = world.say();
    await expect.poll(() => receiver.seqs().at(-1)).toBe(next);
    const told = receiver.received.map(({ body }) => body.data.lost).find((lost) => lost !== undefined);
    expect(told).toEqual({ count: 0, at_least: true });
    await webhook.close();
    expect(world.positions.kept.get('house')).toEqual({ epoch: world.events.epoch, seq: next });
  });

  it('does not take a number of an earlier log for one of this log', async () => {
    const world = createWorld();
    const [seq, next] = [world.say(), world.say()];
    world.positions.kept.set('house', { epoch: 'earlier', seq });
    kept(await world.open({ url: receiver.url }));
    await expect.poll(receiver.seqs).toEqual([next]);
    expect(receiver.received[0]?.body.data.lost).toEqual({ count: 0, at_least: true });
  });

  it('of a quiet webhook reports no events outside its topics', async () => {
    const world = createWorld({ ringFrames: 64, replayCapacity: 64 });
    const first = await world.open({ url: receiver.url, topics: ['central.*'] });
    for (let count = 0; count < 200; count += 1) world.say();
    world.events.flush();
    await first.close();
    expect(world.positions.kept.get('house')).toEqual({ epoch: world.events.epoch, seq: world.events.seq });
    const second = kept(await world.open({ url: receiver.url, topics: ['central.*'] }));
    const wanted = world.say('central.home.state');
    await expect.poll(receiver.seqs).toEqual([wanted]);
    expect(second.status().gaps).toBe(0);
  });

  it('after a given up delivery still reports it', async () => {
    const world = createWorld();
    const first = await world.open({ url: receiver.url, maxAgeMs: 60_000 });
    receiver.answerStatus(500);
    world.say();
    await expect.poll(world.clock.waits).toEqual([500]);
    world.clock.advance(60_001);
    await expect.poll(() => first.status().deadLetters).toBe(1);
    await first.close();
    receiver.answerStatus(200);
    kept(await world.open({ url: receiver.url, maxAgeMs: 60_000 }));
    const next = world.say();
    await expect.poll(() => receiver.seqs().at(-1)).toBe(next);
    expect(receiver.received.at(-1)?.body.data.lost).toEqual({ count: 1, at_least: false });
  });

  it('waits for a delivery that is under way', async () => {
    const world = createWorld();
    const webhook = await world.open({ url: receiver.url });
    let answer = () => {};
    receiver.answerWith((response) => {
      answer = () => response.writeHead(200).end();
    });
    const seq = world.say();
    await expect.poll(() => receiver.received.length).toBe(1);
    const closed = webhook.close();
    answer();
    await closed;
    expect(world.positions.kept.get('house')).toMatchObject({ seq });
    expect(webhook.status()).toMatchObject({ state: 'closed', deliveries: 1 });
  });

  it('does not wait for a receiver that answers nothing', async () => {
    const world = createWorld();
    const webhook = await world.open({ url: receiver.url });
    receiver.answerWith(() => {});
    world.say();
    await expect.poll(() => receiver.received.length).toBe(1);
    const before = world.positions.kept.get('house');
    const closed = webhook.close();
    await expect.poll(world.clock.waits).toContain(2_000);
    world.clock.advance(2_000);
    await closed;
    expect(world.positions.kept.get('house')).toEqual(before);
  });
});

describe('a test delivery', () => {
  it('goes beside the events, contains no data of the installation, and returns its result', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    expect(await webhook.test()).toEqual({ delivered: true, status: 204 });
    expect(receiver.received).toMatchObject([{ body: { type: 'test', data: {} } }]);
    receiver.answerStatus(401);
    expect(await webhook.test()).toEqual({
      delivered: false,
      status: 401,
      fault: { kind: 'refused', message: 'the receiver answered 401' },
    });
    expect(webhook.status()).toMatchObject({ deliveries: 0, failedAttempts: 0, deadLetters: 0 });
  });

  it('is made once while one is under way, and all callers receive its result', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    const held: (() => void)[] = [];
    receiver.answerWith((response) => void held.push(() => response.writeHead(204).end()));
    const asked = [webhook.test(), webhook.test(), webhook.test()];
    await expect.poll(() => held.length).toBe(1);
    held[0]?.();
    expect(await Promise.all(asked)).toEqual(Array(3).fill({ delivered: true, status: 204 }));
    expect(receiver.received).toHaveLength(1);
    receiver.answerStatus(503);
    expect(await webhook.test()).toMatchObject({ delivered: false, status: 503 });
    expect(receiver.received).toHaveLength(2);
  });

  it('that is taken ends the wait before the next attempt', async () => {
    const world = createWorld();
    const webhook = kept(await world.open({ url: receiver.url }));
    receiver.answerStatus(503);
    world.say();
    await expect.poll(world.clock.waits).toEqual([500]);
    receiver.answerStatus(200);
    await webhook.test();
    await expect.poll(() => webhook.status().deliveries).toBe(1);
  });
});
