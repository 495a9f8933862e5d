import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import type { TypedValue, WriteRequest } from '../model/operations-model.js';
import { createManualTime } from '../testing/manual-time.js';
import { createConfigurations } from './configuration.js';
import type { SentValue } from './journal.js';
import { createConfigWatch } from './pending.js';

const READ_BACK_MS = 5_000;
const SLEEP_MS = 7 * 86_400_000;
const request: WriteRequest = { interfaceName: 'BidCos-RF', channelAddress: 'A:1', paramsetKey: 'MASTER', values: {} };
const sent = (values: Readonly<Record<string, boolean>>) =>
  new Map(Object.entries(values).map(([name, value]): [string, TypedValue] => [name, { type: 'boolean', value }]));

function start(alreadyPending = false) {
  const time = createManualTime();
  const closing = new AbortController();
  const shown = new Map<string, boolean>();
  const rolledBack: unknown[] = [];
  const reads: string[] = [];
  const kept = new Map<string, SentValue>();
  const trouble: { next: readonly CcuError[] } = { next: [] };
  const watch = createConfigWatch(() => alreadyPending);
  const configurations = createConfigurations({
    watch,
    timers: time.timers,
    now: time.now,
    random: () => 0.5,
    readBackMs: READ_BACK_MS,
    sleepMs: SLEEP_MS,
    closing: closing.signal,
    journal: {
      note: (each) => kept.set(each.parameter, each),
      settle: (each) => kept.get(each.parameter) === each && kept.delete(each.parameter),
    },
    async readWrong({ channelAddress }, values) {
      const [error, ...rest] = trouble.next;
      trouble.next = rest;
      if (error !== undefined) throw error;
      reads.push(`${channelAddress} ${[...values.keys()].join(' ')}`);
      return [...values].flatMap(([name, { value }]) => (shown.get(name) === value ? [] : [name]));
    },
    rollBack: ({ parameter, value }, reason) => void rolledBack.push([parameter, value.value, reason]),
    complain: () => undefined,
  });
  const pending = async (value: boolean) => {
    watch.seen('A:0', 'CONFIG_PENDING', value);
    await time.settle();
  };
  const fails = (...errors: readonly CcuError[]) => {
    trouble.next = errors;
  };
  return { time, closing, shown, rolledBack, reads, kept, configurations, pending, fails };
}

const AWAY = new CcuError('unreachable', 'nobody answers');
const REFUSED = new CcuError('fault', 'unknown device', { faultCode: -2 });

