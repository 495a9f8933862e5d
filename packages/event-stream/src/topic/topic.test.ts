import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPatternIndex } from './index-of-patterns.js';
import { compilePattern, patternMatches } from './pattern.js';
import { createTopicTable } from './table.js';

const table = createTopicTable(1000);
const matches = (pattern: string, topic: string | readonly string[]) =>
  patternMatches(compilePattern(pattern), table.get(topic).topic);

describe('a topic pattern', () => {
  it.each([
    ['*', 'device.A'],
    ['#', 'device.A'],
    ['device.*', 'device'],
    ['device.*', 'device.A.channels.1'],
    ['devices/#', 'device.A.channels.1.data_points.LEVEL'],
    ['device.*', 'devices/A'],
    ['device.A', 'devices/A'],
    ['device/+/lifecycle', 'device.A.lifecycle'],
    ['device.+.channels.+.*', 'device.A.channels.1'],
    ['+', 'alarm'],
    ['$alarm.*', '$alarm.duress'],
    ['$alarm/+', '$alarm.duress'],
    ['hub/ccu/sysvars/Licht im Flur', 'hub.ccu.sysvars.Licht im Flur'],
  ])('%s matches %s', (pattern, topic) => {
    expect(matches(pattern, topic)).toBe(true);
  });

  it.each([
    ['device.*', 'devicex.A'],
    ['device', 'device.A'],
    ['device.A.*', 'device.AB'],
    ['device.+', 'device'],
    ['device.+', 'device.A.lifecycle'],
    ['system.*.status', 'system.ccu.status'],
    ['device.#.x', 'device.A.x'],
    ['Device.*', 'device.A'],
    ['', 'device'],
    ['*', '$alarm.duress'],
    ['#', '$alarm.duress'],
    ['+.duress', '$alarm.duress'],
    ['+/#', '$alarm.duress'],
    ['alarm.*', '$alarm.duress'],
  ])('%s does not match %s', (pattern, topic) => {
    expect(matches(pattern, topic)).toBe(false);
  });

  it('takes a name with dots and slashes as one segment when the publisher gave the segments', () => {
    const topic = ['hub', 'ccu', 'sysvars', 'Energie.kWh/Tag'];
    expect(matches('hub/ccu/sysvars/+', topic)).toBe(true);
    expect(matches('hub/ccu/+', topic)).toBe(false);
    expect(matches('hub.ccu.sysvars.Energie.kWh/Tag', topic)).toBe(true);
    expect(matches('hub.+.sysvars.Energie.kWh.Tag', topic)).toBe(true);
    expect(matches('hub.ccu.sysvars.Energie.+.Tag', topic)).toBe(false);
    expect(matches('hub.ccu.sysvars.*', topic)).toBe(true);
    expect(table.get(topic).name).toBe('hub.ccu.sysvars.Energie.kWh/Tag');
  });
});

const word = fc.constantFrom('$a', 'a', 'b', 'devices', 'device', 'a.b', 'b/a', '', '+', 'ü');
const segments = fc.array(word, { minLength: 1, maxLength: 4 });
const step = fc.constantFrom('$a', 'a', 'b', 'devices', 'device', '', '+', '*', '#', 'ü');
const pattern = fc
  .array(step, { minLength: 1, maxLength: 5 })
  .chain((steps) =>
    fc
      .array(fc.constantFrom('.', '/'), { minLength: steps.length, maxLength: steps.length })
      .map((separators) => steps.map((text, index) => (index === 0 ? text : separators[index] + text)).join('')),
  );

/** The rules once more, as a regular expression over segments joined by an unusable separator. */
function oracle(patternText: string, topic: readonly string[]): boolean {
  const normal = (text: string) => text.replaceAll('/', '.').replace(/^devices(?=\.|$)/, 'device');
  const first = topic.map((segment, index) => (index === 0 ? normal(segment) : segment.replaceAll('/', '.')));
  // Dots inside a segment become U+0001, those between segments U+0002.
  const subject = first.map((segment) => segment.replaceAll('.', '\u0001')).join('\u0002');
  const steps = normal(patternText).split('.');
  const open = /^[*#]$/.test(steps.at(-1) ?? '');
  if (open) steps.pop();
  if (subject.startsWith('$') && (steps.length === 0 || steps[0] === '+')) return false;
  let expression = '^';
  for (const [index, text] of steps.entries()) {
    const border = index === 0 ? '' : text === '+' ? '\u0002' : '[\u0001\u0002]';
    expression += border + (text === '+' ? '[^\u0002]*(?=\u0002|$)' : `${literal(text)}(?=[\u0001\u0002]|$)`);
  }
  return new RegExp(`${expression}${open ? '' : '$'}`, 'u').test(subject);
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('the index of patterns', () => {
  it('finds for any topic exactly the patterns that match one by one, also after some were removed', () => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 30 }), fc.array(segments, { maxLength: 10 }), (patterns, topics) => {
        const index = createPatternIndex<string>();
        const unique = [...new Set(patterns)];
        for (const text of unique) index.add(compilePattern(text), text);
        const kept = unique.filter((_, at) => at % 3 !== 0);
        for (const text of unique) if (!kept.includes(text)) index.remove(compilePattern(text), text);
        for (const parts of topics) {
          const { topic } = table.get(parts);
          const expected = kept.filter((text) => patternMatches(compilePattern(text), topic));
          expect([...index.match(topic)].sort()).toEqual(expected.sort());
          expect(index.test(topic)).toBe(expected.length > 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with the rules written as a regular expression', () => {
    fc.assert(
      fc.property(pattern, segments, (text, parts) => {
        expect(matches(text, parts)).toBe(oracle(text, parts));
      }),
      { numRuns: 5000 },
    );
  });

  it('forgets everything about patterns that are gone', () => {
    const index = createPatternIndex<number>();
    const texts = ['a.b.c', 'a.+.c', 'a.*', '*', 'a.b'];
    for (const text of texts) index.add(compilePattern(text), 1);
    for (const text of texts) index.remove(compilePattern(text), 1);
    index.remove(compilePattern('never.there'), 1);
    expect(index.test(table.get('a.b.c').topic)).toBe(false);
  });
});

describe('the topic table', () => {
  it('starts anew when it is full, and topics in use go on working', () => {
    const small = createTopicTable(2);
    const first = small.get('a');
    expect(small.get('a')).toBe(first);
    small.get('b');
    small.get('c');
    expect(small.get('a')).not.toBe(first);
    expect(small.get('a')).toEqual(first);
  });
});
