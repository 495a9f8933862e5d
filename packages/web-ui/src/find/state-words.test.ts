import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateWords } from './state-words.js';

describe('words for states', () => {
  it.each([
    ['offen', ['window_open']],
    ['Open windows', ['window_open']],
    ['Welches Fenster ist offen?', ['window_open']],
    ['which window is open', ['window_open']],
    ['Türen zu', ['window_closed']],
    ['lights on', ['light_on']],
    ['Licht aus', ['light_off']],
    ['Rollläden offen', ['blind_up']],
    ['blinds down', ['blind_down']],
    ['nicht verriegelt', ['unlocked']],
    ['locked', ['locked']],
    ['nicht erreichbar', ['unreachable']],
    ['Batterie schwach', ['low_battery']],
    ['updates available', ['update']],
  ] as const)('%s', (text, states) => {
    expect(stateWords(text)).toMatchObject({ states, rest: '' });
  });

  it.each([
    ['battery', 'low_battery'],
    ['Batterien', 'low_battery'],
    ['Bewegung', 'motion'],
    ['on', 'light_on'],
  ] as const)('%s alone names a state or a part of a name', (text, state) => {
    expect(stateWords(text).either).toMatchObject({ state });
  });

  it.each([
    ['above 25', { of: 'temperature', is: 'above', value: 25 }],
    ['über 21,5 °C', { of: 'temperature', is: 'above', value: 21.5 }],
    ['unter -3', { of: 'temperature', is: 'below', value: -3 }],
    ['humidity > 60', { of: 'humidity', is: 'above', value: 60 }],
    ['unter 40 %', { of: 'humidity', is: 'below', value: 40 }],
  ] as const)('%s is a limit', (text, limit) => {
    expect(stateWords(text)).toMatchObject({ limits: [limit], rest: '' });
  });

  it.each([
    ['since yesterday', { midnightsAgo: 1 }],
    ['seit heute', { midnightsAgo: 0 }],
    ['Fenster offen seit 2 Stunden', { ms: 7_200_000 }],
    ['unreachable > 1 d', { ms: 86_400_000 }],
    ['nicht erreichbar länger als 3 Tage', { ms: 259_200_000 }],
  ] as const)('%s is a time', (text, since) => {
    expect(stateWords(text)).toMatchObject({ since, rest: '' });
  });

  it('leave the other words, as a room, and the words of a plain search untouched', () => {
    expect(stateWords('open windows in bath').rest).toBe('in bath');
    expect(stateWords('Fenster Straße')).toEqual({ states: [], limits: [], rest: 'fenster strasse' });
    expect(stateWords('Die Lampe').rest).toBe('die lampe');
    expect(stateWords('Openair Bewegungsmelder').states).toEqual([]);
  });

  it('never fail, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const { states, limits, rest } = stateWords(text);
        expect(limits.every(({ value }) => Number.isFinite(value))).toBe(true);
        expect(rest).toBe(rest.trim());
        expect(new Set(states).size).toBe(states.length);
      }),
    );
  });

  it('mean the same in any order of states and in any case', () => {
    const phrases = ['offene Fenster', 'lights on', 'battery low', 'unter 18', 'nicht erreichbar'];
    fc.assert(
      fc.property(fc.shuffledSubarray(phrases, { minLength: 1 }), fc.boolean(), (chosen, isLoud) => {
        const text = chosen.join(' ');
        const found = stateWords(isLoud ? text.toUpperCase() : text);
        expect(found.states.length + found.limits.length).toBe(chosen.length);
        expect(found.rest).toBe('');
      }),
    );
  });
});
