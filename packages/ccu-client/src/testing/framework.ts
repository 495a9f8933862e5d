/** What the suites need of a test framework; vitest, jest and node:test with a small wrapper all have it. */
export interface TestFramework {
  readonly describe: (title: string, suite: () => void) => void;
  readonly it: (title: string, test: () => Promise<void>) => void;
  readonly expect: (actual: unknown) => { toEqual(expected: unknown): void };
}
