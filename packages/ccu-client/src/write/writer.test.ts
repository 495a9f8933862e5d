import { describe, expect, it } from 'vitest';
import type { CcuError } from '../model/errors.js';
import type { WriteOutcome, WriteRequest } from '../model/operations-model.js';
import { ANSWER_MS, createWriterWorld, type WriterWorld } from './testing/writer-world.js';

const CHANNEL = 'A:1';
const DAY_MS = 86_400_000;

function ask(world: WriterWorld, values: WriteRequest['values'], more: Partial<WriteRequest> = {}) {
  const state: { told: WriteOutcome | CcuError['code'] | undefined } = { told: undefined };
  world.writer
    .write({ interfaceName: 'HmIP-RF', channelAddress: CHANNEL, paramsetKey: 'VALUES', values, ...more })
    .then(
      (outcome) => {
        state.told = outcome;
      },
      (error: CcuError) => {
        state.told = error.code;
      },
    );
  return state;
}

const sent = (world: WriterWorld) => world.sent.map(({ key, value }) => `${key.split(' ')[2]} ${value}`);
const rolledBack = (world: WriterWorld) =>
  world.events.flatMap((event) =>
    event.type === 'write_rolled_back' ? [`${event.parameter} ${event.sent} ${event.reason}`] : [],
  );

describe('writes to one channel', () => {
  it('are sent on after the clock was set back', async () => {
    const world = createWriterWorld();
    ask(world, { LEVEL: 1 });
    await world.time.advance(1_000);
    const waiting = ask(world, { LEVEL: 2 });
    await world.time.settle();
    world.time.setClock(-3_600_000);
    await world.time.advance(1_000);
    expect(waiting.told).toBe('sent');
    for (let level = 3; level < 10; level += 1) {
      ask(world, { LEVEL: level });
      await world.time.advance(1_000);
    }
    expect(sent(world).at(-1)).toBe('LEVEL 9');
  });

  it('end with the last one, however unimportant the earlier one was', async () => {
    const world = createWriterWorld();
    ask(world, { LEVEL: 1 }, { priority: 'low' });
    ask(world, { LEVEL: 2 }, { priority: 'high' });
    await world.time.advance(1_000);
    expect(sent(world).at(-1)).toBe('LEVEL 2');
  });

  it('end with the last one when an earlier one is tried again', async () => {
    const world = createWriterWorld();
    world.react(['times out']);
    const first = ask(world, { LEVEL: 1 });
    await world.time.advance(60);
    const second = ask(world, { LEVEL: 2 });
    await world.time.advance(10_000);
    expect(sent(world)).toEqual(['LEVEL 1', 'LEVEL 2']);
    expect([first.told, second.told]).toEqual(['superseded', 'sent']);
    world.react(['times out']);
    ask(world, { LEVEL: 3 });
    await world.time.advance(60 + ANSWER_MS);
    ask(world, { LEVEL: 4 });
    await world.time.advance(10_000);
    expect(sent(world).slice(2)).toEqual(['LEVEL 3', 'LEVEL 4']);
  });

  it('keep their order with a key press between them', async () => {
    const world = createWriterWorld();
    ask(world, { LEVEL: 1 });
    ask(world, { PRESS: true });
    ask(world, { LEVEL: 2 });
    await world.time.advance(1_000);
    expect(sent(world)).toEqual(['LEVEL 1', 'PRESS 1', 'LEVEL 2']);
  });

  it('are not joined where a time would be left behind that went with the earlier value', async () => {
    const world = createWriterWorld();
    ask(world, { STATE: 1, ON_TIME: 10 });
    ask(world, { STATE: 2 });
    await world.time.advance(1_000);
    expect(sent(world)).toEqual(['STATE 1', 'ON_TIME 10', 'STATE 2']);
  });

  it('leave configuration alone when a critical command drops waiting commands', async () => {
    const world = createWriterWorld({ profile: { concurrency: 1, valuesTogether: true } });
    ask(world, { STATE: 9 }, { channelAddress: 'B:1' });
    await world.time.advance(60);
    const config = ask(world, { LEVEL: 1 }, { paramsetKey: 'MASTER' });
    const level = ask(world, { LEVEL: 2 });
    await world.time.settle();
    ask(world, { STATE: 3 }, { priority: 'critical' });
    await world.time.advance(1_000);
    expect([level.told, config.told]).toEqual(['superseded', 'sent']);
    expect(sent(world)).toEqual(['STATE 9', 'STATE 3', 'LEVEL 1']);
  });
});

