import { describe, expect, it } from 'vitest';
import { CcuError } from '../errors.js';
import type { WireValue } from '../model.js';
import type { TypedValue, WriteRequest } from '../operations-model.js';
import { createManualTime } from '../testing/manual-time.js';
import { createConfigWatch } from './config-watch.js';
import { createConfigurations } from './configuration.js';

const READ_BACK_MS = 5_000;
const request: WriteRequest = { interfaceName: 'BidCos-RF', channelAddress: 'A:1', paramsetKey: 'MASTER', values: {} };
const sent = (values: Readonly<Record<string, boolean>>) =>
  new Map(Object.entries(values).map(([name, value]): [string, TypedValue] => [name, { type: 'boolean', value }]));

function start(alreadyPending = false) {
  const time = createManualTime();
  const closing = new AbortController();
  const shown = new Map<string, boolean>();
  const rolledBack: [string, WireValue][] = [];
  const reads: string[] = [];
  const watch = createConfigWatch(() => alreadyPending);
  const configurations = createConfigurations({
    watch,
    timers: time.timers,
    readBackMs: READ_BACK_MS,
    closing: closing.signal,
    async readWrong({ channelAddress }, values) {
      reads.push(`${channelAddress} ${[...values.keys()].join(' ')}`);
      return [...values].flatMap(([name, { value }]) => (shown.get(name) === value ? [] : [name]));
    },
    rollBack: (_, parameter, value) => rolledBack.push([parameter, value]),
  });
  const pending = async (value: boolean) => {
    watch.seen('A:0', 'CONFIG_PENDING', value);
    await time.settle();
  };
  return { time, closing, shown, rolledBack, reads, configurations, pending };
}

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

  it('is read back after a while from a device that never says so', async () => {
    const { configurations, time, shown, pending } = start();
    shown.set('AES', true);
    const proof = configurations.begin(request, sent({ AES: true })).proof();
    // That it does not wait for anything is no news.
    await pending(false);
    await time.advance(READ_BACK_MS);
    expect(await proof).toBe('confirmed');
  });

  it('counts also what was said while it was on its way', async () => {
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
    expect(rolledBack).toEqual([['LED', true]]);
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

  it('that was not sent proves nothing against what was', async () => {
    const { configurations, rolledBack, shown, pending } = start(true);
    configurations.begin(request, sent({ AES: true })).asleep();
    configurations.begin(request, sent({ AES: false })).end();
    shown.set('AES', false);
    await pending(false);
    expect(rolledBack).toEqual([['AES', true]]);
  });

  it('is not looked at any more when the client closes', async () => {
    const { configurations, closing, reads, pending } = start(true);
    configurations.begin(request, sent({ LED: true })).asleep();
    const proof = configurations.begin(request, sent({ AES: true })).proof();
    closing.abort(new CcuError('closed', 'the client was closed'));
    await expect(proof).rejects.toMatchObject({ code: 'closed' });
    await pending(false);
    expect(reads).toEqual([]);
  });
});
