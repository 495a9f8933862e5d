/** What is kept of each section that was changed. */
export type Sections = Readonly<Record<string, unknown>>;

/** Where sections are kept that were changed at run time. Rejects with `service_unready` when it refuses, and with the reason
 * `outcome_unknown` where it may have done it all the same. */
export interface SectionRecords {
  all(): Promise<Sections>;
  /**
   * Keeps `after` in place of `before`, and nothing where that is undefined. False, and nothing is written, where another gateway was
   * quicker.
   */
  replace(section: string, before: unknown, after: unknown): Promise<boolean>;
}
