import { describe, expect, it } from 'vitest';
import { topicMatcher } from './topic-matcher.js';

describe('the matcher of topics', () => {
  it('answers for any of its patterns, in both spellings', () => {
    const matches = topicMatcher(['devices/A1/#', 'hub.+.inbox']);
    expect(['device.A1.lifecycle', 'hub.home.inbox', 'hub/home/inbox'].map(matches)).toEqual([true, true, true]);
    expect(['device.A2.lifecycle', 'hub.home.metrics', 'system.daemon_status'].map(matches)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('takes a name with dots as one segment where the segments are given', () => {
    const matches = topicMatcher(['hub/home/sysvars/+']);
    expect(matches(['hub', 'home', 'sysvars', 'Energie.kWh/Tag'])).toBe(true);
    expect(matches('hub.home.sysvars.Energie.kWh/Tag')).toBe(false);
  });

  it('matches nothing without a pattern', () => {
    expect(topicMatcher([])('device.A1')).toBe(false);
  });
});
