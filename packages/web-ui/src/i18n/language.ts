import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Formats, formatsIn } from './formats.js';
import { LANGUAGE_KEY, type Language, languageIn } from './languages.js';
import { type Say, type Texts, textsIn } from './texts.js';

/** The chosen language, and how it writes things. */
export interface LanguageChoice {
  readonly current: ReadonlySignal<Language>;
  readonly formats: ReadonlySignal<Formats>;
  /** Texts of a catalogue in the chosen language. The same texts always give the same function. */
  textsOf<const T extends Texts>(texts: T): Say<T>;
  choose(language: Language): void;
}

export interface LanguageOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Those of the browser, the most wanted first. */
  readonly wanted: readonly string[];
  readonly root: Pick<HTMLElement, 'lang'>;
}

export function createLanguageChoice({ storage, wanted, root }: LanguageOptions): LanguageChoice {
  const current = signal(languageIn({ storage, wanted }));
  root.lang = current.value;
  const said: Readonly<Record<Language, WeakMap<Texts, unknown>>> = { en: new WeakMap(), de: new WeakMap() };
  return {
    current,
    formats: computed(() => formatsIn(current.value)),
    textsOf<const T extends Texts>(texts: T): Say<T> {
      const language = current.value;
      // Keyed by the catalogue, which is the source of the cached texts.
      let say = said[language].get(texts) as Say<T> | undefined;
      if (say === undefined) {
        say = textsIn(texts, language);
        said[language].set(texts, say);
      }
      return say;
    },
    choose(language) {
      current.value = language;
      root.lang = language;
      storage.setItem(LANGUAGE_KEY, language);
    },
  };
}