describe('a write to a quiet channel', () => {
  const times = (world: WriterWorld, from: number) => world.sent.map(({ at }) => at - from);

  it('is sent at once, and one that follows soon waits for others until the channel is quiet', async () => {
    const world = createWriterWorld();
    const start = world.time.now();
    ask(world, { LEVEL: 1 });
    await world.time.advance(1);
    expect(times(world, start)).toEqual([1]);
    await world.time.advance(ANSWER_MS + 30);
    ask(world, { LEVEL: 2 });
    await world.time.advance(19);
    ask(world, { LEVEL: 3 });
    await world.time.advance(1_000);
    expect(sent(world)).toEqual(['LEVEL 1', 'LEVEL 3']);
    expect(times(world, start)[1]).toBe(1 + ANSWER_MS + 50);
  });

  it('is sent at once again when its last one is long enough ago', async () => {
    const world = createWriterWorld();
    ask(world, { LEVEL: 1 });
    await world.time.advance(1 + ANSWER_MS + 50);
    const start = world.time.now();
    ask(world, { LEVEL: 2 });
    await world.time.advance(1);
    expect(times(world, start)[1]).toBe(1);
  });

  it('waits for others while another one of the channel is under way, not for those of other channels', async () => {
    const world = createWriterWorld({ profile: { concurrency: 3, valuesTogether: true } });
    const start = world.time.now();
    ask(world, { LEVEL: 1 });
    await world.time.advance(1);
    ask(world, { LEVEL: 2 });
    ask(world, { STATE: 9 }, { channelAddress: 'B:1' });
    await world.time.advance(1);
    expect(sent(world)).toEqual(['LEVEL 1', 'STATE 9']);
    await world.time.advance(1_000);
    expect(sent(world)).toEqual(['LEVEL 1', 'STATE 9', 'LEVEL 2']);
    expect(times(world, start)[2]).toBe(1 + ANSWER_MS);
  });

  it('and any stream of others lead to one call in 50 ms, and to the last value', async () => {
    const world = createWriterWorld();
    for (let level = 1; level <= 1_000; level += 1) {
      ask(world, { LEVEL: level });
      await world.time.advance(1);
    }
    await world.time.advance(1_000);
    const gaps = world.sent.slice(1).map(({ at }, index) => at - (world.sent[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
    expect(sent(world).at(-1)).toBe('LEVEL 1000');
  });

  it('and a storm after it end in few calls with the last values', async () => {
    const world = createWriterWorld();
    for (let level = 1; level <= 100; level += 1) {
      ask(world, { LEVEL: level, STATE: -level });
      if (level % 2 === 0) await world.time.advance(1);
    }
    await world.time.advance(1_000);
    expect(sent(world).slice(-2)).toEqual(['LEVEL 100', 'STATE -100']);
    expect(world.sent.length / 2).toBeLessThanOrEqual(3);
  });
});

describe('values that go together', () => {
  it('are joined by others for the same channel', async () => {
    const world = createWriterWorld();
    const outcomes = [ask(world, { LEVEL: 1 }), ask(world, { STATE: 2 }), ask(world, { LEVEL: 3 })];
    await world.time.advance(1_000);
    expect(sent(world)).toEqual(['LEVEL 3', 'STATE 2']);
    expect(outcomes.map(({ told }) => told)).toEqual(['superseded', 'sent', 'sent']);
  });
});

describe('values that go one by one', () => {
  const apart = { profile: { concurrency: 1, valuesTogether: false } } as const;

  it('are sent in the requested order, but acting ones last', async () => {
    const world = createWriterWorld(apart);
    ask(world, { LEVEL: 3, ON_TIME: 1 });
    await world.time.advance(1_000);
    expect(sent(world)).toEqual(['ON_TIME 1', 'LEVEL 3']);
  });

  it('are replaced as a whole and never joined by others', async () => {
    const world = createWriterWorld(apart);
    ask(world, { LEVEL: 1 });
    ask(world, { STATE: 2 });
    ask(world, { STATE: 3 });
    ask(world, { ON_TIME: 4, STATE: 4 });
    ask(world, { ON_TIME: 5 });
    await world.time.advance(2_000);
    expect(sent(world)).toEqual(['LEVEL 1', 'STATE 3', 'ON_TIME 4', 'STATE 4', 'ON_TIME 5']);
  });

  it('have their time sent again with a repeated command', async () => {
    const world = createWriterWorld(apart);
    world.react(['takes', 'times out']);
    const write = ask(world, { ON_TIME: 1, LEVEL: 2 });
    await world.time.advance(10_000);
    expect(sent(world)).toEqual(['ON_TIME 1', 'LEVEL 2', 'ON_TIME 1', 'LEVEL 2']);
    expect([write.told, rolledBack(world)]).toEqual(['sent', []]);
  });
});

describe('a sent value', () => {
  it('has its whole time to show after the CCU has answered', async () => {
    const world = createWriterWorld({ timings: { confirmTimeoutMs: ANSWER_MS / 2 } });
    world.react(['takes']);
    const write = ask(world, { LEVEL: 1 }, { until: 'confirmed' });
    await world.time.advance(1_000);
    expect([write.told, rolledBack(world)]).toEqual(['confirmed', []]);
  });

  it('that a newer one replaces is not called confirmed', async () => {
    const world = createWriterWorld();
    world.react(['takes']);
    const first = ask(world, { LEVEL: 1 }, { until: 'confirmed' });
    await world.time.advance(1_000);
    const second = ask(world, { LEVEL: 2 }, { until: 'confirmed' });
    await world.time.advance(1_000);
    expect([first.told, second.told]).toEqual(['superseded', 'confirmed']);
  });

  it('is not rolled back behind a newer one that still waits', async () => {
    const world = createWriterWorld({ dutyCycle: 85, timings: { confirmTimeoutMs: 5_000 } });
    world.react(['swallows']);
    const first = ask(world, { LEVEL: 1 }, { until: 'confirmed' });
    await world.time.advance(1_000);
    const second = ask(world, { LEVEL: 2 }, { priority: 'low' });
    await world.time.advance(10_000);
    expect([first.told, rolledBack(world)]).toEqual(['unconfirmed', []]);
    await world.time.advance(600_000);
    expect(second.told).toBe('duty_cycle');
  });

  it('is looked for longer while its device is on the way, but not for ever', async () => {
    const world = createWriterWorld({ isMoving: () => true });
    world.react(['swallows']);
    ask(world, { LEVEL: 1 });
    await world.time.advance(270_000);
    expect(rolledBack(world)).toEqual([]);
    await world.time.advance(60_000);
    expect(rolledBack(world)).toEqual(['LEVEL 1 timeout']);
  });

  it('that stands for another one is not expected to show', async () => {
    const world = createWriterWorld();
    world.react(['swallows']);
    const write = ask(world, { LEVEL: 1.005 }, { until: 'confirmed' });
    await world.time.advance(60_000);
    expect([write.told, rolledBack(world)]).toEqual(['sent', []]);
  });

  it('cannot be taken back once it is being sent, and can before', async () => {
    const world = createWriterWorld();
    const stop = new AbortController();
    const early = ask(world, { LEVEL: 1 }, { signal: AbortSignal.abort() });
    const late = ask(world, { STATE: 2 }, { signal: stop.signal });
    await world.time.advance(60);
    stop.abort();
    await world.time.advance(1_000);
    expect([early.told, late.told, sent(world)]).toEqual(['aborted', 'sent', ['STATE 2']]);
  });

  it('of several that go one by one is not called refused because a later one was', async () => {
    const world = createWriterWorld({ profile: { concurrency: 1, valuesTogether: false } });
    world.react(['shows', 'refuses']);
    const write = ask(world, { STATE: 1, LEVEL: 2 });
    await world.time.advance(1_000);
    expect([write.told, rolledBack(world)]).toEqual(['fault', ['LEVEL 2 send_error']]);
  });
});

describe('a value for a sleeping device', () => {
  it('is pending, and confirmed when the device shows it', async () => {
    const world = createWriterWorld();
    world.react(['sleeps']);
    const write = ask(world, { LEVEL: 1 });
    await world.time.advance(2 * DAY_MS);
    expect(write.told).toBe('pending');
    expect(world.stored()).toContain('"asleep":true');
    world.wake();
    await world.time.advance(60_000);
    expect([rolledBack(world), world.stored()]).toEqual([[], undefined]);
  });

  it('is rolled back when the device wakes and does not take it, or never wakes', async () => {
    const world = createWriterWorld();
    world.react(['sleeps', 'sleeps']);
    ask(world, { LEVEL: 1 });
    ask(world, { STATE: 1 }, { channelAddress: 'B:1' });
    await world.time.advance(1_000);
    world.tell('A:0', 'CONFIG_PENDING', false);
    await world.time.advance(60_000);
    expect(rolledBack(world)).toEqual(['LEVEL 1 timeout']);
    await world.time.advance(8 * DAY_MS);
    expect(rolledBack(world)).toEqual(['LEVEL 1 timeout', 'STATE 1 timeout']);
  });

  it('is tracked by the next run of the program', async () => {
    const first = createWriterWorld();
    first.react(['sleeps', 'sleeps', 'swallows']);
    ask(first, { LEVEL: 1 });
    await first.time.advance(60);
    ask(first, { ON_TIME: 5, STATE: 2 }, { paramsetKey: 'MASTER', channelAddress: 'B:1' });
    await first.time.advance(60);
    const unproved = ask(first, { STATE: 3 }, { until: 'confirmed', channelAddress: 'C:1' });
    await first.time.advance(1_000);
    await first.writer.close();
    expect(unproved.told).toBe('closed');
    const second = createWriterWorld({ ccu: first.ccu });
    await second.writer.recall();
    second.load();
    second.writer.resume();
    await second.time.advance(1_000);
    expect(second.events.map(({ type }) => type)).toEqual(['write_waiting', 'write_waiting']);
    // Longer than a device that is awake would have had.
    await second.time.advance(DAY_MS);
    expect(rolledBack(second)).toEqual(['STATE 3 timeout']);
    first.ccu.asleep[0]?.();
    second.tell('B:0', 'CONFIG_PENDING', false);
    await second.time.advance(120_000);
    expect(rolledBack(second).slice(1)).toEqual(['ON_TIME 5 mismatch', 'STATE 2 mismatch']);
    expect(second.stored()).toBe(undefined);
  });
});

describe('a write that was sent and not answered', () => {
  it('is never sent again, and its caller learns that it may have been done', async () => {
    const world = createWriterWorld();
    world.react(['no answer']);
    const write = world.writer.write({
      interfaceName: 'HmIP-RF',
      channelAddress: CHANNEL,
      paramsetKey: 'VALUES',
      values: { STATE: 1 },
    });
    const told = expect(write).rejects.toMatchObject({ code: 'timeout', mayHaveRun: true });
    await world.time.advance(DAY_MS);
    await told;
    expect(sent(world)).toEqual(['STATE 1']);
    // The CCU had it, as its answer to the later reading showed.
    expect([rolledBack(world), world.stored()]).toEqual([[], undefined]);
  });

  it('is rolled back where the CCU shows another value', async () => {
    const world = createWriterWorld();
    world.react(['no answer', 'no answer']);
    ask(world, { STATE: 1 });
    ask(world, { ON_TIME: 5 }, { paramsetKey: 'MASTER', channelAddress: 'B:1' });
    await world.time.advance(1_000);
    expect(rolledBack(world)).toEqual([]);
    world.ccu.truth.set('A:1 VALUES STATE', 2).set('B:1 MASTER ON_TIME', 6);
    await world.time.advance(DAY_MS);
    expect(rolledBack(world).sort()).toEqual(['ON_TIME 5 mismatch', expect.stringMatching(/^STATE 1 /)]);
    expect(sent(world)).toHaveLength(2);
  });
});

describe('a writer that closes', () => {
  it('refuses waiting and new writes, and lets a write under way end', async () => {
    const world = createWriterWorld({ profile: { concurrency: 1, valuesTogether: true } });
    const underWay = ask(world, { STATE: 1 });
    await world.time.advance(60);
    const waiting = ask(world, { LEVEL: 2 }, { channelAddress: 'B:1' });
    await world.time.settle();
    await world.writer.close();
    const late = ask(world, { LEVEL: 3 });
    await world.time.advance(1_000);
    expect([underWay.told, waiting.told, late.told]).toEqual(['sent', 'closed', 'closed']);
    expect(sent(world)).toEqual(['STATE 1']);
    // A client that counts on the write learns that it was not sent.
    expect([rolledBack(world), world.stored()]).toEqual([['LEVEL 2 send_error'], expect.stringContaining('STATE')]);
  });
});
