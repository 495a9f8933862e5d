/** The languages of the interface. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where the chosen language is kept in the browser. */
export const LANGUAGE_KEY = 'ccu-gateway.language';

/** The language that was chosen in this browser, otherwise the first of the wanted ones that there is. */
export function languageIn({
  storage,
  wanted,
}: {
  readonly storage: { getItem(key: string): string | null };
  /** Those of the browser, the most wanted first. */
  readonly wanted: readonly string[];
}): Language {
  const known = (text: string | null) => LANGUAGES.find((language) => text?.toLowerCase().startsWith(language));
  return known(storage.getItem(LANGUAGE_KEY)) ?? wanted.map(known).find((each) => each) ?? 'en';
}
