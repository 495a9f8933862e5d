import { describe, expect, it } from 'vitest';
import { knownTopics, suggestionsFor, type TopicSources, verdictOf } from './known-topics.js';

const house: TopicSources = {
  devices: [
    { address: 'A1', name: 'Fenster Küche' },
    { address: 'B2', name: '<b>&"' },
  ],
  points: [
    { address: 'A1', channel: 1, parameter: 'STATE' },
    { address: 'A1', channel: 0, parameter: 'LOW_BAT' },
    { address: 'B2', channel: 1, parameter: 'STATE' },
  ],
  centrals: ['home'],
  interfaces: [{ id: 'home-HmIP-RF', central: 'home' }],
  sysvars: [{ central: 'home', name: 'Energie.kWh/Tag' }],
  programs: [{ central: 'home', id: '7' }],
};
const topics = knownTopics(house);
const matches = (pattern: string) => verdictOf(pattern, topics).matches;

describe('the topics of an installation', () => {
  it('say how many a pattern matches', () => {
    expect(matches('devices/A1/#')).toBe(3);
    expect(matches('device.+.channels.1.data_points.STATE')).toBe(2);
    expect(matches('hub/home/sysvars/+')).toBe(1);
    expect(matches('#')).toBe(topics.length);
    expect(matches('devices/C3/#')).toBe(0);
  });

  it('report the fault of a pattern', () => {
    expect(
      ['  ', 'x'.repeat(257), 'a,b', 'device/#/lifecycle'].map((pattern) => verdictOf(pattern, topics).problem),
    ).toEqual(['empty', 'too_long', 'comma', 'wildcard_inside']);
    expect(verdictOf('devices/#', topics)).not.toHaveProperty('problem');
  });
});

describe('the suggestions', () => {
  it('find a device by its name or address, and a family by its beginning', () => {
    expect(suggestionsFor('küche', house)).toEqual([{ pattern: 'devices/A1/#', name: 'Fenster Küche' }]);
    expect(suggestionsFor('b2', house).map(({ pattern }) => pattern)).toEqual(['devices/B2/#']);
    expect(suggestionsFor('hub.home', house).map(({ pattern }) => pattern)).toContain('hub/home/sysvars/#');
    expect(suggestionsFor('', house)[0]).toEqual({ pattern: '#' });
  });
});
