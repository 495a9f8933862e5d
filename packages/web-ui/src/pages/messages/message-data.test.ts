import { describe, expect, it } from 'vitest';
import { channelInput, channelOf, minutesOf, ruleInput, ruleOf } from './message-data.js';

describe('a channel', () => {
  it('keeps its stored token, networks and members that the form does not show', () => {
    const stored = {
      ...{ enabled: true, kind: 'url', url: 'https://a.example/x', token: '***', format: 'text', timeout: '20s' },
      allow_networks: ['10.0.0.0/8', '127.0.0.0/8'],
    };
    expect(channelOf(channelInput(stored), stored)).toEqual(stored);
    expect(channelOf({ ...channelInput(stored), token: 'new', local: false }, stored)).toMatchObject({
      ...{ token: 'new', allow_networks: ['10.0.0.0/8'] },
    });
  });

  it('has only the members of its kind', () => {
    const input = { ...channelInput(undefined), kind: 'gotify', url: 'https://g', to: 'x', body: 'y' } as const;
    expect(channelOf(input)).toEqual({ enabled: true, kind: 'gotify', url: 'https://g', allow_networks: [] });
  });
});

describe('a rule', () => {
  it('comes back from its form as it was', () => {
    const rule = { enabled: true, channels: ['phone'], devices: ['A1'], once_per_day: true };
    for (const stored of [
      { ...rule, on: ['battery'], lasts: '5400s', quiet: { from: '22:00', to: '07:00' }, digest: '08:00' },
      { ...rule, on: [], lasts: '0s', value: { address: 'A1', channel: 0, parameter: 'X', above: -3.5 } },
      { ...rule, on: [], lasts: '30s', key: { address: 'A1', channel: 2 } },
    ]) {
      expect(ruleOf(ruleInput(stored), stored)).toEqual(stored);
    }
  });

  it('shows any duration in minutes', () => {
    expect(['1h30m', '2d', '90s', '0s', undefined].map(minutesOf)).toEqual(['90', '2880', '1.5', '', '']);
  });
});
