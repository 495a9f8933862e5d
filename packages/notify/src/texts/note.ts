import type { Item, Message } from '../rules/message.js';
import type { Language, Subject } from '../settings/rules.js';
import { FRAME, SENTENCES, type Sentences } from './words.js';

/** Urgency of a note. */
export type Level = 'danger' | 'attention' | 'info';

/** A message in the language of its reader. */
export interface Note {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly level: Level;
  readonly rule: string;
  /** Page of the web UI that the message is about, relative to its base; empty for its first page. */
  readonly page: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

const DANGERS: readonly Subject[] = ['smoke', 'water', 'co', 'alarm', 'duress', 'tamper', 'sabotage'];
/** Names come from devices and people. */
const NAME_LENGTH = 120;
const TITLE_LENGTH = 240;

/**
 * The message in words. Names are one line of text without control characters; there is no markup.
 *
 * @example
 * noteOf(message, 'de').title; // 'Die Batterie von Fenster Bad ist schwach'
 */
export function noteOf({ id, rule, at, items, more }: Message, language: Language): Note {
  const frame = FRAME[language];
  const lines = items.map((item) => lineOf(item, language));
  const count = items.length + more;
  const first = sentenceOf(items[0], language);
  const title = count === 1 ? first : fill(frame.many, { count: String(count), first });
  const rest = more === 0 ? [] : [fill(frame.more, { count: String(more) })];
  return {
    ...{ id, rule, at },
    title: title.slice(0, TITLE_LENGTH),
    text: [...lines, ...rest].join('\n'),
    level: levelOf(items),
    page: pageOf(items),
  };
}

/** The page of all items; of several problems their list. */
function pageOf(items: readonly Item[]): string {
  const [first = '', ...others] = new Set(items.map(({ page = '' }) => page));
  if (others.length === 0) return first;
  const paths = new Set([first, ...others].map((page) => page.split('?')[0] ?? ''));
  return paths.size === 1 ? [...paths].join('') : '';
}

function levelOf(items: readonly Item[]): Level {
  const begun = items.filter(({ phase }) => phase !== 'ended' && phase !== 'test');
  if (begun.some(({ subject }) => DANGERS.includes(subject))) return 'danger';
  return begun.length === 0 ? 'info' : 'attention';
}

function sentenceOf(item: Item | undefined, language: Language): string {
  if (item === undefined) return '';
  const { phase, kind, subject, name } = item;
  const words = Object.hasOwn(SENTENCES, kind) ? SENTENCES[kind] : SENTENCES[subject];
  const sentences = words?.[language];
  const sentence: keyof Sentences = phase === 'ended' ? 'ended' : 'began';
  return fill(sentences?.[sentence] ?? '{name}', { name: plain(name) });
}

/** The sentence, the detail, and since when it has been so where that was some time ago. */
function lineOf(item: Item, language: Language): string {
  const { phase, since, at, detail } = item;
  const { since: words, locale } = FRAME[language];
  const isLong = phase === 'began' && at - since >= 60_000;
  const time = new Date(since).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
  const notes = [...(detail === undefined ? [] : [plain(detail)]), ...(isLong ? [fill(words, { time })] : [])];
  return `${sentenceOf(item, language)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
}

const fill = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');

const plain = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH);
