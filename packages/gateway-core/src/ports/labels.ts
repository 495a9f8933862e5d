/** Words for the names that CCUs use. */
export interface EntityLabels {
  /** Names of parameters and device types in that language, by key. */
  entries(locale: 'de' | 'en'): Readonly<Record<string, string>>;
}
