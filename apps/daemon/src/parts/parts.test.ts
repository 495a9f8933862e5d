import { executionAsyncResource } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createParts, DOUBT_FAULTS, type PartFault, REST_MS, RESTART_PAUSE_MS } from './parts.js';

/** Time that passes where a test lets it. */
function createManualTime() {
  let now = Date.UTC(2026, 5, 1);
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(ms: number, run: () => void) {
      const entry = { at: now + ms, run };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    async pass(ms: number) {
      now += ms;
      for (const entry of [...waiting]) if (entry.at <= now && waiting.delete(entry)) entry.run();
      await turn();
    },
  };
}

const turn = () => new Promise<void>((settle) => setImmediate(settle));

function createWorld() {
  const time = createManualTime();
  const logged: string[] = [];
  const did: string[] = [];
  const told: PartFault[] = [];
  let doubts = 0;
  const line = (message: string, fields: object = {}) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: line, warn: line, error: line };
  const parts = createParts({
    time,
    log,
    inDoubt: () => {
      doubts += 1;
    },
  });
  parts.observe((fault) => told.push(fault));
  const control = (part: string, start: () => void | Promise<void> = () => undefined) =>
    parts.control(part, {
      stop: () => void did.push(`stop ${part}`),
      start() {
        did.push(`start ${part}`);
        return start();
      },
    });
  const fail = (part: string, error: unknown = new Error('a secret of the house')) =>
    parts.in(part, () => parts.fault(error));
  return { time, parts, logged, did, told, control, fail, doubts: () => doubts };
}

describe('a part that fails', () => {
  it('is stopped and named, and the others continue', async () => {
    const { parts, did, told, control, fail } = createWorld();
    control('matter');
    control('mqtt/lounge');
    expect(fail('mqtt/lounge')).toBe(true);
    await turn();
    expect(did).toEqual(['stop mqtt/lounge']);
    expect(told.map(({ part }) => part)).toEqual(['mqtt/lounge']);
    expect(parts.findings()).toMatchObject([{ name: 'mqtt/lounge', status: 'degraded', reason: 'part_stopped' }]);
    expect(parts.findings()[0]?.note).toContain('2026-06-01T00:00:15.000Z');
    // The log redacts, and health does not.
    expect(JSON.stringify(parts.findings())).not.toContain('secret');
  });

  it('is started again once after a pause, and shown for as long as it is watched', async () => {
    const { parts, time, did, control, fail } = createWorld();
    control('matter');
    fail('matter');
    await time.pass(RESTART_PAUSE_MS - 1);
    expect(did).toEqual(['stop matter']);
    await time.pass(1);
    expect(did).toEqual(['stop matter', 'start matter']);
    expect(parts.findings()).toMatchObject([{ name: 'matter', reason: 'part_restarted' }]);
    await time.pass(REST_MS);
    expect(parts.findings()).toEqual([]);
  });

  it('is not started a third time within ten minutes', async () => {
    const { time, did, control, fail } = createWorld();
    control('matter');
    fail('matter');
    await time.pass(RESTART_PAUSE_MS);
    fail('matter');
    await time.pass(REST_MS - 1);
    expect(did).toEqual(['stop matter', 'start matter', 'stop matter']);
    await time.pass(1);
    expect(did.at(-1)).toBe('start matter');
    fail('matter');
    await time.pass(RESTART_PAUSE_MS);
    expect(did.at(-1)).toBe('stop matter');
  });

  it('is stopped once, however many faults come while it ends', async () => {
    const { did, logged, told, control, fail } = createWorld();
    control('matter');
    for (let each = 0; each < 1000; each += 1) fail('matter');
    await turn();
    expect(did).toEqual(['stop matter']);
    expect([logged.length, told.length]).toEqual([1, 1]);
  });

  it('rests as after a fault where its second start fails', async () => {
    const { parts, time, did, control, fail } = createWorld();
    control('matter', async () => {
      throw new Error('not possible');
    });
    fail('matter');
    await time.pass(RESTART_PAUSE_MS);
    expect(parts.findings()).toMatchObject([{ name: 'matter', reason: 'part_stopped' }]);
    await time.pass(REST_MS - 1);
    expect(did.filter((each) => each.startsWith('start'))).toHaveLength(1);
  });

  it('is started again although it does not end', async () => {
    const { parts, time, logged } = createWorld();
    let starts = 0;
    parts.control('matter', {
      stop: () => new Promise(() => undefined),
      start() {
        starts += 1;
      },
    });
    parts.in('matter', () => parts.fault(new Error('lost')));
    await time.pass(5_000);
    await time.pass(RESTART_PAUSE_MS);
    expect(starts).toBe(1);
    expect(logged.some((each) => each.startsWith('part.not_stopped'))).toBe(true);
  });

  it('begins with a clean record after a change by an operator, and is not started where it was taken away', async () => {
    const { parts, time, did, control, fail } = createWorld();
    control('a');
    const end = control('b');
    fail('a');
    fail('b');
    parts.forgive('a');
    end();
    await time.pass(REST_MS);
    expect(did).toEqual(['stop a', 'stop b']);
    expect(parts.findings()).toEqual([]);
  });

  it('is not started again by a gateway that stops', async () => {
    const { parts, time, did, control, fail } = createWorld();
    control('matter');
    fail('matter');
    parts.close();
    await time.pass(REST_MS);
    expect(did).toEqual(['stop matter']);
  });
});

