import type { Violation } from './judge.mjs';

export function countsOf(violations: readonly Violation[]): string;
