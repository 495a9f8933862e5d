import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { decodeSegment, encodeSegment } from './segment.js';
import { createTopics } from './tree.js';

describe('a level of a topic', () => {
  it('gives back every name', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        expect(decodeSegment(encodeSegment(name))).toBe(name);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const name = String.fromCharCode(...units);
        expect(decodeSegment(encodeSegment(name))).toBe(name);
      }),
    );
  });

  it('is never empty and never holds a character with a meaning in topics', () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        expect(encodeSegment(name)).toMatch(/^[^/+#\p{Cc}\p{Cs}]+$/u);
      }),
    );
  });

  it('leaves common names unchanged', () => {
    expect(encodeSegment('Büro "Süd" 21°')).toBe('Büro "Süd" 21°');
    expect(encodeSegment('1/2 + 50 % #3')).toBe('1%2F2 %2B 50 %25 %233');
    expect(encodeSegment('')).toBe('%');
  });

  it('decodes a broken escape as plain text', () => {
    expect(decodeSegment('50%')).toBe('50%');
    expect(decodeSegment('%zz %u12')).toBe('%zz %u12');
  });
});

describe('topics of the native tree', () => {
  const topics = createTopics('homes/ccu');

  it('are read back as they were built', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { minLength: 1 }), (instance, path) => {
        const topic = topics.of(instance, 'status', ...path);
        expect(topics.read(topic)).toEqual({ instance, branch: 'status', path });
      }),
    );
  });

  it('keep a CCU that is called like the bridge apart from the bridge', () => {
    expect(topics.of('bridge', 'set', 'X', 1, 'STATE')).toBe('homes/ccu/%62ridge/set/X/1/STATE');
    expect(topics.read('homes/ccu/bridge/state')).toBeUndefined();
    expect(topics.bridgeState).toBe('homes/ccu/bridge/state');
  });

  it('are not those of another prefix', () => {
    expect(topics.read('homes/ccu2/home/set/X')).toBeUndefined();
    expect(topics.read('homes/ccu')).toBeUndefined();
    expect(topics.read('homes/ccu/home')).toBeUndefined();
  });
});
