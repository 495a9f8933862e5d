/** Where faults arrive that no code has taken. */
export interface Faults {
  /** The listener returns true when the process may continue. The returned function removes it. */
  listen(listener: (error: unknown) => boolean): () => void;
}

/** Part of the process that this module needs. */
export interface Faulty {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
  exit(code: number): void;
  readonly stderr: { write(text: string): unknown };
}

/**
 * Takes every exception and rejection of the process that no code has taken. Node would end the process. It still ends with exit code 1
 * while nothing listens, and where the listener answers so or fails itself.
 */
export function takeFaults(process: Faulty): Faults {
  let taker: ((error: unknown) => boolean) | undefined;
  const take = (error: unknown) => {
    try {
      if (taker?.(error) === true) return;
    } catch (another) {
      process.stderr.write(`${textOf(another)}\n`);
    }
    process.stderr.write(`${textOf(error)}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
  return {
    listen(listener) {
      taker = listener;
      return () => {
        if (taker === listener) taker = undefined;
      };
    },
  };
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
