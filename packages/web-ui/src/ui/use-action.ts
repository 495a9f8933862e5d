import { useRef, useState } from 'preact/hooks';

/** Something that a person started: whether it is under way, and what it failed with. */
export interface Action {
  readonly busy: boolean;
  /** What the last one failed with; undefined while one is under way, and after one that worked. */
  readonly error: unknown;
  /** Runs one at a time; answers whether it worked. It never rejects. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  /** Takes the error away. */
  clear(): void;
}

/**
 * Runs what a button does.
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
