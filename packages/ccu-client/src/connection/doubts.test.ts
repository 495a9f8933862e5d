import { describe, expect, it } from 'vitest';
import { DEFAULT_TIMINGS } from '../model/timings.js';
import { createEvidence, eventsProve, hasPing, longestRestMs, proofLeftMs } from './doubts.js';

const timings = { ...DEFAULT_TIMINGS, checkIntervalMs: 30_000, pongTimeoutMs: 10_000, pingRetryMs: 300_000 };

describe('the evidence of a way back', () => {
  it('of a connection that was never tried proves nothing, and the first ping is due', () => {
    const evidence = createEvidence();
    expect(hasPing(evidence, 0)).toBe(true);
    expect(eventsProve(evidence, 0, timings)).toBe(false);
    expect(proofLeftMs(evidence, 0, { profile: { forgetsClients: false }, timings })).toBe(0);
  });

  const left = (
    { heard, proven }: { readonly heard: number; readonly proven: number },
    at: number,
    forgetsClients = false,
  ) => proofLeftMs({ lastHeardAt: heard, lastProvenAt: proven }, at, { profile: { forgetsClients }, timings });

  it('allows silence after the last proof, and half the interval where a daemon forgets its clients', () => {
    const silent = { heard: 1000, proven: 4000 };
    expect([left(silent, 4000), left(silent, 23_999), left(silent, 24_000), left(silent, 90_000)]).toEqual([
      20_000, 1, 0, 0,
    ]);
    expect([left(silent, 4000, true), left(silent, 9000, true)]).toEqual([5000, 0]);
  });

  it('asks for a ping as often while events arrive, because an event does not prove the one before', () => {
    expect(left({ heard: 23_000, proven: 4000 }, 23_000)).toBe(1000);
    expect(left({ heard: 24_000, proven: 4000 }, 24_000)).toBe(0);
  });

  it('asks for a ping sooner where events arrived and arrive no more', () => {
    expect(left({ heard: 5000, proven: 4000 }, 5000)).toBe(9000);
    expect(left({ heard: 12_000, proven: 4000 }, 12_000)).toBe(5000);
    expect(longestRestMs({ forgetsClients: false }, timings)).toBe(5000);
  });

  it('counts events as a proof only since the registration, and only for a while', () => {
    const evidence = { ...createEvidence(), registeredAt: 1000, lastHeardAt: 1000 };
    expect(eventsProve(evidence, 300_999, timings)).toBe(true);
    expect(eventsProve(evidence, 301_000, timings)).toBe(false);
    expect(eventsProve({ ...evidence, registeredAt: 1001 }, 1001, timings)).toBe(false);
  });

  it('asks for no ping before the moment it is worth a try again', () => {
    const evidence = { ...createEvidence(), pingFrom: 500 };
    expect([hasPing(evidence, 499), hasPing(evidence, 500)]).toEqual([false, true]);
  });
});
