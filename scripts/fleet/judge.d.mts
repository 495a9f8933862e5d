export interface Violation {
  readonly code: string;
  readonly [member: string]: unknown;
}

export interface Verdict {
  readonly violations: readonly Violation[];
  readonly figures: Readonly<Record<string, unknown>> & {
    readonly latestRequestMs: number;
    readonly longestBackMs: number;
  };
}

export function judge(lines: readonly object[], options: { readonly windowMs: number }): Verdict;
