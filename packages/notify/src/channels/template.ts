import { TEMPLATE_WORDS } from '../settings/channels.js';
import type { Note } from '../texts/note.js';

type Word = (typeof TEMPLATE_WORDS)[number];

/** Body of a request without a template. */
export const DEFAULT_TEMPLATE = `{${TEMPLATE_WORDS.map((word) => `"${word}":"{{${word}}}"`).join(',')}}`;

/**
 * The template with the words of the note. In JSON a word is escaped, so that no name of a device ends its string.
 *
 * @example
 * bodyOf('{"text":"{{title}}"}', 'json', note); // '{"text":"Smoke: \"Kitchen\""}'
 */
export function bodyOf(template: string, format: 'json' | 'text', note: Note): string {
  const words: Readonly<Record<Word, string>> = { ...note, time: new Date(note.at).toISOString() };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, word: Word) => {
    const text = words[word] ?? '';
    return format === 'json' ? JSON.stringify(text).slice(1, -1) : text;
  });
}
