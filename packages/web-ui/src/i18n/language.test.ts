import { expect, it } from 'vitest';
import { createLanguageChoice } from './language.js';
import { defineTexts } from './texts.js';

const texts = defineTexts({ off: { en: 'Off', de: 'Aus' } });

function choiceOf(language: 'en' | 'de') {
  return createLanguageChoice({
    storage: { getItem: () => null, setItem: () => {} },
    wanted: [language],
    root: { lang: '' },
  });
}

it('creates the function for a catalogue once for each language, for any number of components', () => {
  const choice = choiceOf('en');
  const english = choice.textsOf(texts);
  expect(english('off')).toBe('Off');
  expect(choice.textsOf(texts)).toBe(english);
  choice.choose('de');
  expect(choice.textsOf(texts)('off')).toBe('Aus');
  choice.choose('en');
  expect(choice.textsOf(texts)).toBe(english);
});
