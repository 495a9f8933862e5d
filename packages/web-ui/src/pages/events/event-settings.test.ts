import { describe, expect, it } from 'vitest';
import { ALL_TOPICS, type EventSettings, queryOf, seqOf, settingsOf } from './event-settings.js';

const nonEmpty = (query: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''));

describe('the settings of the event inspector', () => {
  it('come back from the address as they were put into it', () => {
    const settings: EventSettings = {
      topics: ['devices/A1/#', 'hub/#'],
      text: 'value>21 -"a b"',
      kinds: ['change', 'refresh'],
      central: 'home',
      interfaceId: 'home-HmIP-RF',
      device: 'A1',
      since: 1_800_000_000_000_123,
      paused: true,
      open: 1_800_000_000_000_124,
      utc: true,
    };
    expect(settingsOf(nonEmpty(queryOf(settings)))).toEqual(settings);
  });

  it('are everything, live and local, without an address', () => {
    expect(settingsOf({})).toEqual({
      topics: ALL_TOPICS,
      text: '',
      kinds: [],
      central: '',
      interfaceId: '',
      device: '',
      paused: false,
      utc: false,
    });
    expect(nonEmpty(queryOf(settingsOf({})))).toEqual({});
  });

  it('are paused where one event is linked to', () => {
    expect(settingsOf({ event: '12' })).toMatchObject({ open: 12, paused: true });
  });

  it('ignore a text that is no number of an event', () => {
    expect(['', 'x', '-1', '1.5', '9007199254740993', undefined].map(seqOf)).toEqual(Array(6).fill(undefined));
    expect(seqOf(' 42 ')).toBe(42);
    expect(settingsOf({ since: 'x', event: '1e3', kinds: 'change,evil' })).toMatchObject({ kinds: ['change'] });
  });
});
