import { afterEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from './languages.js';
import { type Texts, textsIn } from './texts.js';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../**/*texts.ts', '../pages/titles.ts', '!./texts.ts'],
  {
    eager: true,
  },
);
const catalogues = Object.entries(modules).flatMap(([path, exported]) =>
  // A file of texts may have lists of its keys beside them.
  Object.entries(exported)
    .filter(([, texts]) => isCatalogue(texts))
    .map(([name, texts]) => ({ name: `${path} ${name}`, texts: texts as Texts })),
);

function isCatalogue(texts: unknown): boolean {
  return Object.values(texts as object).every((each) => LANGUAGES.some((language) => each?.[language] !== undefined));
}

/** Where the languages of a catalogue do not insert the same things, or say nothing. */
function differencesOf(texts: Texts): readonly string[] {
  return Object.entries(texts).flatMap(([key, inLanguages]) => {
    const said = LANGUAGES.map((language) => {
      const text = inLanguages[language];
      // The form for one may say it in a word.
      const whole = typeof text === 'string' ? text : text.other;
      const forms = typeof text === 'string' ? [text] : [text.one, text.other];
      const placeholders = [...whole.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return forms.some((form) => form.trim() === '') ? 'empty' : [...new Set(placeholders)].sort().join();
    });
    return said.includes('empty') || new Set(said).size > 1 ? [`${key}: ${said.join(' / ')}`] : [];
  });
}

describe('the catalogues of texts', () => {
  it('are found', () => {
    expect(catalogues.length).toBeGreaterThan(3);
  });

  it.each(catalogues)('insert the same things in every language: $name', ({ texts }) => {
    expect(differencesOf(texts)).toEqual([]);
  });

  it('are refused when a placeholder is missing, called otherwise, or a text is empty', () => {
    const texts = {
      missing: { en: '{n} devices', de: 'Geräte' },
      misspelt: { en: 'since {age}', de: 'seit {alter}' },
      plural: { en: { one: 'one', other: '{n} devices' }, de: { one: 'eines', other: 'mehrere Geräte' } },
      empty: { en: 'x', de: ' ' },
      fine: {
        en: { one: 'one of {all}', other: '{n} of {all}' },
        de: { one: 'eines von {all}', other: '{n} von {all}' },
      },
    };
    expect(differencesOf(texts).map((each) => each.split(':')[0])).toEqual(['missing', 'misspelt', 'plural', 'empty']);
  });
});

describe('saying a text', () => {
  const texts = {
    count: { en: { one: '{n} device', other: '{n} devices' }, de: { one: '{n} Gerät', other: '{n} Geräte' } },
    named: { en: 'Set {name}', de: '{name} stellen' },
  };

  it('chooses the form by the number and writes numbers as the language does', () => {
    expect([1, 0, 1234.5].map((n) => textsIn(texts, 'de')('count', { n }))).toEqual([
      '1 Gerät',
      '0 Geräte',
      '1.234,5 Geräte',
    ]);
    expect(textsIn(texts, 'en')('count', { n: 1234.5 })).toBe('1,234.5 devices');
  });

  describe('with numbers that are usual on a page', () => {
    afterEach(() => vi.restoreAllMocks());

    it('needs no Intl, because its first use blocks a slow processor', () => {
      const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'PluralRules')];
      for (const n of [0, 1, 24, 999]) textsIn(texts, 'de')('count', { n });
      for (const each of made) expect(each).not.toHaveBeenCalled();
    });

    it.each(LANGUAGES)('writes and chooses as Intl does: %s', (language) => {
      const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
      const rules = new Intl.PluralRules(language);
      const say = textsIn(texts, language);
      const { one, other } = texts.count[language];
      for (const n of [-1_000, -999, -1, -0, 0, 0.5, 1, 1.5, 2, 11, 21, 101, 999, 1_000, 1_001, 1e6]) {
        const form = rules.select(n) === 'one' ? one : other;
        expect(say('count', { n })).toBe(form.replace('{n}', numbers.format(n)));
      }
    });
  });

  it('inserts names unchanged, with a placeholder or a replacement pattern in them', () => {
    expect(textsIn(texts, 'en')('named', { name: '<b>{name}$&</b>' })).toBe('Set <b>{name}$&</b>');
  });

  it('leaves a placeholder without a value, and returns the key of a missing text', () => {
    expect(textsIn(texts, 'en')('named')).toBe('Set {name}');
    expect(textsIn(texts, 'en')('other' as 'named')).toBe('other');
  });
});
