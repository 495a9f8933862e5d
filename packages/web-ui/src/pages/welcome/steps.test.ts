import { describe, expect, it } from 'vitest';
import { stepOf } from './steps.js';

const NOTHING = { centrals: 0, interfaces: [], heard: false };
const ADDED = { centrals: 1, interfaces: [{ connected: false }], heard: false };
const CONNECTED = { centrals: 1, interfaces: [{ connected: true }], heard: false };
const HEARD = { ...CONNECTED, heard: true };

describe('the first run', () => {
  it.each([
    [undefined, NOTHING, 'find'],
    ['login', NOTHING, 'login'],
    ['token', NOTHING, 'find'],
    [undefined, ADDED, 'loop'],
    [undefined, CONNECTED, 'loop'],
    ['event', CONNECTED, 'event'],
    ['token', CONNECTED, 'token'],
    [undefined, HEARD, 'token'],
    ['nonsense', ADDED, 'loop'],
  ] as const)('asked for %s with %j continues with %s', (wanted, progress, step) => {
    expect(stepOf(wanted, progress)).toBe(step);
  });
});
