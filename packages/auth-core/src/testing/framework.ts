/** The parts of a test framework that the contract suites use; vitest and jest have this shape. */
export interface TestFramework {
  readonly describe: (title: string, body: () => void) => void;
  readonly it: (title: string, body: () => Promise<void> | void) => void;
  readonly expect: (value: unknown) => {
    toEqual(expected: unknown): void;
    toBe(expected: unknown): void;
    toBeNull(): void;
  };
}

/** Opens fresh, empty stores; `close` removes them again. */
export type OpenStores<T> = () => Promise<{ readonly stores: T; readonly close: () => Promise<void> | void }>;

/** Runs a test body on fresh stores and closes them in every case. */
export async function onFresh<T>(open: OpenStores<T>, body: (stores: T) => Promise<void>): Promise<void> {
  const { stores, close } = await open();
  try {
    await body(stores);
  } finally {
    await close();
  }
}
