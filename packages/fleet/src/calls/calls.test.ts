import { describe, expect, it } from 'vitest';
import type { HeardHolders } from '../lease/heard.js';
import { CallError, type CallFailure, type CallHandler, type CallWire } from '../model/calls.js';
import { createDrivenTime, describeCalls } from '../testing/index.js';
import { callHolder, whileHolding } from './holder.js';
import { createMemoryWire } from './memory.js';
import { openCalls } from './open.js';

describeCalls({ describe, it, expect }, 'calls in memory', async () => {
  const wire = createMemoryWire();
  return { open: async () => wire, dispose: async () => {} };
});

/** Holders as the table has them, and those heard of without it. */
function heardFrom(look: () => Promise<string | undefined>, heard?: string): Pick<HeardHolders, 'of' | 'look'> {
  const named = (id: string | undefined) => (id === undefined ? undefined : { id, name: id });
  return { of: () => named(heard), look: async () => named(await look()) };
}

const code = (call: Promise<unknown>) => call.catch((error: unknown) => error instanceof CallError && error.code);

describe('a call to a process that was stopped', () => {
  /** A wire that keeps messages of one kind until they are let go. */
  function holding(type: string) {
    const wire = createMemoryWire();
    const held: (() => void)[] = [];
    const way: CallWire = {
      ...wire,
      send: (to, text, onNobody) => {
        const send = () => wire.send(to, text, onNobody);
        if (JSON.parse(text).type === type) held.push(send);
        else send();
      },
    };
    return { way, held: () => held.length, letGo: () => held[0]?.() };
  }

  it('is not begun when it goes on later than it was ready, and nothing was done', async () => {
    const time = createDrivenTime();
    const { environment } = time;
    const { way, held, letGo } = holding('go');
    let begun = 0;
    const handlers = { write: async () => (begun += 1) };
    openCalls({ wire: way, id: 'link', handlers, environment });
    const calls = openCalls({ wire: way, id: 'serve', environment });
    const asked = code(calls.call('link', 'write', 1, { timeoutMs: 60_000 }));
    while (held() === 0) await time.advance(0);
    time.jump(2_001);
    letGo();
    expect(await asked).toBe('unavailable');
    expect(begun).toBe(0);
  });

  it('is unavailable while it was not begun, and of unknown outcome when who works on it falls silent', async () => {
    const time = createDrivenTime();
    const { environment } = time;
    const { way } = holding('ready');
    openCalls({ wire: way, id: 'link', handlers: { write: async () => 1 }, environment });
    const calls = openCalls({ wire: way, id: 'serve', environment });
    const asked = code(calls.call('link', 'write', 1, { timeoutMs: 10_000 }));
    await time.advance(10_000);
    expect(await asked).toBe('unavailable');

    const silent = holding('alive');
    let begun = 0;
    const write = () => {
      begun += 1;
      return new Promise(() => {});
    };
    openCalls({ wire: silent.way, id: 'link', handlers: { write }, environment });
    const others = openCalls({ wire: silent.way, id: 'serve', environment });
    const lost = code(others.call('link', 'write', 1, { timeoutMs: 60_000 }));
    while (begun === 0) await time.advance(0);
    for (let seconds = 0; seconds < 5; seconds += 1) await time.advance(1_000);
    expect(await lost).toBe('outcome_unknown');
  });
});