describe('a fault', () => {
  it('belongs to the part in which the work began, over timers, promises and events', async () => {
    const { parts } = createWorld();
    const found: (string | undefined)[] = [];
    const emitter = new EventEmitter();
    parts.observe(({ part }) => found.push(part));
    const done = new EventEmitter();
    parts.in('a', () => setImmediate(() => parts.guard('b', () => emitter.emit('error', new Error('nobody listens')))));
    parts.in('c', async () => {
      await turn();
      parts.fault(new Error('later'));
      done.emit('done');
    });
    await once(done, 'done');
    await turn();
    expect(found.sort()).toEqual(['b', 'c']);
  });

  it('belongs to no part of another gateway in the process', () => {
    const one = createWorld();
    const other = createWorld();
    one.control('matter');
    other.control('matter');
    expect(one.parts.in('matter', () => other.parts.fault(new Error('of the other one')))).toBe(false);
    expect([...one.did, ...other.did]).toEqual([]);
  });

  it('is attributed by one storage for all gateways, because each more slows down every promise', () => {
    const storages = () => Object.getOwnPropertySymbols(executionAsyncResource()).length;
    const inAll = (worlds: readonly ReturnType<typeof createWorld>[]): number =>
      worlds.length === 0 ? storages() : worlds[0]!.parts.in('a', () => inAll(worlds.slice(1)));
    const ofOne = inAll([createWorld()]);
    expect(inAll([createWorld(), createWorld(), createWorld()])).toBe(ofOne);
  });

  it('of a part that cannot be stopped is shown for a day, and stops nothing', async () => {
    const { parts, time, fail } = createWorld();
    expect(fail('http')).toBe(true);
    expect(parts.findings()).toMatchObject([{ name: 'http', status: 'degraded', reason: 'part_fault' }]);
    await time.pass(86_400_000);
    expect(parts.findings()).toEqual([]);
  });

  it('of no part ends a start and no gateway that runs', () => {
    const { parts, told } = createWorld();
    expect(parts.fault(new Error('too early'))).toBe(false);
    parts.started();
    expect(parts.fault(new Error('later'))).toBe(true);
    expect(told.map(({ part }) => part)).toEqual([undefined]);
    expect(parts.findings()).toMatchObject([{ name: 'other', status: 'degraded' }]);
  });

  it('of no part puts the gateway in doubt where ten come within a minute', async () => {
    const { parts, time, doubts } = createWorld();
    parts.started();
    for (let each = 1; each < DOUBT_FAULTS; each += 1) parts.fault(new Error('odd'));
    await time.pass(60_000);
    parts.fault(new Error('odd'));
    expect(doubts()).toBe(0);
    for (let each = 1; each < DOUBT_FAULTS; each += 1) parts.fault(new Error('odd'));
    expect(doubts()).toBe(1);
  });
});
