/** Where sections are kept that were changed at run time. Rejects with `service_unready` when it refuses. */
export interface SectionRecords {
  all(): Promise<Readonly<Record<string, unknown>>>;
  put(section: string, value: unknown): Promise<void>;
  /** Whether there was one. */
  delete(section: string): Promise<boolean>;
}
