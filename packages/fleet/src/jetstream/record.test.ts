import type { SharedDraft } from '@ccu-gateway/event-stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { bodyOf, headersOf, readRecord } from './record.js';
import { subjectOf } from './subjects.js';

const text = anyText();
const drafts: fc.Arbitrary<SharedDraft> = fc.record(
  {
    ...{ id: text, topic: text, text },
    ...{ segments: fc.array(text), key: text, lost: fc.nat(), hidden: fc.constant(true as const) },
    before: fc.array(text),
  },
  { requiredKeys: ['id', 'topic', 'text'] },
);
const messageOf = (draft: SharedDraft, body = bodyOf(draft)) => ({
  ...{ seq: 7, subject: subjectOf('events', 'home'), headers: headersOf(draft) },
  string: () => new TextDecoder().decode(new TextEncoder().encode(body)),
});

describe('a message', () => {
  it('holds a draft as it is', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        expect(readRecord(messageOf(draft))).toEqual({ ...draft, seq: 7, source: 'home' });
      }),
    );
  });

  it.each([
    ['that is shorter than what its headers say', [3, 'abc'.length]],
    ['with a text of less than nothing', [-1]],
    ['with half a character', [0.5]],
    ['with a text of unknown length', ['x']],
  ])('%s is of no publisher', (_, lengths) => {
    const message = messageOf({ id: '1', topic: 'a', text: 'abc' });
    message.headers.set('Event-Before', encodeURIComponent(JSON.stringify(lengths)));
    expect(readRecord(message)).toBe(undefined);
  });
});
