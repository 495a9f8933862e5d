export interface Violation {
  readonly code: string;
  readonly [member: string]: unknown;
}

export interface Verdict {
  readonly violations: readonly Violation[];
  readonly figures: Readonly<Record<string, unknown>> & {
    readonly latestRequestMs: number;
    readonly faults: number;
    /** Faults that were still felt when the next one began. */
    readonly notOver: number;
    readonly longestBackMs: number;
    /** Longest time until every client was live again, by fault. */
    readonly backMs: Readonly<Record<string, number>>;
  };
}

export function judge(
  lines: readonly object[],
  options: { readonly windowMs: number; readonly backMs?: number },
): Verdict;