describe('a written configuration', () => {
  it('is read back as soon as the device has taken it, and not before', async () => {
    const { configurations, reads, shown, pending } = start();
    shown.set('AES', true);
    const proof = configurations.begin(request, sent({ AES: true })).proof();
    await pending(true);
    expect(reads).toEqual([]);
    await pending(false);
    expect(await proof).toBe('confirmed');
    expect(reads).toEqual(['A:1 AES']);
  });

  it('is read back after a while from a device that shows no sign of taking it', async () => {
    const { configurations, time, shown, pending } = start();
    shown.set('AES', true);
    const proof = configurations.begin(request, sent({ AES: true })).proof();
    // A device that waits for nothing shows no change.
    await pending(false);
    await time.advance(READ_BACK_MS);
    expect(await proof).toBe('confirmed');
  });

  it('counts also the signs that came while it was on its way', async () => {
    const { configurations, shown, pending } = start();
    shown.set('AES', true);
    const configuration = configurations.begin(request, sent({ AES: true }));
    await pending(true);
    await pending(false);
    expect(await configuration.proof()).toBe('confirmed');
  });

  it('stays pending while the device sleeps, and is rolled back when it wakes and shows another value', async () => {
    const { configurations, time, rolledBack, reads, shown, pending } = start(true);
    shown.set('AES', true);
    const proof = configurations.begin(request, sent({ AES: true, LED: true })).proof();
    await time.advance(READ_BACK_MS);
    expect(await proof).toBe('pending');
    await time.advance(24 * 3_600_000);
    expect([reads, rolledBack]).toEqual([[], []]);
    await pending(false);
    expect(rolledBack).toEqual([['LED', true, 'mismatch']]);
    await pending(true);
    await pending(false);
    expect(reads).toHaveLength(1);
  });

  it('is judged by its last value only, when it was written again before the device woke', async () => {
    const { configurations, rolledBack, reads, shown, pending } = start(true);
    configurations.begin(request, sent({ AES: true, LED: true })).asleep();
    configurations.begin(request, sent({ AES: false })).asleep();
    shown.set('AES', false).set('LED', true);
    await pending(false);
    expect(rolledBack).toEqual([]);
    expect(reads).toEqual(['A:1 LED', 'A:1 AES']);
  });

  it('that was not sent proves nothing against one that was', async () => {
    const { configurations, rolledBack, shown, pending } = start(true);
    configurations.begin(request, sent({ AES: true })).asleep();
    configurations.begin(request, sent({ AES: false })).end();
    shown.set('AES', false);
    await pending(false);
    expect(rolledBack).toEqual([['AES', true, 'mismatch']]);
  });

  it('is not read back any more when the client closes', async () => {
    const { configurations, closing, reads, pending } = start(true);
    configurations.begin(request, sent({ LED: true })).asleep();
    const proof = configurations.begin(request, sent({ AES: true })).proof();
    closing.abort(new CcuError('closed', 'the client was closed'));
    await expect(proof).rejects.toMatchObject({ code: 'closed' });
    await pending(false);
    expect(reads).toEqual([]);
  });

  it('that cannot be read at once is read later, and causes no rollback where it is right', async () => {
    const { configurations, time, rolledBack, reads, shown, kept, fails } = start();
    fails(AWAY, AWAY);
    shown.set('AES', true);
    const proof = configurations.begin(request, sent({ AES: true })).proof();
    const failed = expect(proof).rejects.toMatchObject({ code: 'unreachable' });
    await time.advance(READ_BACK_MS);
    await failed;
    expect([...kept.keys()]).toEqual(['AES']);
    await time.advance(60_000);
    expect([reads, rolledBack, kept.size]).toEqual([['A:1 AES'], [], 0]);
  });

  it('that a device took late is rolled back when it cannot be read', async () => {
    const { configurations, time, rolledBack, kept, pending, fails } = start(true);
    fails(AWAY, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED);
    configurations.begin(request, sent({ AES: true })).asleep();
    await pending(false);
    expect(rolledBack).toEqual([]);
    await time.advance(3_600_000);
    expect([rolledBack, kept.size]).toEqual([[['AES', true, 'timeout']], 0]);
  });

  it('that a device never takes is read back after time enough, and given up', async () => {
    const { configurations, time, rolledBack, reads, kept } = start(true);
    configurations.begin(request, sent({ AES: true })).asleep();
    await time.advance(SLEEP_MS - 1);
    expect(reads).toEqual([]);
    await time.advance(1);
    expect([rolledBack, kept.size]).toEqual([[['AES', true, 'mismatch']], 0]);
  });

  it('is kept while it waits, with the note that its device sleeps', async () => {
    const { configurations, time, kept, shown, pending } = start(true);
    const configuration = configurations.begin(request, sent({ AES: true }));
    expect(kept.get('AES')).toMatchObject({ asleep: false, at: time.now() });
    configuration.asleep();
    expect(kept.get('AES')).toMatchObject({ asleep: true });
    configurations.begin(request, sent({ AES: false })).end();
    expect(kept.get('AES')?.value).toEqual({ type: 'boolean', value: true });
    shown.set('AES', true);
    await pending(false);
    expect(kept.size).toBe(0);
  });

  it('of an earlier run goes on where that one ended', async () => {
    const { configurations, time, rolledBack, reads, shown, pending } = start(true);
    const left = { ...request, paramsetKey: 'MASTER' as const, at: time.now(), asleep: true };
    configurations.resume(request, [{ ...left, parameter: 'AES', value: { type: 'boolean', value: true } }]);
    await time.settle();
    expect(reads).toEqual([]);
    await pending(false);
    expect(rolledBack).toEqual([['AES', true, 'mismatch']]);
    const other = start();
    other.shown.set('AES', true);
    other.configurations.resume(request, [{ ...left, parameter: 'AES', value: { type: 'boolean', value: true } }]);
    await other.time.settle();
    expect([other.reads, other.rolledBack]).toEqual([['A:1 AES'], []]);
    expect(shown.size).toBe(0);
  });
});
