import { describe, expect, it } from 'vitest';
import type { BrokerConnection } from '../broker/connection.js';
import { NO_LIMITS } from '../broker/limits.js';
import type { Publication } from '../broker/settings.js';
import { createOutbox, type Outbox } from './outbox.js';

/** A broker that takes nothing until it is told to. */
function slowBroker(receiveMaximum = 2) {
  const asked: { readonly publication: Publication; readonly done: () => void; readonly fail: () => void }[] = [];
  let open = true;
  const connection: BrokerConnection = {
    version: 5,
    limits: { ...NO_LIMITS, receiveMaximum },
    answers: { owed: 0, given: 0 },
    isOpen: () => open,
    send: (publication, landed) =>
      void asked.push({ publication, done: () => landed(), fail: () => landed(new Error('cut')) }),
    publish: async () => {},
    subscribe: async () => [],
    unsubscribe: async () => {},
    close: async () => {},
    cut: () => {},
  };
  const cut = () => {
    open = false;
    for (const each of asked) each.fail();
  };
  return { connection, asked, cut, topics: () => asked.map(({ publication }) => publication.topic) };
}

function createWorld(expiryMs = 10_000) {
  const settled: number[] = [];
  let now = 0;
  const outbox = createOutbox({
    qos: 1,
    expiryMs,
    now: () => now,
    onSettled: (seq) => settled.push(seq),
    onRefused: () => {},
    nextTurn: turn,
  });
  const to = (at: number) => {
    now = at;
  };
  return { outbox, settled, to };
}

const state = (topic: string, payload: string, seq = 1) => ({ topic, payload, seq });
const pressed = (seq: number, at = 0) => ({ topic: 'press', payload: String(seq), seq, momentary: { at } });
const press = (outbox: Outbox, message: ReturnType<typeof pressed>) => {
  outbox.put(message);
  outbox.read(message.seq);
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the outbox of a slow broker', () => {
  it('sends each topic in the order in which it was put, also after nothing waited and after another connection', async () => {
    const { outbox } = createWorld();
    const names = (from: number) => Array.from({ length: 5 }, (_, index) => `t${from + index}`);
    const first = slowBroker();
    const sendAll = async ({ asked }: typeof first) => {
      for (let sent = 0; sent < asked.length; sent += 1) {
        asked[sent]?.done();
        await turn();
      }
    };
    outbox.attach(first.connection);
    for (const topic of names(0)) outbox.put(state(topic, '1'));
    await sendAll(first);
    for (const topic of names(3)) outbox.put(state(topic, '2'));
    await sendAll(first);
    expect(first.topics()).toEqual([...names(0), ...names(3)]);
    for (const topic of names(10)) outbox.put(state(topic, '3'));
    first.cut();
    const second = slowBroker();
    outbox.attach(second.connection);
    for (const topic of names(20)) outbox.put(state(topic, '4'));
    await sendAll(second);
    expect(second.topics()).toEqual(names(20));
  });

  it('sends the newest of each topic, and no more at once than the broker takes', async () => {
    const { outbox } = createWorld();
    const broker = slowBroker();
    outbox.attach(broker.connection);
    for (const payload of ['1', '2', '3']) for (const topic of ['a', 'b', 'c']) outbox.put(state(topic, payload));
    expect(broker.topics()).toEqual(['a', 'b']);
    for (let sent = 0; sent < 5; sent += 1) {
      broker.asked[sent]?.done();
      await turn();
    }
    expect(broker.asked.map(({ publication: { topic, payload } }) => `${topic}${payload}`)).toEqual([
      'a1',
      'b1',
      'c3',
      'a3',
      'b3',
    ]);
    await outbox.idle();
    expect(outbox.counts).toMatchObject({ waiting: 0, sent: 5 });
  });

  it('writes messages together after acknowledgements that came together', async () => {
    const { outbox } = createWorld();
    const broker = slowBroker();
    outbox.attach(broker.connection);
    for (const topic of ['a', 'b', 'c', 'd']) outbox.put(state(topic, '1'));
    for (const { done } of [...broker.asked]) done();
    // The message that was acknowledged first does not draw the next one alone.
    expect(broker.topics()).toEqual(['a', 'b']);
    await turn();
    expect(broker.topics()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sends in one loop where messages are accepted at once, for any number of them', () => {
    const { outbox } = createWorld();
    const broker = slowBroker(10);
    let depth = 0;
    let deepest = 0;
    const topics: string[] = [];
    const send: BrokerConnection['send'] = ({ topic }, landed) => {
      depth += 1;
      deepest = Math.max(deepest, depth);
      topics.push(topic);
      landed();
      depth -= 1;
    };
    for (let seq = 1; seq <= 500; seq += 1) press(outbox, pressed(seq));
    outbox.attach({ ...broker.connection, send });
    expect({ sent: topics.length, deepest }).toEqual({ sent: 500, deepest: 1 });
    expect(outbox.counts).toMatchObject({ waiting: 0, sent: 500 });
  });

  it('sends every key press before any state, with the time that is left of it', () => {
    const { outbox, to } = createWorld();
    const broker = slowBroker(10);
    press(outbox, pressed(1, 0));
    press(outbox, pressed(2, 4_000));
    to(7_500);
    outbox.attach(broker.connection);
    expect(broker.asked.map(({ publication }) => publication)).toMatchObject([
      { payload: '1', retain: false, expiresInS: 3 },
      { payload: '2', retain: false, expiresInS: 7 },
    ]);
  });

  it('sends no key press that is older than its expiry', () => {
    const { outbox, to, settled } = createWorld();
    press(outbox, pressed(1, 0));
    press(outbox, pressed(2, 9_000));
    to(10_000);
    const broker = slowBroker();
    outbox.attach(broker.connection);
    expect(broker.asked.map(({ publication }) => publication.payload)).toEqual(['2']);
    expect(outbox.counts.expired).toBe(1);
    expect(settled.at(-1)).toBe(1);
  });

  it('sends a key press again that the last connection did not acknowledge, and only then counts it as sent', async () => {
    const { outbox, settled } = createWorld();
    const first = slowBroker();
    outbox.attach(first.connection);
    press(outbox, pressed(7));
    first.cut();
    outbox.detach();
    await turn();
    expect(settled.every((seq) => seq < 7)).toBe(true);
    const second = slowBroker();
    outbox.attach(second.connection);
    expect(second.asked.map(({ publication }) => publication.payload)).toEqual(['7']);
    second.asked[0]?.done();
    await turn();
    expect(settled.at(-1)).toBe(7);
  });

  it('sends key presses in their order again, whichever of them failed first', async () => {
    const { outbox } = createWorld();
    const first = slowBroker(3);
    outbox.attach(first.connection);
    for (const seq of [4, 5, 6]) press(outbox, pressed(seq));
    first.cut();
    outbox.detach();
    await turn();
    const second = slowBroker(3);
    outbox.attach(second.connection);
    expect(second.asked.map(({ publication }) => publication.payload)).toEqual(['4', '5', '6']);
  });

  it('counts no unread event as sent, for any number of a state', async () => {
    const { outbox, settled } = createWorld();
    const broker = slowBroker();
    outbox.attach(broker.connection);
    press(outbox, pressed(3));
    outbox.put(state('a', '1', 9));
    for (const { done } of broker.asked) done();
    await turn();
    expect(settled.at(-1)).toBe(3);
  });
});
