import type { Language } from '../../i18n/languages.js';
import type { DoctorFinding } from './report.js';
import { findingSentences } from './sentences/index.js';
import type { Sentence } from './sentences/sentence.js';

/** A sentence, and the language that it is in. */
export interface Said {
  readonly text: string;
  readonly language: Language;
}

/** Texts of a finding, each sentence in the wanted language where a translation exists. */
export interface FindingWords {
  readonly what: Said;
  readonly why?: Said;
  readonly fix?: Said;
}

/**
 * Translates the sentences of a finding. A sentence is known when its English text with the facts of the finding equals
 * the text of the gateway, so that a translation never has another meaning.
 */
export function wordsOf(finding: DoctorFinding, language: Language): FindingWords {
  const { what, why, fix } = finding;
  const say = (english: string): Said =>
    language === 'en' ? { text: english, language } : sayInGerman(english, finding);
  return {
    what: say(what),
    ...(why === undefined ? {} : { why: say(why) }),
    ...(fix === undefined ? {} : { fix: say(fix.text) }),
  };
}

function sayInGerman(english: string, finding: DoctorFinding): Said {
  const known = sentencesOf(finding).find(([template]) => filled(template, finding) === english);
  if (known === undefined || known[0] === known[1]) return { text: english, language: 'en' };
  return { text: filled(known[1], finding), language: 'de' };
}

function sentencesOf({ id }: DoctorFinding): readonly Sentence[] {
  return findingSentences[id] ?? findingSentences[`${id.split('.', 1)[0]}.*`] ?? [];
}

function filled(template: string, { facts, interface: name, central }: DoctorFinding): string {
  const values: Readonly<Record<string, unknown>> = { ...facts, interface: name, central };
  return template.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
