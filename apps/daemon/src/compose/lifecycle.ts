/** Opens things in one order and closes them in the reverse one, so that nothing is used after it was closed. */
export interface Lifecycle {
  /** Remembers how to close a part that was just opened. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /** Closes everything, newest first. A step that fails or takes longer than `stepMs` is reported and passed over. */
  close(): Promise<void>;
}

export interface LifecycleOptions {
  readonly stepMs: number;
  readonly failed: (name: string, error: unknown) => void;
}

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const steps: { readonly name: string; readonly close: () => Promise<void> | void }[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await within(options.stepMs, step.close());
      } catch (error) {
        options.failed(step.name, error);
      }
    }
  }

  return {
    onClose(name, close) {
      steps.push({ name, close });
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

async function within(limitMs: number, work: Promise<void> | void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not closed within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
