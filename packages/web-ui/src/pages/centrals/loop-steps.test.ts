import { describe, expect, it } from 'vitest';
import { loopSteps } from './loop-steps.js';

const states = (...from: Parameters<typeof loopSteps>) => loopSteps(...from).map(({ state }) => state);
const LIVE = { running: false, live: true };

describe('the hops of a loop test', () => {
  it.each([
    [{ ok: true }, ['proved', 'proved', 'proved', 'proved']],
    [{ ok: false, hop: 'ccu' }, ['failed', 'unknown', 'unknown', 'unknown']],
    [{ ok: false, hop: 'registration' }, ['proved', 'failed', 'unknown', 'unknown']],
    [{ ok: false, hop: 'callback' }, ['proved', 'proved', 'failed', 'unknown']],
    [{ ok: false, hop: 'foreign' }, ['proved', 'proved', 'failed', 'unknown']],
    [{ ok: false }, ['failed', 'unknown', 'unknown', 'unknown']],
  ] as const)('after %j', (result, expected) => {
    expect(states(result, LIVE)).toEqual(expected);
  });

  it('say nothing before the test, and wait while it runs', () => {
    expect(new Set(states(undefined, LIVE))).toEqual(new Set(['unknown']));
    expect(new Set(states(undefined, { running: true, live: true }))).toEqual(new Set(['waiting']));
  });

  it('do not claim that events reach this page while it is not connected', () => {
    expect(states({ ok: true }, { running: false, live: false }).at(-1)).toBe('waiting');
  });
});
