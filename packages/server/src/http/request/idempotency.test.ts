import { GatewayError } from '@ccu-gateway/gateway-core';
import { NOT_TAKEN_YET, OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../operation/operation.js';
import { createIdempotency } from './idempotency.js';
import { createRequestTable } from './request-table.js';

interface Asking {
  /** Index of the gateway that gets the request. */
  readonly at?: number;
  readonly scope?: string;
  readonly stopping?: AbortSignal;
  readonly work?: () => Promise<Reply>;
}

/** Two gateways that share a request table. `pauses` run each time one of them waits for the other. */
function started(pauses: (() => unknown)[] = []) {
  let runs = 0;
  let waited = 0;
  let now = 0;
  const table = createRequestTable({ now: () => 0 });
  const time = {
    now: () => now,
    async pause(ms: number) {
      waited += 1;
      now += ms;
      await pauses.shift()?.();
    },
  };
  const gateways = [createIdempotency(table, time), createIdempotency(table, time)];
  return {
    table,
    runs: () => runs,
    waited: () => waited,
    advance: (ms: number) => {
      now += ms;
    },
    do(key: string, { at = 0, scope = 'a', stopping = new AbortController().signal, work = done }: Asking = {}) {
      const gateway = gateways[at];
      if (gateway === undefined) throw new Error(`there is no gateway ${at}`);
      const once = () => {
        runs += 1;
        return work();
      };
      return gateway.once([scope], key, once, stopping);
    },
  };
}

/** Node.js has it of its own from 22. */
function withResolvers<Value>() {
  let [resolve, reject] = [(_value: Value) => {}, (_error: unknown) => {}];
  const promise = new Promise<Value>((fulfil, refuse) => {
    [resolve, reject] = [fulfil, refuse];
  });
  return { promise, resolve: (value: Value) => resolve(value), reject: (error: unknown) => reject(error) };
}

const done = async (): Promise<Reply> => ({ status: 202 });
const fails = (error: Error) => async (): Promise<Reply> => {
  throw error;
};
const replayed = { 'idempotent-replay': 'true' };
/** As a gateway that has ended leaves it. */
const id = JSON.stringify(['a', 'k']);
const unknown = { code: 'upstream_unavailable', details: { reason: OUTCOME_UNKNOWN } };

describe('a request with an idempotency key', () => {
  it('is another one for another caller or path', async () => {
    const gateway = started();
    await gateway.do('k', { scope: 'a' });
    await gateway.do('k', { scope: 'b' });
    expect(gateway.runs()).toBe(2);
    expect((await gateway.do('k', { scope: 'a' })).headers).toEqual(replayed);
  });

  it('that was refused may be made again', async () => {
    const gateway = started();
    const refused = new GatewayError('upstream_unavailable', 'The CCU does not answer');
    await expect(gateway.do('k', { work: fails(refused) })).rejects.toBe(refused);
    expect((await gateway.do('k', { at: 1 })).headers).toBeUndefined();
    expect(gateway.runs()).toBe(2);
  });

  it.each([
    ['an unforeseen error', new TypeError('secret')],
    ['a partial change', new GatewayError('upstream_unavailable', 'no', { members: { applied: ['LEVEL'] } })],
  ])('is not made again after %s', async (_what, error) => {
    const gateway = started();
    await expect(gateway.do('k', { work: fails(error) })).rejects.toBe(error);
    const again = gateway.do('k', { at: 1 });
    await expect(again).rejects.toMatchObject(unknown);
    await expect(again).rejects.not.toThrow('secret');
    expect(gateway.runs()).toBe(1);
  });

  it.each([[OUTCOME_UNKNOWN], [NOT_TAKEN_YET]])(
    'is not made again when its outcome is %s, and ends like that each time',
    async (reason) => {
      const gateway = started();
      const error = new GatewayError('upstream_unavailable', 'no answer', { reason });
      await expect(gateway.do('k', { work: fails(error) })).rejects.toBe(error);
      for (const at of [0, 1]) await expect(gateway.do('k', { at })).rejects.toEqual(error);
      expect(gateway.runs()).toBe(1);
    },
  );

  it.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('is refused where the key is %j', async (key) => {
    const gateway = started();
    await expect(gateway.do(key)).rejects.toMatchObject({ code: 'bad_request' });
    expect(gateway.runs()).toBe(0);
  });

  it('gets the answer of another gateway, with its headers', async () => {
    const gateway = started();
    const reply = { status: 202, json: { executed: true }, headers: { 'x-a': '1' } };
    expect(await gateway.do('k', { work: async () => reply })).toEqual(reply);
    expect(await gateway.do('k', { at: 1 })).toEqual({ ...reply, headers: { 'x-a': '1', ...replayed } });
    expect(gateway.runs()).toBe(1);
  });

  it('waits for another gateway at which it is under way', async () => {
    const { promise, resolve } = withResolvers<Reply>();
    const gateway = started([() => {}, () => resolve({ status: 202 })]);
    const first = gateway.do('k', { work: () => promise });
    const second = gateway.do('k', { at: 1 });
    expect([await first, await second]).toEqual([{ status: 202 }, { status: 202, headers: replayed }]);
    expect(gateway.runs()).toBe(1);
    expect(gateway.waited()).toBeGreaterThanOrEqual(2);
  });

  it('is done by the second gateway where the first one could not', async () => {
    const { promise, reject } = withResolvers<Reply>();
    const refused = new GatewayError('upstream_unavailable', 'no');
    const gateway = started([() => reject(refused)]);
    const first = gateway.do('k', { work: () => promise });
    const second = gateway.do('k', { at: 1 });
    await expect(first).rejects.toBe(refused);
    expect(await second).toEqual({ status: 202 });
  });

  it('of a gateway that has ended is not done by another', async () => {
    const gateway = started();
    await gateway.table.begin(id);
    await expect(gateway.do('k')).rejects.toMatchObject(unknown);
    expect([gateway.runs(), gateway.waited()]).toEqual([0, 150]);
  });

  it('is waited for no longer than the gateway is there', async () => {
    const stop = new AbortController();
    const gateway = started([() => stop.abort()]);
    await gateway.table.begin(id);
    await expect(gateway.do('k', { stopping: stop.signal })).rejects.toMatchObject(unknown);
    expect(gateway.waited()).toBe(1);
  });

  it('is not done by a process that stood still since it noted it', async () => {
    const gateway = started();
    const { begin } = gateway.table;
    gateway.table.begin = async (noted) => {
      const begun = await begin(noted);
      gateway.advance(60_000);
      return begun;
    };
    await expect(gateway.do('k')).rejects.toMatchObject({ details: { reason: 'idempotency_unavailable' } });
    expect(gateway.runs()).toBe(0);
    gateway.table.begin = begin;
    expect(await gateway.do('k', { at: 1 })).toEqual({ status: 202 });
  });

  it.each([
    ['text'],
    [{ reply: { status: 500 } }],
    [{ reply: { status: 202, headers: { a: 1 } } }],
    [{ pending: { message: 'no', reason: 'other' } }],
    [{}],
  ])('is not done again where its answer is %j', async (answer) => {
    const gateway = started();
    await (await gateway.table.begin(id))?.keep(answer);
    await expect(gateway.do('k')).rejects.toMatchObject(unknown);
    expect(gateway.runs()).toBe(0);
  });

  it('is not done while it cannot be known whether it was asked before', async () => {
    const gateway = started();
    gateway.table.begin = () => Promise.reject(new Error('away'));
    await expect(gateway.do('k')).rejects.toMatchObject({
      code: 'service_unready',
      details: { reason: 'idempotency_unavailable', retryAfterSeconds: 5 },
    });
    expect([gateway.runs(), gateway.waited()]).toEqual([0, 75]);
  });

  it('is done once that can be known again', async () => {
    const gateway = started([() => {}, () => Object.assign(gateway.table, { begin })]);
    const { begin } = gateway.table;
    gateway.table.begin = () => Promise.reject(new Error('away'));
    expect(await gateway.do('k')).toEqual({ status: 202 });
    expect([gateway.runs(), gateway.waited()]).toEqual([1, 2]);
  });

  it('may have been done where it was asked before and no more can be known', async () => {
    const gateway = started();
    await gateway.table.begin(id);
    gateway.table.read = () => Promise.reject(new Error('away'));
    await expect(gateway.do('k')).rejects.toMatchObject(unknown);
  });
});
