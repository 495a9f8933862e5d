// The rules for prose: plain words, active verbs, short sentences. Code in backticks is no prose.

/** The most words of one sentence, of one changeset, and the most characters of a title. */
const LIMITS = { sentence: 25, changeset: 30, title: 72 };

/** Words that have a plainer or a more exact one. */
const BANNED = [
  { word: /\bhouses?\b/i, instead: 'installation or site' },
  { word: /\bways? in\b(?! which)/i, instead: 'authentication source' },
  { word: /\bmouths?\b/i, instead: 'transport or bridge' },
  { word: /(?<!\b(?:in|take|takes|took|taking|taken) )\bplaces?\b(?! (?:of|an?|the)\b)/i, instead: 'position' },
  { word: /\b(?:an?|the|its|this|that|each|no|own|old|new|last|with|by|of) marks?\b/i, instead: 'sentinel' },
  { word: /\bof before\b/i, instead: 'previous' },
  { word: /\blook(?:ed|s|ing)? at\b/i, instead: 'check' },
];

const WHAT = {
  en: /\b(?:what|whoever|whatever|who|whose)\b (?!(?:is|are|to)\s*\?)/i,
  de: /\b(?:wer|wessen|was)\b /i,
};
const TOLD = {
  en: /\b(?:is|are|was|were|be|been)\s+(?:said|told)\b|\b(?:says|tells|said|told)\b/i,
  de: /\b(?:sagt|sagen|gesagt|erzählt|erzählen)\b/i,
};

const withoutCode = (text) =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`]*`/g, 'X')
    .replace(/\]\([^)\s]+\)/g, ']')
    .replace(/^\s*\|?[-: |]+\|?\s*$/gm, '');

/** The sentences of a text in Markdown: a heading, an item and a cell of a table are sentences too. */
export function sentencesOf(text) {
  return withoutCode(text)
    .split(/(?<=[.!?:;])\s+|\n\s*\n|\n\s*(?:[-*|#]|\d+\.\s)|\s\|(?=\s|$)/)
    .map((sentence) =>
      sentence
        .replace(/\s+/g, ' ')
        .replace(/^\s*[-*|] +/, '')
        .trim(),
    )
    .filter((sentence) => countWords(sentence) >= 4);
}

const countWords = (text) => text.split(/\s+/).filter((word) => word !== '').length;

/**
 * The rules that a sentence breaks: `what` (a clause of what or who as subject or object), `told` (code that says or tells),
 * `long` and `word` (a banned word). `advice` names the plainer word.
 */
export function faultsOf(sentence, language = 'en') {
  const faults = [];
  const isQuestion = sentence.includes('?');
  if (!isQuestion && WHAT[language].test(sentence)) faults.push({ rule: 'what', advice: 'no clause of what or who' });
  if (TOLD[language].test(sentence)) faults.push({ rule: 'told', advice: 'sent, reported or logged' });
  if (countWords(sentence) > LIMITS.sentence) faults.push({ rule: 'long', advice: `${countWords(sentence)} words` });
  if (language === 'en') {
    for (const { word, instead } of BANNED) {
      const found = word.exec(sentence)?.[0];
      if (found !== undefined) faults.push({ rule: 'word', advice: `"${found}": ${instead}` });
    }
  }
  return faults;
}

/** The faults of a changeset: one sentence of at most 30 words. */
export function changesetFaults(text) {
  const prose = text.replace(/^---[\s\S]*?\n---\n/, '').trim();
  const words = countWords(prose);
  const isLong = words > LIMITS.changeset;
  const isMany = /[.!?]\s+\p{Lu}|\n\s*\n/u.test(prose);
  return [
    ...(isLong ? [{ rule: 'form', advice: `${words} words, at most ${LIMITS.changeset}` }] : []),
    ...(isMany ? [{ rule: 'form', advice: 'one sentence' }] : []),
    ...faultsOf(withoutCode(prose)).filter(({ rule }) => rule !== 'long'),
  ];
}

/** The faults of the title of a decision record: "Area: decision", at most 72 characters. */
export function recordTitleFaults(title) {
  const form = /^\p{Lu}[\p{L}\d ,-]*: \S/u.test(title)
    ? []
    : [{ rule: 'form', advice: 'the form is "Area: decision"' }];
  return [...form, ...tooLong(title), ...faultsOf(withoutCode(title))];
}

/** The faults of the subject of a commit: `package: verb what`, at most 72 characters. */
export function subjectFaults(subject) {
  const isNamed = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: [a-z]\S* \S/.test(subject);
  const form = isNamed ? [] : [{ rule: 'form', advice: 'the form is "package: verb what"' }];
  return [...form, ...tooLong(subject), ...faultsOf(withoutCode(subject)).filter(({ rule }) => rule !== 'long')];
}

const tooLong = (title) =>
  title.length > LIMITS.title ? [{ rule: 'form', advice: `${title.length} characters, at most ${LIMITS.title}` }] : [];
