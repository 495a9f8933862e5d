import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Formats, formatsIn } from './formats.js';
import { LANGUAGES, type Language } from './texts.js';

/** The chosen language, and how it writes things. */
export interface LanguageChoice {
  readonly current: ReadonlySignal<Language>;
  readonly formats: ReadonlySignal<Formats>;
  choose(language: Language): void;
}

export interface LanguageOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Those of the browser, the most wanted first. */
  readonly wanted: readonly string[];
  readonly root: Pick<HTMLElement, 'lang'>;
}

const KEY = 'ccu-gateway.language';

export function createLanguageChoice({ storage, wanted, root }: LanguageOptions): LanguageChoice {
  const known = (text: string | null | undefined) =>
    LANGUAGES.find((language) => text?.toLowerCase().startsWith(language));
  const current = signal<Language>(known(storage.getItem(KEY)) ?? wanted.map(known).find((each) => each) ?? 'en');
  root.lang = current.value;
  return {
    current,
    formats: computed(() => formatsIn(current.value)),
    choose(language) {
      current.value = language;
      root.lang = language;
      storage.setItem(KEY, language);
    },
  };
}