describe('a call whose end cannot be sent as it is', () => {
  const outcomeOf = async (handler: CallHandler, describe?: (error: unknown) => CallFailure) => {
    const { environment } = createDrivenTime();
    const wire = createMemoryWire();
    openCalls({ wire, id: 'link', handlers: { write: handler }, describe, environment });
    const calls = openCalls({ wire, id: 'serve', environment });
    return await calls.call('link', 'write', 1, { timeoutMs: 8_000 }).catch((error: unknown) => error);
  };
  const failed = { code: 'failed', message: 'the call has failed' };

  it('has failed where the failure cannot be described, or not be written', async () => {
    const fail = async () => {
      throw new Error('no');
    };
    const throwing = () => {
      throw new TypeError('this cannot be packed');
    };
    expect(await outcomeOf(fail, throwing)).toMatchObject(failed);
    expect(await outcomeOf(fail, () => ({ code: 'x', message: 'y', details: 1n }))).toMatchObject(failed);
  });

  it('has an unknown outcome where a part of the answer is missing', async () => {
    const wire = createMemoryWire();
    const { environment } = createDrivenTime();
    const losing: CallWire = {
      ...wire,
      send(to, text, onNobody) {
        if (JSON.parse(text).index !== 1) wire.send(to, text, onNobody);
      },
    };
    const handlers = { read: async () => 'x'.repeat(2_000) };
    openCalls({ wire: losing, id: 'link', handlers, maxLength: 1_000, environment });
    const calls = openCalls({ wire, id: 'serve', environment });
    expect(await code(calls.call('link', 'read', 1, { timeoutMs: 8_000 }))).toBe('outcome_unknown');
  });

  it('has failed where the answer cannot be written', async () => {
    expect(await outcomeOf(async () => 1n)).toMatchObject(failed);
  });
});

describe('a call to the holder of a lease', () => {
  it('finds the one who has it, and is made once', async () => {
    const wire = createMemoryWire();
    const done: string[] = [];
    const link = (id: string, mayAct: () => boolean) =>
      openCalls({
        wire,
        id,
        handlers: {
          write: whileHolding(
            () => ({ mayAct }),
            async () => done.push(id),
          ),
        },
      });
    link('old', () => false);
    link('new', () => true);
    const holders = ['gone', 'old', 'new'];
    let looks = 0;
    const found = heardFrom(async () => {
      looks += 1;
      return holders[looks - 1] ?? 'new';
    });
    const calls = openCalls({ wire, id: 'serve' });
    const what = { key: 'home', method: 'write', args: 1, timeoutMs: 20_000, retryMs: 1 };
    expect(await callHolder(calls, found, what)).toBe(1);
    expect(done).toEqual(['new']);
    const noHolder = heardFrom(async () => undefined);
    expect(await code(callHolder(calls, noHolder, { ...what, timeoutMs: 20 }))).toBe('unavailable');
  });

  it('is made to a holder that is known while the table answers nothing, and to the next one where that was wrong', async () => {
    const wire = createMemoryWire();
    const handlers = (does: string, mayAct = true) => ({
      write: whileHolding(
        () => ({ mayAct: () => mayAct }),
        async () => does,
      ),
    });
    openCalls({ wire, id: 'holder', handlers: handlers('by the holder') });
    openCalls({ wire, id: 'old', handlers: handlers('by the old one', false) });
    const calls = openCalls({ wire, id: 'serve' });
    const what = { key: 'home', method: 'write', args: 1, timeoutMs: 20_000, retryMs: 1 };
    let looks = 0;
    const silent = async () => {
      looks += 1;
      throw new Error('no answer');
    };
    expect(await callHolder(calls, heardFrom(silent, 'holder'), what)).toBe('by the holder');
    expect(looks).toBe(0);
    const answers = async () => 'holder';
    expect(await callHolder(calls, heardFrom(answers, 'old'), what)).toBe('by the holder');
    expect(await callHolder(calls, heardFrom(answers, 'gone'), what)).toBe('by the holder');
  });

  it('is made to the next one soon after that one took over from a process that was stopped', async () => {
    const time = createDrivenTime();
    const { environment } = time;
    const wire = createMemoryWire();
    // Its requests lie in its buffers.
    wire.listen('stopped', () => {});
    openCalls({ wire, id: 'next', handlers: { write: async () => 'done' }, environment });
    const calls = openCalls({ wire, id: 'serve', environment });
    const found = heardFrom(async () => (environment.elapsed() < 11_000 ? 'stopped' : 'next'));
    const what = { key: 'home', method: 'write', args: 1, timeoutMs: 120_000, findMs: 15_000, environment };
    let answeredAt: number | undefined;
    const answer = callHolder(calls, found, what).finally(() => {
      answeredAt = environment.elapsed();
    });
    while (answeredAt === undefined && environment.elapsed() < 130_000) await time.advance(100);
    expect(await answer).toBe('done');
    expect(answeredAt).toBeLessThan(16_000);
  });
});
