/** Stored contents of each changed section. */
export type Sections = Readonly<Record<string, unknown>>;

/**
 * Storage of sections that were changed at run time. Rejects with `service_unready` when it refuses, and with the
 * reason `outcome_unknown` if the change may have been made despite the error.
 */
export interface SectionRecords {
  all(): Promise<Sections>;
  /**
   * Keeps `after` in place of `before`, and nothing where that is undefined. False, and nothing is written, where another gateway was
   * quicker.
   */
  replace(section: string, before: unknown, after: unknown): Promise<boolean>;
}
