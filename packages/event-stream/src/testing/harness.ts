/** The part of a test framework that the suite needs; that of vitest fits. */
export interface TestFramework {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: () => Promise<void>) => void;
  readonly expect: (actual: unknown) => {
    toEqual(expected: unknown): void;
    toBe(expected: unknown): void;
    toBeLessThanOrEqual(expected: number): void;
  };
}

/** A test with a harness of its own, which is disposed of in any case. */
export type Check<Harness> = (title: string, body: (harness: Harness) => Promise<void>) => void;

export function checkWith<Harness extends { dispose(): void | Promise<void> }>(
  it: TestFramework['it'],
  makeHarness: () => Harness | Promise<Harness>,
): Check<Harness> {
  return (title, body) => {
    it(title, async () => {
      const harness = await makeHarness();
      try {
        await body(harness);
      } finally {
        await harness.dispose();
      }
    });
  };
}
