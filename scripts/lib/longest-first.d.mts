import type { TestSequencerConstructor } from 'vitest/node';

export declare function longestFirst(names: readonly string[]): TestSequencerConstructor;
