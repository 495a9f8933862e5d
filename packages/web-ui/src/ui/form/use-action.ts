import { useRef, useState } from 'preact/hooks';

/** Action of a user: running or not, and its error. */
export interface Action {
  readonly busy: boolean;
  /** Error of the last run; undefined while one is running, and after a success. */
  readonly error: unknown;
  /** Runs one at a time; resolves with true on success. It never rejects. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  /** Takes the error away. */
  clear(): void;
}

/**
 * Runs the action of a button.
 *
 * @example
 * const action = useAction();
 * <Button onClick={() => void action.run(() => gateway.call('fetchSysvars'))}>…</Button>
 * {action.error !== undefined && <ErrorBox error={action.error} />}
 */
export function useAction(): Action {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error?: unknown }>({ busy: false });
  const running = useRef(false);
  return {
    busy: state.busy,
    error: state.error,
    async run(work) {
      if (running.current) return false;
      running.current = true;
      setState({ busy: true });
      try {
        await work();
        setState({ busy: false });
        return true;
      } catch (error) {
        setState({ busy: false, error });
        return false;
      } finally {
        running.current = false;
      }
    },
    clear: () => setState({ busy: false }),
  };
}
