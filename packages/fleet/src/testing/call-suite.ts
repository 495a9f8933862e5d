import { openCalls } from '../calls/open.js';
import { CallError, type CallHandler, type Calls, type CallWire, RemoteCallError } from '../model/calls.js';
import type { TestFramework } from './framework.js';

/** Two processes, each with its own way to the other. */
export interface CallHarness {
  /** The way of one more process. */
  open(): Promise<CallWire>;
  dispose(): Promise<void>;
}

/**
 * The suite that calls pass on every wire.
 *
 * @example
 * describeCalls({ describe, it, expect }, 'calls in memory', async () => memoryHarness());
 */
export function describeCalls(
  { describe, it, expect }: TestFramework,
  name: string,
  makeHarness: () => Promise<CallHarness>,
): void {
  type Handlers = Readonly<Record<string, CallHandler>>;
  type Open = (id: string, handlers?: Handlers, maxLength?: number, maxAnswerLength?: number) => Promise<Calls>;
  const check = (title: string, body: (open: Open) => Promise<void>) =>
    it(title, async () => {
      const harness = await makeHarness();
      const opened: Calls[] = [];
      try {
        await body(async (id, handlers, maxLength, maxAnswerLength) => {
          const calls = openCalls({ wire: await harness.open(), id, handlers, maxLength, maxAnswerLength });
          opened.push(calls);
          return calls;
        });
      } finally {
        for (const calls of opened) calls.close();
        await harness.dispose();
      }
    });
  const waiting = { timeoutMs: 20_000 };
  const outcome = (call: Promise<unknown>) =>
    call.catch((error: unknown) =>
      error instanceof CallError || error instanceof RemoteCallError ? error.code : `not of a call: ${String(error)}`,
    );

  describe(name, () => {
    check('answers, many at once and each to its own caller', async (open) => {
      await open('link', {
        add: async (args) => ({ sum: (args as readonly number[]).reduce((sum, one) => sum + one) }),
      });
      const callers = [await open('serve-1'), await open('serve-2')];
      const sums = await Promise.all(
        callers.flatMap((calls, caller) =>
          Array.from({ length: 50 }, (_, index) => calls.call('link', 'add', [caller * 1_000, index], waiting)),
        ),
      );
      expect(sums).toEqual(
        [0, 1].flatMap((caller) => Array.from({ length: 50 }, (_, index) => ({ sum: caller * 1_000 + index }))),
      );
    });

    check('is unavailable where nobody is called so, or has such a method', async (open) => {
      await open('link', { add: async () => 1 });
      const calls = await open('serve');
      expect(await outcome(calls.call('other', 'add', 1, waiting))).toBe('unavailable');
      expect(await outcome(calls.call('link', 'toString', 1, waiting))).toBe('unavailable');
    });

    check('hands over code, message and details of a failure, and nothing of one that has none', async (open) => {
      const failure = Object.assign(new Error('out of range'), { code: 'validation', details: { max: 1 } });
      await open('link', {
        validate: async () => Promise.reject(failure),
        crash: async () => Promise.reject(new Error('secret of /etc/gateway')),
      });
      const calls = await open('serve');
      const failed = await calls.call('link', 'validate', 1, waiting).catch((error: unknown) => error);
      expect(failed instanceof RemoteCallError && { ...failed, message: failed.message }).toEqual({
        name: 'RemoteCallError',
        code: 'validation',
        message: 'out of range',
        details: { max: 1 },
      });
      const crashed = await calls.call('link', 'crash', 1, waiting).catch((error: unknown) => error);
      expect(crashed instanceof RemoteCallError && crashed.message).toBe('the call has failed');
    });

    check('says that the process does not hold the lease', async (open) => {
      await open('link', { write: async () => Promise.reject(new CallError('not_holder', 'no')) });
      const calls = await open('serve');
      expect(await outcome(calls.call('link', 'write', 1, waiting))).toBe('not_holder');
    });

    check(
      'has an unknown outcome when it was begun and not answered in time, and tells who works on it',
      async (open) => {
        const begun: unknown[] = [];
        let isOver: () => void = () => {};
        const abandoned = new Promise<void>((resolve) => {
          isOver = resolve;
        });
        await open('link', {
          wait: (attempt, { signal }) => {
            begun.push(attempt);
            signal.addEventListener('abort', isOver);
            return new Promise(() => {});
          },
        });
        const calls = await open('serve');
        let attempt = 0;
        let result: unknown;
        do {
          attempt += 1;
          result = await outcome(calls.call('link', 'wait', attempt, { timeoutMs: 2_000 }));
          // A machine that stood still for so long has not begun it.
        } while (!begun.includes(attempt));
        expect(result).toBe('outcome_unknown');
        await abandoned;
        expect(begun.filter((one) => one === attempt)).toEqual([attempt]);
      },
    );

    check('has an unknown outcome when the caller gives up, and none was begun where it did before', async (open) => {
      let begun = 0;
      const giving = new AbortController();
      await open('link', {
        wait: (_, { signal }) => {
          begun += 1;
          giving.abort();
          return new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      });
      const calls = await open('serve');
      expect(await outcome(calls.call('link', 'wait', 1, { ...waiting, signal: AbortSignal.abort() }))).toBe(
        'unavailable',
      );
      expect(await outcome(calls.call('link', 'wait', 1, { ...waiting, signal: giving.signal }))).toBe(
        'outcome_unknown',
      );
      expect(begun).toBe(1);
    });

    check('tells who works on it when the caller is gone', async (open) => {
      let isBegun: () => void = () => {};
      const begun = new Promise<void>((resolve) => {
        isBegun = resolve;
      });
      let isOver: () => void = () => {};
      const abandoned = new Promise<void>((resolve) => {
        isOver = resolve;
      });
      await open('link', {
        wait: (_, { signal }) => {
          isBegun();
          signal.addEventListener('abort', isOver);
          return new Promise(() => {});
        },
      });
      const calls = await open('serve');
      const asked = outcome(calls.call('link', 'wait', 1, waiting));
      await begun;
      calls.close();
      await abandoned;
      expect(await asked).toBe('outcome_unknown');
    });

    check('hands over an answer that is too large for one message, whole', async (open) => {
      const value = Array.from({ length: 5_000 }, (_, index) => `"${index}" \\ Küche 🏠`);
      await open('link', { list: async () => value }, 1_001);
      const calls = await open('serve');
      expect(await calls.call('link', 'list', 1, waiting)).toEqual(value);
    });

    check('sends nothing that is too large, and says so of an answer', async (open) => {
      let begun = 0;
      const handlers: Handlers = {
        repeat: async (times) => {
          begun += 1;
          return 'x'.repeat(Number(times));
        },
      };
      await open('link', handlers, 1_000, 1_000);
      const calls = await open('serve', {}, 1_000);
      expect(await outcome(calls.call('link', 'repeat', 'x'.repeat(1_000), waiting))).toBe('too_large');
      expect(begun).toBe(0);
      const answer = await calls.call('link', 'repeat', 1_000, waiting).catch((error: unknown) => error);
      expect(answer instanceof CallError && [answer.code, answer.done]).toEqual(['too_large', true]);
    });
  });
}
