import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { messageOf } from '../rules/message.js';
import { LANGUAGES, SUBJECTS } from '../settings/rules.js';
import { noteOf } from './note.js';
import { SENTENCES } from './words.js';

const AT = Date.UTC(2026, 5, 1);
const message = (name: string, subject: (typeof SUBJECTS)[number] = 'battery', kind = 'low_battery') =>
  messageOf(
    { name: 'r', channels: [] },
    { items: [{ phase: 'began', subject, kind, name, since: AT, at: AT }], more: 0 },
    AT,
    [],
  );

it('has sentences of its own for each subject in each language', () => {
  for (const language of LANGUAGES) {
    const titles = SUBJECTS.map((subject) =>
      noteOf(message('X', subject, subject === 'ccu' ? 'ccu_down' : 'other'), language),
    );
    expect(new Set(titles.map(({ title }) => title)).size).toBe(SUBJECTS.length);
  }
  for (const { en, de } of Object.values(SENTENCES)) expect(en).not.toEqual(de);
});

it('puts any name into one line of bounded length', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 2_000 }), fc.constantFrom(...LANGUAGES), (name, language) => {
      const { title, text } = noteOf(message(name), language);
      expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(text.split('\n')).toHaveLength(1);
      expect(title.length).toBeLessThanOrEqual(240);
    }),
  );
});

it('leaves words in braces of a name as they are', () => {
  expect(noteOf(message('{name} $& {count}'), 'en').title).toBe('The battery of {name} $& {count} is low');
});
