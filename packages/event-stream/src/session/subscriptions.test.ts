import { describe, expect, it } from 'vitest';
import { createFrameEncoder } from '../delivery/frame.js';
import { createRing, type Entry } from '../delivery/ring.js';
import { defaultByteStore } from '../model/environment.js';
import type { TopicRecord } from '../topic/table.js';
import { createSubscriptions } from './subscriptions.js';

/** A topic that counts its matching checks. */
function createCountedTopic() {
  let looks = 0;
  const topic: TopicRecord = {
    name: 'a.7.x',
    json: '"a.7.x"',
    get topic() {
      looks += 1;
      return { atoms: ['a', '7', 'x'], segmentEnds: [1, 2, 3] };
    },
    matched: [],
    matchedVersion: -1,
    stem: undefined,
  };
  return { topic, looks: () => looks };
}

describe('an event that other patterns have delivered', () => {
  it('is looked up once a topic, with 1 000 patterns and 1 024 events', () => {
    const subscriptions = createSubscriptions();
    for (let at = 0; at < 1000; at += 1) subscriptions.add([`a.${at}.*`], 500);
    const { topic, looks } = createCountedTopic();
    const ring = createRing({ frames: 1024, bytes: 1e9, keep: 0, onEvict: () => {} });
    const encoder = createFrameEncoder(defaultByteStore());
    for (let seq = 1; seq <= 1024; seq += 1) ring.push(encoder.encode('{}'), seq, topic, false, 0);
    const skips = subscriptions.deliveredBesides(['*']);
    let skipped = 0;
    for (let at = 0; at < 1024; at += 1) if (skips(ring.at(at) as Entry)) skipped += 1;
    expect([skipped, looks()]).toEqual([524, 1]);
  });
});
