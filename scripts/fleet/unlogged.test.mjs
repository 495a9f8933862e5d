import { describe, expect, it } from 'vitest';
import { judgeUnlogged } from './unlogged.mjs';

const emitted = [1, 2, 3].map((t) => ({ what: 'emitted', t, ccu: 'home', event: `home:${t}` }));
const frame = (event) => ({ what: 'frame', event });
const told = { what: 'told' };
const away = { what: 'told_of_ccu', ccu: 'home', reachable: false };
const there = { what: 'told_of_ccu', ccu: 'home', reachable: true };

/** Violations where a client saw this and no gateway heard the second of three events. */
function missing(...sights) {
  const logged = emitted.filter(({ t }) => t !== 2);
  const clients = new Map([['client', [{ what: 'began', t: 0 }, ...sights]]]);
  const right = { wasHeld: () => true, isTroubled: () => true };
  return judgeUnlogged({ emitted, logged, heard: [] }, clients, right).found.map(({ event }) => event);
}

describe('an event that no gateway received', () => {
  it('is reported between the events around it', () => {
    expect(missing(frame('home:1'), away, there, frame('home:3'))).toEqual([]);
    expect(missing(away, there, frame('home:1'), frame('home:3'))).toEqual(['home:2']);
  });

  it('is reported where the CCU was away all the time', () => {
    expect(missing(away, frame('home:1'), frame('home:3'), there)).toEqual([]);
  });

  it('is reported where the CCU was away with a reported loss, and its return follows the next event', () => {
    expect(missing(away, told, frame('home:1'), frame('home:3'), there)).toEqual([]);
  });

  it('is not reported where the CCU may have come back among the missing events', () => {
    expect(missing(away, told, frame('home:1'), frame('home:3'))).toEqual(['home:2']);
    expect(missing(away, told, frame('home:1'), frame('home:3'), away)).toEqual(['home:2']);
  });
});
