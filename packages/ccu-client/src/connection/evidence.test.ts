import { describe, expect, it } from 'vitest';
import { DEFAULT_TIMINGS } from '../model/timings.js';
import { createEvidence, eventsProve, hasPing, quietLeftMs } from './evidence.js';

const timings = { ...DEFAULT_TIMINGS, checkIntervalMs: 30_000, pongTimeoutMs: 10_000, pingRetryMs: 300_000 };

describe('the evidence of a way back', () => {
  it('of a connection that was never tried proves nothing and leaves no silence', () => {
    const evidence = createEvidence();
    expect(hasPing(evidence, 0)).toBe(true);
    expect(eventsProve(evidence, 0, timings)).toBe(false);
    expect(quietLeftMs(evidence, 0, { profile: { forgetsClients: false }, timings })).toBe(0);
  });

  it('allows silence after the last event or proof, and half the interval where a daemon forgets its clients', () => {
    const evidence = { ...createEvidence(), lastHeardAt: 1000, lastProvenAt: 4000 };
    const left = (forgetsClients: boolean, at: number) =>
      quietLeftMs(evidence, at, { profile: { forgetsClients }, timings });
    expect([left(false, 4000), left(false, 23_999), left(false, 24_000), left(false, 90_000)]).toEqual([
      20_000, 1, 0, 0,
    ]);
    expect([left(true, 4000), left(true, 9000)]).toEqual([5000, 0]);
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
