import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import type { WriteRequest } from '../model/operations-model.js';
import { afterFailure, readWrong, retryDelayMs } from './item.js';

const request = {
  interfaceName: 'HmIP-RF',
  channelAddress: 'A:1',
  paramsetKey: 'VALUES',
  values: { STATE: true },
} as const;
const unreachable = new CcuError('fault', 'UNREACH', { faultCode: -1 });

describe('a write that failed', () => {
  it('waits for a device that sleeps, however often it was sent', () => {
    const asleep = new CcuError('fault', 'pending', { faultCode: -10 });
    expect(afterFailure({ request: { ...request, momentary: true }, tries: 9 }, asleep)).toBe('asleep');
  });

  it('is sent three times at most when the radio swallowed it', () => {
    expect(afterFailure({ request, tries: 0 }, unreachable)).toBe('repeat');
    expect(afterFailure({ request, tries: 1 }, unreachable)).toBe('repeat');
    expect(afterFailure({ request, tries: 2 }, unreachable)).toBe('give_up');
    expect(afterFailure({ request, tries: 0 }, new CcuError('timeout', 'late'))).toBe('repeat');
  });

  it('is never repeated where sending it twice does something else than once', () => {
    expect(afterFailure({ request: { ...request, momentary: true }, tries: 0 }, unreachable)).toBe('give_up');
  });

  it('ends with a refusal', () => {
    expect(afterFailure({ request, tries: 0 }, new CcuError('fault', 'unknown parameter', { faultCode: -5 }))).toBe(
      'give_up',
    );
    expect(afterFailure({ request, tries: 0 }, new CcuError('unreachable', 'gone'))).toBe('give_up');
  });

  it('waits twice as long after every try', () => {
    const random = () => 0.5;
    const first = retryDelayMs(0, 1_000, random);
    expect(retryDelayMs(1, 1_000, random)).toBe(2 * first);
    expect(retryDelayMs(20, 1_000, random)).toBeLessThanOrEqual(30_000);
  });
});

const master: WriteRequest = { interfaceName: 'HmIP-RF', channelAddress: 'A:1', paramsetKey: 'MASTER', values: {} };
const asked = new Map([['OFFSET', { type: 'double', value: 1 } as const]]);
const answering = (answer: WireValue) => ({ call: async () => answer });

describe('a configuration that is read back', () => {
  it('is handed on as a whole, with the parameters that differ from the written ones', async () => {
    const shown: unknown[] = [];
    const paramset = { OFFSET: 2, OTHER: true };
    expect(await readWrong(answering(paramset), master, asked, (each) => shown.push(each))).toEqual(['OFFSET']);
    expect(shown).toEqual([paramset]);
  });

  it('is not handed on when it is no paramset', async () => {
    const shown: unknown[] = [];
    await expect(readWrong(answering('no'), master, asked, (each) => shown.push(each))).rejects.toMatchObject({
      code: 'protocol',
    });
    expect(shown).toEqual([]);
  });
});
