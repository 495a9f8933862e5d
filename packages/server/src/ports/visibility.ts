export interface UnignorePattern {
  /** `PARAM`, `PARAM:PARAMSET@MODEL:CHANNEL` or `MODEL:CHANNEL:PARAM`, with `*` or `all` for every one. */
  readonly pattern: string;
  /** Milliseconds since the Unix epoch; absent for patterns of the configuration file. */
  readonly updatedAt?: number;
  readonly updatedBy?: string;
}

/** Which hidden parameters are shown all the same. */
export interface VisibilityControl {
  patterns(): Promise<readonly { readonly central: string; readonly patterns: readonly UnignorePattern[] }[]>;
  /**
   * Replaces the patterns of a CCU, at once. Patterns that cannot be understood are left out and named. Rejects with
   * `service_unready` when there is no storage.
   */
  replace(
    central: string,
    patterns: readonly string[],
    by: string,
  ): Promise<{
    readonly applied: readonly UnignorePattern[];
    readonly refused: readonly string[];
    readonly affectedDevices: number;
  }>;
  /** Parameters that are hidden and could be shown. */
  candidates(options: { readonly central?: string; readonly includeMaster: boolean }): readonly string[];
}
