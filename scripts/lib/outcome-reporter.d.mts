import type { Reporter } from 'vitest/node';

export function outcomeReporter(write?: (text: string) => void, progress?: (text: string) => void): Reporter;
