import { CcuError, type WriteOutcome, type WriteRequest } from '@ccu-gateway/ccu-client';
import type { ModelEvent, PlannedWrite } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { createCcuWriter } from './writer.js';

const WRITE = {
  kind: 'value',
  central: 'home',
  interfaceName: 'HmIP-RF',
  deviceAddress: 'ABC',
  channelAddress: 'ABC:1',
  channel: 1,
  parameter: 'LEVEL',
  value: { type: 'double', value: 0.5 },
  momentary: false,
} as PlannedWrite;
const TAKEN_BACK = {
  topic: 'device.ABC',
  type: 'datapoint.optimistic_rolled_back',
  kind: 'change',
  payload: {},
} as ModelEvent;
const nothing = () => undefined;

function start() {
  const published: ModelEvent[] = [];
  const timers: (() => void)[] = [];
  const sent: WriteRequest[] = [];
  let settle:
    | { readonly resolve: (outcome: WriteOutcome) => void; readonly reject: (error: Error) => void }
    | undefined;
  const writer = createCcuWriter({
    centrals: {
      get: () =>
        ({
          write: (request: WriteRequest) =>
            new Promise<WriteOutcome>((resolve, reject) => {
              sent.push(request);
              settle = { resolve, reject };
            }),
        }) as never,
    },
    house: { markPending: () => () => [TAKEN_BACK] },
    publish: (event) => void published.push(event),
    time: {
      after(_, run) {
        timers.push(run);
        return nothing;
      },
    },
    log: { debug: nothing } as never,
  });
  const caller = new AbortController();
  const written = writer.write(WRITE, { priority: 'high', signal: caller.signal });
  return { published, timers, sent, caller, written, ccu: () => settle! };
}

const turns = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

describe('a write of the gateway', () => {
  it('is answered when the CCU has taken it', async () => {
    const { written, ccu, published } = start();
    ccu().resolve('sent');
    await written;
    expect(published).toEqual([]);
  });

  it('takes back the pending value when it was refused, or another write superseded it', async () => {
    const refused = start();
    refused.ccu().reject(new CcuError('duty_cycle', 'duty cycle exhausted'));
    await expect(refused.written).rejects.toMatchObject({ details: { reason: 'duty_cycle' } });
    expect(refused.published).toEqual([TAKEN_BACK]);
    const superseded = start();
    superseded.ccu().resolve('superseded');
    await superseded.written;
    expect(superseded.published).toEqual([TAKEN_BACK]);
  });

  it('with an unknown outcome is answered as such, and shown as pending until the CCU shows it', async () => {
    const broken = start();
    broken.ccu().reject(new CcuError('unreachable', 'the CCU closed the connection', { mayHaveRun: true }));
    await expect(broken.written).rejects.toMatchObject({
      code: 'upstream_unavailable',
      details: { reason: 'outcome_unknown' },
    });
    expect(broken.published).toEqual([]);
    const closed = start();
    closed.ccu().reject(new CcuError('closed', 'the client was closed', { mayHaveRun: true }));
    await expect(closed.written).rejects.toMatchObject({ details: { reason: 'outcome_unknown' } });
    expect(closed.published).toEqual([TAKEN_BACK]);
  });

  it('that was not sent, and nothing of it, is answered as if the gateway were not ready', async () => {
    const details = { applied: ['LEVEL_2'] };
    for (const code of ['closed', 'not_permitted'] as const) {
      const untouched = start();
      untouched.ccu().reject(new CcuError(code, 'not sent'));
      await expect(untouched.written).rejects.toMatchObject({ code: 'service_unready', details: { reason: code } });
      const begun = start();
      begun.ccu().reject(new CcuError(code, 'not sent', details));
      await expect(begun.written).rejects.toMatchObject({
        code: 'upstream_unavailable',
        details: { reason: code, members: details },
      });
    }
  });

  it('is taken back by a caller that goes away before the answer', async () => {
    const { caller, sent, ccu, written } = start();
    caller.abort();
    expect(sent[0]?.signal?.aborted).toBe(true);
    ccu().reject(new CcuError('aborted', 'the caller gave up'));
    await expect(written).rejects.toMatchObject({ details: { reason: 'aborted' } });
  });

  it('that takes long is answered, but not as taken; its outcome is published on the stream, for any client that goes away', async () => {
    const { timers, written, caller, sent, ccu, published } = start();
    timers[0]?.();
    await expect(written).rejects.toMatchObject({
      code: 'upstream_unavailable',
      details: { reason: 'not_taken_yet' },
      message: expect.stringContaining('20 seconds'),
    });
    caller.abort();
    expect(sent[0]?.signal?.aborted).toBe(false);
    expect(published).toEqual([]);
    ccu().reject(new CcuError('timeout', 'no answer'));
    await turns();
    expect(published).toEqual([TAKEN_BACK]);
  });
});
